@NullMarked
package org.waybill.client.probe.map;

import org.jspecify.annotations.NullMarked;
