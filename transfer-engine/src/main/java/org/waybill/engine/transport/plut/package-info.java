/** Peak link utilization transport (Lu 2011, section 4.2): rate, acknowledgement interval, attainable goodput. */
@NullMarked
package org.waybill.engine.transport.plut;

import org.jspecify.annotations.NullMarked;
