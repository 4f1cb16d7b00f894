/**
 * What every file protocol has in common: a {@link org.waybill.engine.mover.store.Store} reads, writes and lists at one
 * end, and one pipeline copies from any store to any other, with resume, verification, retries and progress.
 */
@NullMarked
package org.waybill.engine.mover.store;

import org.jspecify.annotations.NullMarked;
