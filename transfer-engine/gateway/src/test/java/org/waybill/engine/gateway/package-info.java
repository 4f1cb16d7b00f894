@NullMarked
package org.waybill.engine.gateway;

import org.jspecify.annotations.NullMarked;
