/**
 * Start at {@link WaybillCommand}: what the commands share: the session with its home, service and secrets, the
 * terminal, tables, quantities and JSON.
 */
@NullMarked
package org.waybill.cli.command;

import org.jspecify.annotations.NullMarked;
