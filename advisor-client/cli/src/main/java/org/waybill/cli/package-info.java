/**
 * Start at {@link Main}: the command line, with one package for each group of commands; text or one
 * JSON document out, exit codes in.
 *
 * <p>{@link ManPage} writes man(7) macros from picocli's {@code CommandSpec}, so that manual pages and {@code --help}
 * have one source; picocli's generator writes AsciiDoc, which Asciidoctor (Ruby, or 40 MB of JRuby) turns into troff.
 * {@code waybill help --man COMMAND} prints a page, {@code waybill help --man-pages DIR} writes all of them. Nothing
 * that is made from the source is committed. A test compares the options of the page with those of {@code --help} and
 * allows only the troff requests that we know.
 *
 * <p>{@code --json} promises exactly one document on standard output; progress goes to standard error.
 */
@NullMarked
package org.waybill.cli;

import org.jspecify.annotations.NullMarked;
