package org.waybill.engine.node;

import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.identity.PeerBook;

/** What all connections of a node share. */
record NodeServices(NodeSettings settings, NodeIdentity identity, PeerBook peers, PairingTokens tokens,
        SessionRegistry sessions) {}
