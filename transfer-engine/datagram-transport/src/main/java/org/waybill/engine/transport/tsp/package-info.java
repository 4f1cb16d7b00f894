/**
 * Start at {@link TspRateController}: transport stabilization protocol (Lu 2011, section 5.2): goodput held at a target
 * by window or sleep time.
 */
@NullMarked
package org.waybill.engine.transport.tsp;

import org.jspecify.annotations.NullMarked;
