/** Parallel PLUT (Lu 2011, section 4.3): how many channels, and which of them sends what. */
@NullMarked
package org.waybill.engine.transport.paraplut;

import org.jspecify.annotations.NullMarked;
