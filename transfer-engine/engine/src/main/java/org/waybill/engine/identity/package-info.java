/**
 * Start at {@link NodeIdentity} and {@link PeerStore}: a node's key and certificate, pinned peers, one-time pairing
 * tokens (decision 0024), and what a pairing grants (decision 0230).
 */
@NullMarked
package org.waybill.engine.identity;

import org.jspecify.annotations.NullMarked;
