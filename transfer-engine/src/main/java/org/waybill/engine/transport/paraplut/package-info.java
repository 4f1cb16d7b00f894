/** Parallel PLUT (Lu 2011, section 4.3): how many channels, and how they share one rate. */
@NullMarked
package org.waybill.engine.transport.paraplut;

import org.jspecify.annotations.NullMarked;
