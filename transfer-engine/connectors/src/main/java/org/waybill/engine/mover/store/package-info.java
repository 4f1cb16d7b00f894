/**
 * Start at {@link Store} to add a protocol: it reads, writes and lists at one end, and {@link Metadata} are the times and
 * permissions there. {@link StoreMover} is the common part: one pipeline copies from any store to any other, with resume,
 * verification, retries and progress. What it refuses before it lists anything is in {@link CopyRoot}, which a dry run
 * asks too. See decision 0030; partial files follow decision 0032, paths and directories decision 0033.
 */
@NullMarked
package org.waybill.engine.mover.store;

import org.jspecify.annotations.NullMarked;
