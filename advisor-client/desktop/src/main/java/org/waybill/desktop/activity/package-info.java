/**
 * Start at {@link TransferViewModel}: a transfer in progress and its outcome.
 *
 * <p>Pausing, and changing the rate limit of a running transfer, stop the transfer as an interrupt does and start it
 * again with other terms: blocks and ledgers, or partial files, are made for that (decision 0023, decision 0032). It
 * costs a new connection, and at most the window that the ledger may lose; it works for every mover and needs no new
 * message. Late reports of the stopped run are recognised by the run's number. A transfer that was paused reports
 * resumed bytes, so its history entry is not scored against the forecast; the desktop compares the forecast with the
 * time spent copying, pauses left out.
 */
@NullMarked
package org.waybill.desktop.activity;

import org.jspecify.annotations.NullMarked;
