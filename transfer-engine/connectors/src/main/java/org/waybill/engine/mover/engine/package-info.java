/**
 * Start at {@link EngineMover}: the engine as a mover of {@code waybill://} endpoints. {@link Distributor} brings a
 * dataset to many nodes (decision 0104).
 */
@NullMarked
package org.waybill.engine.mover.engine;

import org.jspecify.annotations.NullMarked;
