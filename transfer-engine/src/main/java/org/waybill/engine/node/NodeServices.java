package org.waybill.engine.node;

import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.identity.PeerBook;
import org.waybill.engine.overlay.Relay;
import org.waybill.engine.session.Arrivals;

/** What all connections of a node share. */
record NodeServices(NodeSettings settings, NodeIdentity identity, PeerBook peers, PairingTokens tokens,
        SessionRegistry sessions, Arrivals arrivals, StreamMemory memory, Relay relay) {}
