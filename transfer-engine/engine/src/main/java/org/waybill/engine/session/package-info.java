/**
 * Start at {@link org.waybill.engine.session.streams.TransferSide}: one side of one transfer between two engine processes. Here is what both sides share; {@code
 * source} reads and sends, {@code sink} writes and verifies, {@code streams} carries blocks over connections, {@code
 * live} is for streams without an end known beforehand (decision 0172).
 */
@NullMarked
package org.waybill.engine.session;

import org.jspecify.annotations.NullMarked;
