/** Start at {@link Movers}: one mover per protocol, all under one contract. */
@NullMarked
package org.waybill.engine.mover;

import org.jspecify.annotations.NullMarked;
