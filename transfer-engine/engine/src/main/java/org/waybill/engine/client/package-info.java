/**
 * Start at {@link TransferClient}: the client's side of a transfer. It asks a node, brings connections to the session,
 * and watches it until it ends.
 */
@NullMarked
package org.waybill.engine.client;

import org.jspecify.annotations.NullMarked;
