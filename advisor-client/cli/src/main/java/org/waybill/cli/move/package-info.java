/**
 * Start at {@link MoveCommand}: transfers that this command carries out, their progress and reports.
 *
 * <p>{@code copy --events F} ({@link EventLines}) writes one JSON object a line to F as things happen: {@code progress}
 * (twice a second at most, and when the phase changes), {@code notice}, and {@code end} with the document of
 * {@code --json}. {@code -} is standard output in place of the text; together with {@code --json}, or with a
 * destination {@code -}, it is refused with exit code 2. Both contracts hold together:
 * {@code --json --events /dev/fd/3} gives the document and the stream.
 */
@NullMarked
package org.waybill.cli.move;

import org.jspecify.annotations.NullMarked;
