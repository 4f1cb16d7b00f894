/** The command line: one class a command; text or one JSON document out, exit codes in. */
@NullMarked
package org.waybill.cli;

import org.jspecify.annotations.NullMarked;
