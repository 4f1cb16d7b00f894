/**
 * Start at {@link ScriptWriter}: the commands of a workflow for people ({@link Steps}) and as a POSIX shell script
 * (decision 0043). {@link ShellWords} and {@link LftpScript} are the only ones that quote.
 */
@NullMarked
package org.waybill.client.workflow.script;

import org.jspecify.annotations.NullMarked;
