package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Quietly;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.RefusedConnectionsLog;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.identity.PeerSessions;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.AddressLookup;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeConnector;
import org.waybill.engine.link.Replies;
import org.waybill.engine.session.streams.DatagramConnector;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;
import org.waybill.planner.admission.FairShares;

/**
 * The relay in a node: takes part in allocating virtual paths (Anglano and Canonico, section 2.2) and forwards the
 * streams of those that exist. A path exists as long as the connection that asked for it; when that ends, or the one to
 * the next relay does, all that belongs to it is released and the hop before learns why.
 */
public final class Relay {
    /** How often both sides of a path's connection send a heartbeat. */
    public static final Duration BEAT = Duration.ofSeconds(2);
    /** A silent hop is taken for dead after so long: well within the 10 s that a client may go without noticing. */
    public static final Duration PATIENCE = Duration.ofSeconds(7);

    private static final System.Logger LOG = System.getLogger(Relay.class.getName());
    private static final int KEY_BYTES = 32;

    private final RelaySettings settings;
    private final NodeIdentity identity;
    private final InetSocketAddress own;
    private final PeerStore peers;
    private final PeerSessions present;
    private final NextHopPolicy onwardPolicy;
    private final TokenVerifier tokens;
    private volatile Set<String> issuers = Set.of();
    private final BufferPool buffers;
    private final RelayLimit limit;
    private final RelayMeter meter = new RelayMeter();
    private final SecureRandom random = new SecureRandom();
    private final Map<String, RelayPath> circuits = new ConcurrentHashMap<>();
    private final FairShares<Fingerprint> paths;
    private final FairShares<Fingerprint> streams;
    private final StreamMemory memory;

    /**
     * The relay of a node.
     *
     * @param present ends the paths of clients that may not relay any more
     * @param own where this node listens, and takes streams
     * @param memory the node's, for all streams by datagrams
     */
    public Relay(
            RelaySettings settings,
            NodeIdentity identity,
            PeerStore peers,
            PeerSessions present,
            InetSocketAddress own,
            StreamMemory memory,
            InstantSource clock) {
        this.settings = settings;
        this.peers = peers;
        this.present = present;
        this.memory = memory;
        this.identity = identity;
        this.own = own;
        this.onwardPolicy = new NextHopPolicy(settings.innerAllowed(), own, NodeAddress::resolve);
        this.tokens = new TokenVerifier(
                new TokenVerifier.Trust() {
                    @Override
                    public boolean identity(Fingerprint certificate) throws IOException {
                        return grant(certificate).isPresent();
                    }

                    @Override
                    public boolean issuer(String key) throws IOException {
                        return issuers.contains(key) || peers.trustsIssuer(key);
                    }
                },
                clock);
        this.buffers = new BufferPool(settings.capacity().bufferBytes());
        this.paths = new FairShares<>(settings.capacity().circuits());
        this.streams = new FairShares<>(Math.min(settings.capacity().streams(), buffers.most() / 2));
        this.limit = new RelayLimit(settings.limitBitsPerSecond());
    }

    /** Honours tokens signed with these Ed25519 keys (hexadecimal), besides those that the peers file names. */
    public void honour(Set<String> keys) {
        issuers = Set.copyOf(keys);
    }

    /** Looks up where paths and orders to send on lead, and refuses what they may not lead to. */
    public AddressLookup onward() {
        return onwardPolicy;
    }

    public RelayMeter meter() {
        return meter;
    }

    /**
     * Serves a connection that allocates a path, until it ends.
     *
     * @param peer the certificate that the other end showed
     * @param trusted runs once the token has shown that the peer may ask
     */
    public void serve(ControlLink link, Fingerprint peer, Runnable trusted) {
        try {
            if (!(link.receive() instanceof Message.OpenPath request)) {
                throw new WireException("the first message must be OpenPath");
            }
            try {
                TokenVerifier.Redeemed redeemed = admit(request, peer);
                trusted.run();
                enter(redeemed.client());
                try (PeerSessions.Session _ = present.enter(() -> mayRelay(redeemed), link::close)) {
                    if (!mayRelay(redeemed)) {
                        throw notGranted();
                    }
                    allocate(link, request, redeemed);
                } finally {
                    paths.give(redeemed.client(), 1);
                }
            } catch (TransferException e) {
                RefusedConnectionsLog.note(
                        LOG, "no path, asked for", peer.toString(), e.reason() + " " + e.getMessage());
                link.refuse(e.reason(), e.getMessage());
            }
        } catch (WireException e) {
            RefusedConnectionsLog.note(
                    LOG, "what breaks the protocol", peer.toString(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", peer, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the token says, if this peer may show it to us now. */
    private TokenVerifier.Redeemed admit(Message.OpenPath request, Fingerprint peer)
            throws TransferException, WireException {
        if (!settings.enabled()) {
            throw new TransferException(Reason.PERMISSION, "relaying is disabled on this node (--no-relay)");
        }
        TokenVerifier.Redeemed redeemed = tokens.redeem(request.token());
        RouteToken token = redeemed.token();
        int hop = request.hop();
        if (hop >= token.hops().size() || !token.hops().get(hop).fingerprint().equals(identity.fingerprint())) {
            throw new TransferException(Reason.PERMISSION, "the route token does not name this node here");
        }
        Fingerprint before =
                hop == 0 ? token.holder() : token.hops().get(hop - 1).fingerprint();
        if (!before.equals(peer)) {
            throw new TransferException(Reason.AUTHENTICATION, "the route token was given to another client");
        }
        return redeemed;
    }

    /** A service may vouch for a client that is not known here, but not for one that was forbidden to relay. */
    private boolean mayRelay(TokenVerifier.Redeemed redeemed) throws IOException {
        Fingerprint signer = redeemed.signer();
        return grant(redeemed.token().holder()).map(Relay::covers).orElse(true)
                && (signer == null || grant(signer).filter(Relay::covers).isPresent());
    }

    private static TransferException notGranted() {
        return new TransferException(
                Reason.PERMISSION,
                "this client's pairing does not include relaying; have the" + " node's operator grant it");
    }

    private static boolean covers(Grant grant) {
        return grant.refusal(new Operation(Operation.Kind.RELAY)).isEmpty();
    }

    private Optional<Grant> grant(Fingerprint client) throws IOException {
        return client.equals(identity.fingerprint()) ? Optional.of(Grant.OWNER) : peers.grant(client);
    }

    private void enter(Fingerprint client) throws TransferException {
        if (paths.heldBy(client) >= settings.capacity().circuitsPerPeer() || !paths.take(client, 1)) {
            throw new TransferException(
                    Reason.LIMIT,
                    "the relay has reached its limit of paths" + (paths.heldBy(client) > 0 ? " for one client" : "")
                            + "; try again later");
        }
    }

    private void allocate(ControlLink link, Message.OpenPath request, TokenVerifier.Redeemed redeemed)
            throws TransferException, IOException, InterruptedException {
        RouteToken token = redeemed.token();
        boolean last = request.hop() == token.hops().size() - 1;
        NodeAddress next =
                last ? token.destination() : token.hops().get(request.hop() + 1).address();
        InetSocketAddress address = onwardPolicy.admissible(next);
        if (last) {
            try {
                Quietly.close(HopSockets.connect(address, new byte[0]));
            } catch (IOException e) {
                throw new TransferException(
                        Reason.UNREACHABLE, "the relay cannot reach " + next + ": " + e.getMessage(), e);
            }
            stand(link, null, address, null, redeemed);
            return;
        }
        Fingerprint expected = token.hops().get(request.hop() + 1).fingerprint();
        try (ControlLink onward = new NodeConnector(next, identity, expected::equals, PinnedTls.PATH_PROTOCOL)
                .connect(List.of(address))) {
            Message.PathOpen answer = ask(onward, next, request);
            stand(link, onward, new InetSocketAddress(address.getAddress(), answer.port()), answer, redeemed);
        }
    }

    private static Message.PathOpen ask(ControlLink onward, NodeAddress next, Message.OpenPath request)
            throws TransferException {
        try {
            onward.send(new Message.OpenPath(request.hop() + 1, request.token()));
            return Replies.expect(Message.PathOpen.class, onward.receive());
        } catch (TransferException e) {
            throw new TransferException(e.reason(), next + ": " + e.getMessage());
        } catch (IOException e) {
            throw new TransferException(Reason.UNREACHABLE, "relay " + next + " did not answer: " + ErrorText.of(e), e);
        }
    }

    /** Says OK to the hop before, and keeps the path until either side ends it. */
    private void stand(
            ControlLink link,
            @Nullable ControlLink onward,
            InetSocketAddress next,
            Message.@Nullable PathOpen answer,
            TokenVerifier.Redeemed redeemed)
            throws IOException, InterruptedException {
        byte[] id = new byte[StreamPreamble.CIRCUIT_BYTES];
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(id);
        random.nextBytes(key);
        Fingerprint client = redeemed.client();
        RelayPath circuit = new RelayPath(
                client,
                key,
                next,
                answer,
                redeemed.token().bytes(),
                limit,
                new FairOutput.Share(() -> paths.heldBy(client)));
        String name = HexFormat.of().formatHex(id);
        circuits.put(name, circuit);
        meter.circuitGauge().incrementAndGet();
        try {
            link.patience(PATIENCE);
            link.keepAlive(BEAT);
            Watch watch = new Watch(link, circuit, settings.capacity().idleTime());
            DatagramConnector further = null;
            if (onward != null && answer != null) {
                onward.patience(PATIENCE);
                onward.keepAlive(BEAT);
                DatagramConnector asked =
                        new DatagramConnector(onward, new DataKeys(answer.key()), memory, "the next hop");
                Thread.ofVirtual().name("path onward").start(() -> watch.hearOnward(onward, asked));
                further = asked;
            }
            Thread idle = Thread.ofVirtual().name("path idle").start(watch::endIdle);
            link.send(new Message.PathOpen(id, key, own.getPort()));
            hearUntilEnd(
                    link, new DatagramForwarder(circuit, link, further, settings, memory, meter, buffers, streams));
            idle.interrupt();
        } finally {
            circuits.remove(name);
            circuit.release();
            meter.circuitGauge().decrementAndGet();
        }
    }

    /** The hop before may ask for streams by datagrams; when it ends or times out, so does the path. */
    private static void hearUntilEnd(ControlLink link, DatagramForwarder datagrams) throws WireException {
        try {
            while (true) {
                Message message = link.receive();
                if (!(message instanceof Message.OpenDatagrams wish) || wish.lacksRate()) {
                    throw WireException.unexpected(message, "an open path");
                }
                datagrams.open(wish);
            }
        } catch (WireException e) {
            throw e;
        } catch (IOException _) {
            // gone, in any case
        }
    }

    /** What can end a path besides the hop before. */
    private record Watch(ControlLink link, RelayPath circuit, Duration idleTime) {
        void hearOnward(ControlLink onward, DatagramConnector streams) {
            String why = "the next hop was lost";
            try {
                Message message = onward.receive();
                while (streams.isAnswer(message)) {
                    message = onward.receive();
                }
                if (message instanceof Message.Failure failure) {
                    why = failure.text();
                }
            } catch (IOException e) {
                why = "the next hop was lost: " + ErrorText.of(e);
            }
            streams.close();
            end(Reason.CONNECTION_LOST, why);
        }

        void endIdle() {
            try {
                while (!link.isClosed()) {
                    Thread.sleep(Math.clamp(idleTime.toMillis() / 4, 50, 1000));
                    if (circuit.isUsedUp()) {
                        end(Reason.LIMIT, "the path has carried as many bytes as its token allows");
                        return;
                    }
                    if (circuit.idleNanos() > idleTime.toNanos()) {
                        end(Reason.LIMIT, "the path was idle for " + idleTime.toSeconds() + " s");
                        return;
                    }
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void end(Reason reason, String why) {
            circuit.release();
            try {
                link.send(new Message.Failure(reason, why));
                link.endSending();
            } catch (IOException _) {
                // it has gone already
            }
            link.close();
        }
    }

    /** Whether a stream belongs to a path that exists here; its preamble proves it. */
    public boolean knows(StreamPreamble preamble) {
        RelayPath circuit = circuits.get(HexFormat.of().formatHex(preamble.circuit()));
        return circuit != null && preamble.isMadeWith(circuit.key());
    }

    /** Forwards a stream that {@link #knows} vouched for; returns when it has ended. */
    public void forward(StreamPreamble preamble, SocketChannel near) throws IOException, InterruptedException {
        RelayPath circuit = circuits.get(HexFormat.of().formatHex(preamble.circuit()));
        if (circuit == null || !streams.take(circuit.client(), 1)) {
            Quietly.close(near);
            return;
        }
        try {
            if (circuit.admit(preamble.stream(), near)) {
                forward(circuit, preamble, near);
            }
        } finally {
            streams.give(circuit.client(), 1);
            Quietly.close(near);
        }
    }

    private void forward(RelayPath circuit, StreamPreamble preamble, SocketChannel near)
            throws IOException, InterruptedException {
        meter.streamGauge().incrementAndGet();
        SocketChannel far = null;
        try {
            near.socket().setSoTimeout(0);
            far = HopSockets.connect(circuit.next(), circuit.firstWords(preamble.stream()));
            if (circuit.admitFar(far)) {
                HopSockets.prepare(near);
                new Splice(near, far, meter, circuit::pass).run(buffers);
            }
        } finally {
            meter.streamGauge().decrementAndGet();
            circuit.left(near, far);
            if (far != null) {
                Quietly.close(far);
            }
        }
    }

    /** Cuts everything. */
    public void close() {
        circuits.values().forEach(RelayPath::release);
    }
}
