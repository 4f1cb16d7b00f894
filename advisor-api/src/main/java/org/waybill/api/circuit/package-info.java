/** Start at {@link CircuitService}: quotes for a volume, reservations, and the topologies that they run over. */
@NullMarked
package org.waybill.api.circuit;

import org.jspecify.annotations.NullMarked;
