/**
 * Start at {@link Main}: the command line, with one class a command; text or one JSON document out, exit codes in.
 *
 * <p>{@link ManPage} writes man(7) macros from picocli's {@code CommandSpec}, so that manual pages and {@code --help}
 * have one source; picocli's generator writes AsciiDoc, which Asciidoctor (Ruby, or 40 MB of JRuby) turns into troff.
 * {@code waybill help --man COMMAND} prints a page, {@code waybill help --man-pages DIR} writes all of them. Nothing
 * that is made from the source is committed. A test compares the options of the page with those of {@code --help} and
 * allows only the troff requests that we know.
 *
 * <p>{@code --json} promises exactly one document on standard output; progress goes to standard error.
 * {@code move --events F} ({@link EventLines}) writes one JSON object a line to F as things happen: {@code progress}
 * (twice a second at most, and when the phase changes), {@code notice}, and {@code end} with the document of
 * {@code --json}. {@code -} is standard output in place of the text; together with {@code --json}, or with a
 * destination {@code -}, it is refused with exit code 2. Both contracts hold together:
 * {@code --json --events /dev/fd/3} gives the document and the stream.
 */
@NullMarked
package org.waybill.cli;

import org.jspecify.annotations.NullMarked;
