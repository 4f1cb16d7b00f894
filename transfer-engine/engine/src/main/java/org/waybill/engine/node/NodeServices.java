package org.waybill.engine.node;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.cache.ContentCache;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.identity.PeerActivity;
import org.waybill.engine.identity.PeerSessions;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.overlay.Relay;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.session.sink.CutThroughRegistry;
import org.waybill.engine.storage.TemporaryNames;

/**
 * What all connections of a node share.
 *
 * @param own what the node's own files in the data directory are called
 * @param hashing one permit for each file that may be hashed at once, for whomever
 * @param files those with several names
 * @param cache what it has sent on; null if it keeps nothing
 */
record NodeServices(
        NodeSettings settings,
        NodeIdentity identity,
        PeerStore peers,
        PeerSessions present,
        PeerActivity seen,
        TemporaryNames own,
        PairingTokens tokens,
        Quotas quotas,
        SessionRegistry sessions,
        RunningTransfers running,
        CutThroughRegistry arrivals,
        StreamMemory memory,
        Relay relay,
        Semaphore hashing,
        SharedFiles files,
        @Nullable ContentCache cache) {}
