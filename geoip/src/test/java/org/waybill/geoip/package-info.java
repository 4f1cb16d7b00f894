@NullMarked
package org.waybill.geoip;

import org.jspecify.annotations.NullMarked;
