/**
 * Start at {@link PlutRateController}: peak link utilization transport (Lu 2011, section 4.2): rate, acknowledgement
 * interval, attainable goodput. See decision 0062.
 */
@NullMarked
package org.waybill.engine.transport.plut;

import org.jspecify.annotations.NullMarked;
