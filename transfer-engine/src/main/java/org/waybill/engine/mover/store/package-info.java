/**
 * Start at {@link StoreMover}: the common part of every file protocol. A {@link Store} reads, writes and lists at one
 * end, and one pipeline copies from any store to any other, with resume, verification, retries and progress. See
 * decision 0030; partial files follow decision 0032, directories decision 0033.
 */
@NullMarked
package org.waybill.engine.mover.store;

import org.jspecify.annotations.NullMarked;
