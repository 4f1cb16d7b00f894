package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.cache.CacheCounts;
import org.waybill.engine.cache.ContentCache;
import org.waybill.engine.driver.AdmittedConnection;
import org.waybill.engine.driver.ListenFailure;
import org.waybill.engine.driver.PortAdmission;
import org.waybill.engine.driver.RefusedConnectionsLog;
import org.waybill.engine.driver.udp.DatagramWarmup;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.identity.PeerActivity;
import org.waybill.engine.identity.PeerSessions;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.overlay.Relay;
import org.waybill.engine.overlay.RelayMeter;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.session.sink.CutThroughRegistry;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.wire.CipherWarmup;
import org.waybill.planner.admission.FairShares;

/** The engine's daemon: a source and a sink of transfers for peers that proved who they are. */
public final class WaybillNode implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WaybillNode.class.getName());
    private static final int BACKLOG = 4096;

    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final FairShares<Fingerprint> admission;
    private final PortAdmission door;
    /** Files hashed at once: each takes a core and the disk from the transfers. */
    private static final int MOST_HASHED = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 4);

    private final NodeServices services;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);

    private WaybillNode(
            NodeSettings settings,
            NodeIdentity identity,
            TemporaryNames own,
            ServerSocketChannel listener,
            @Nullable ContentCache cache)
            throws IOException {
        this.listener = listener;
        this.address = (InetSocketAddress) listener.getLocalAddress();
        this.admission = new FairShares<>(settings.limits().sessions());
        this.door = new PortAdmission("node", settings.limits().connections());
        PeerStore peers = new PeerStore(settings.home());
        StreamMemory memory = new StreamMemory(settings.limits().datagramBytes());
        PeerSessions present = new PeerSessions(peers);
        this.services = new NodeServices(
                settings,
                identity,
                peers,
                present,
                new PeerActivity(settings.home()),
                own,
                new PairingTokens(settings.home(), InstantSource.system()),
                new Quotas(settings.dataDirectory()),
                new SessionRegistry(),
                new RunningTransfers(),
                new CutThroughRegistry(),
                memory,
                new Relay(settings.relay(), identity, peers, present, address, memory, InstantSource.system()),
                new Semaphore(MOST_HASHED, true),
                new SharedFiles(),
                cache);
    }

    /** Binds and serves until closed. */
    public static WaybillNode start(NodeSettings settings) throws TransferException {
        NodeIdentity identity = NodeIdentity.loadOrCreate(settings.home());
        TemporaryNames own = HomeKey.names(settings.home());
        if (!Files.isDirectory(settings.dataDirectory())) {
            throw new TransferException(
                    Reason.NOT_FOUND,
                    "the data directory " + settings.dataDirectory() + " is not there; create it or name another");
        }
        ContentCache cache = null;
        try {
            ServerSocketChannel listener = ServerSocketChannel.open();
            try {
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                listener.bind(settings.listen(), BACKLOG);
                CipherWarmup.opening();
                CipherWarmup.sealing();
                DatagramWarmup.start();
                cache = settings.cache() == null ? null : ContentCache.open(settings.cache());
                WaybillNode node = new WaybillNode(settings, identity, own, listener, cache);
                node.services.present().start();
                Thread.ofPlatform().name("node accept").start(node::accept);
                return node;
            } catch (IOException | TransferException e) {
                if (cache != null) {
                    cache.close();
                }
                listener.close();
                throw e;
            }
        } catch (IOException e) {
            throw ListenFailure.of(settings.listen(), e);
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /** What a person compares when pairing. */
    public Fingerprint fingerprint() {
        return services.identity().fingerprint();
    }

    /** A new one-time token to pair another machine with, good for {@link PairingTokens#LIFETIME}. */
    public String newPairingToken() throws TransferException {
        return newPairingToken(Grant.USUAL);
    }

    /** The same for a client that may do no more than this. */
    public String newPairingToken(Grant grant) throws TransferException {
        try {
            return services.tokens().issue(grant, "").text();
        } catch (IOException e) {
            throw new TransferException(
                    Reason.PERMISSION,
                    "cannot keep a pairing token in " + settings().home() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Transfers and other sessions under way. */
    public int sessions() {
        return admission.taken();
    }

    /** Connections to its port, except for those that have become data connections of a session. */
    public int connections() {
        return door.connections();
    }

    /** Honours route tokens signed with these Ed25519 keys (hexadecimal): those of the service we report to. */
    public void honourIssuers(Set<String> keys) {
        services.relay().honour(keys);
    }

    /** What it was started with. */
    public NodeSettings settings() {
        return services.settings();
    }

    /** What its streams by datagrams hold of its memory outside the heap. */
    public long datagramBytes() {
        return services.memory().takenBytes();
    }

    /** What it forwards for others. */
    public RelayMeter relayMeter() {
        return services.relay().meter();
    }

    /** What its cache did; empty if it has none. */
    public Optional<CacheCounts> cacheCounts() {
        return Optional.ofNullable(services.cache()).map(ContentCache::counts);
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                welcome(channel);
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException e) {
                RefusedConnectionsLog.notAccepted(LOG, e);
            }
        }
    }

    private void welcome(SocketChannel channel) throws IOException {
        InetSocketAddress peer = (InetSocketAddress) channel.getRemoteAddress();
        if (peer == null) {
            channel.close();
            return;
        }
        AdmittedConnection visitor = door.enter(channel.socket()).orElse(null);
        if (visitor == null) {
            channel.close();
            return;
        }
        open.add(channel);
        Thread.ofVirtual().name("node " + peer).start(() -> {
            try (visitor;
                    PendingConnection guest = new PendingConnection(channel, peer, visitor, admission, services)) {
                guest.serve();
            } finally {
                open.remove(channel);
            }
        });
    }

    /** Waits until the node is closed. */
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    @Override
    public void close() {
        try {
            listener.close();
            door.close();
            services.present().close();
            services.relay().close();
            for (SocketChannel channel : open) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "closing a socket", e);
        }
        if (services.cache() != null) {
            services.cache().close();
        }
        closed.countDown();
    }
}
