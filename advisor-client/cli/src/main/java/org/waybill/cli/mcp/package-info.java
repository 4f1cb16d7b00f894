/**
 * Start at {@link McpCommand}: tools for an assistant, by the Model Context Protocol. Each tool is a command of Waybill that
 * runs as a process of its own ({@link CommandRun}) and whose document is handed on bounded and escaped ({@link Reply}).
 * What moves data is a {@link Plan} with an {@link Approval}, which {@link Submission} uses once (decision 0311).
 */
@NullMarked
package org.waybill.cli.mcp;

import org.jspecify.annotations.NullMarked;
