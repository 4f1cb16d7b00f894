package org.waybill.engine.node;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.cache.CachePath;
import org.waybill.engine.cache.CacheStage;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.driver.RefusedConnectionsLog;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.identity.PeerSessions;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.live.LiveFile;
import org.waybill.engine.session.sink.CutThroughRegistry;
import org.waybill.engine.session.sink.SinkSession;
import org.waybill.engine.session.source.SourceSession;
import org.waybill.engine.session.streams.DatagramHost;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.WriteGuard;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Terms;
import org.waybill.engine.wire.MessageCodec;
import org.waybill.engine.wire.WireException;
import org.waybill.planner.admission.FairShares;

/** One control connection at the node: first who it is, then one request after the other. */
final class ControlSession {
    private static final System.Logger LOG = System.getLogger(ControlSession.class.getName());
    private static final String AGENT = "waybill node";
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final ControlLink link;
    private final Fingerprint peer;
    private final InetSocketAddress address;
    private final FairShares<Fingerprint> admission;
    private final NodeServices services;
    private volatile @Nullable RequestAuthorization permit;
    private @Nullable DataDirectory directory;
    private @Nullable FileRequests files;
    private byte[] transfer = {};
    private volatile boolean clientIsBack;
    private final RequestCopyRules rules = new RequestCopyRules();

    ControlSession(
            ControlLink link,
            Fingerprint peer,
            InetSocketAddress address,
            FairShares<Fingerprint> admission,
            NodeServices services) {
        this.link = link;
        this.peer = peer;
        this.address = address;
        this.admission = admission;
        this.services = services;
    }

    /**
     * Serves until the peer leaves, or may not do any more what it may now.
     *
     * @param trusted runs when the peer has proved who it is
     */
    void serve(Runnable trusted) {
        try (PeerSessions.Session _ = services.present().enter(this::isStillGranted, link::close)) {
            permit = permitNow(new byte[0]).orElse(null);
            if (permit == null) {
                new NodePairing(link, peer, address, services).serve(link.receive());
                return;
            }
            trusted.run();
            if (!admission.take(peer, 1)) {
                link.refuse(
                        Reason.LIMIT,
                        "the node has reached its limit of sessions"
                                + (admission.heldBy(peer) > 0 ? " for this client" : "")
                                + "; try again later");
                return;
            }
            try {
                link.trust();
                link.keepAlive();
                serveRequests();
            } finally {
                admission.give(peer, 1);
            }
        } catch (EOFException | SocketTimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} left", address);
        } catch (WireException e) {
            RefusedConnectionsLog.note(
                    LOG,
                    "what breaks the protocol",
                    address.getAddress().getHostAddress(),
                    String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", address, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param behalf as in {@link Message.Hello} */
    private Optional<RequestAuthorization> permitNow(byte[] behalf) throws IOException {
        return RequestAuthorization.of(services.peers(), services.identity().fingerprint(), peer, behalf);
    }

    private boolean isStillGranted() throws IOException {
        RequestAuthorization had = permit;
        return had == null || had.equals(permitNow(had.claimed()).orElse(null));
    }

    private void noteSeen(List<Quota> quotas) throws IOException {
        RequestAuthorization now = permit();
        if (!now.own()) {
            long used = quotas.isEmpty() ? 0 : quotas.getFirst().usedBytes();
            services.seen().note(now.peer(), Instant.now(), address.getAddress().getHostAddress(), used);
        }
    }

    private void serveRequests() throws IOException, InterruptedException {
        Message first = link.receive();
        if (NodePairing.isFor(first)) {
            new NodePairing(link, peer, address, services).serve(first);
            return;
        }
        if (!(first instanceof Message.Hello hello)) {
            throw new WireException("the first message must be Hello");
        }
        RequestAuthorization now = permitNow(hello.behalf()).orElse(null);
        if (now == null) {
            link.refuse(
                    Reason.AUTHENTICATION,
                    "the client that asked for this is not paired with this node, or confined to"
                            + " another directory than the node that sends");
            return;
        }
        transfer = hello.transfer();
        link.peerSpeaks(hello.version());
        link.send(new Message.Welcome(MessageCodec.VERSION, AGENT));
        permit = now;
        List<Quota> quotas = services.quotas().of(now);
        WritePolicy writes = new WritePolicy(now, quotas);
        directory = new DataDirectory(
                services.settings().dataDirectory(),
                services.own().of(now.mark()),
                now,
                now.own() ? WriteGuard.NONE : writes);
        files = new FileRequests(link, directory, writes, services.hashing());
        noteSeen(quotas);
        try (MeasurementHandler measurements = new MeasurementHandler(link)) {
            Message request = link.receive();
            while (request != null) {
                request = answer(request, measurements);
            }
        } finally {
            noteSeen(quotas);
        }
    }

    private RequestAuthorization permit() {
        return Objects.requireNonNull(permit);
    }

    private DataDirectory data() {
        return Objects.requireNonNull(directory);
    }

    /** Answers one request; returns the next one, null if the connection is of no use afterwards. */
    private @Nullable Message answer(Message request, MeasurementHandler measurements)
            throws IOException, InterruptedException {
        try {
            switch (request) {
                case Message.StatusRequest status -> link.send(status(status.path()));
                case Message.ListRequest list -> data().list(list, link);
                case Message.Rules part -> rules.add(part);
                case Message.FileRequest wanted -> Objects.requireNonNull(files).answer(wanted);
                case Message.Put _, Message.PutStream _, Message.Get _, Message.SendOn _ -> {
                    return transfer(request);
                }
                case Message.RateTest test -> {
                    permit().check(new Operation(Operation.Kind.MEASURE));
                    measurements.rate(test);
                }
                case Message.TrainRequest wanted -> {
                    permit().check(new Operation(Operation.Kind.MEASURE));
                    measurements.openTrains(wanted);
                }
                case Message.TrainAnnouncement coming -> measurements.train(coming);
                case Message.SendTrain wanted -> measurements.sendTrain(wanted);
                case Message.HostInfoRequest _ -> {
                    permit().check(new Operation(Operation.Kind.HOST_INFO));
                    measurements.examine(services.settings().dataDirectory());
                }
                default -> throw WireException.unexpected(request, "a node");
            }
            return link.receive();
        } catch (TransferException e) {
            log(e);
            boolean lasting = request instanceof Message.StatusRequest
                    || request instanceof Message.ListRequest
                    || request instanceof Message.FileRequest;
            if (!lasting) {
                link.refuse(e.reason(), String.valueOf(e.getMessage()));
                return null;
            }
            link.send(new Message.Failure(e.reason(), String.valueOf(e.getMessage())));
            return link.receive();
        }
    }

    private Message.Status status(String path) throws TransferException {
        Optional<CachedCopies> cached =
                path.equals(CachePath.ROOT) ? CachedCopies.of(services, permit()) : Optional.empty();
        return cached.isPresent() ? cached.get().status() : data().status(path);
    }

    /** The client has come back on another connection: what is sent on this one is ignored. */
    private void succeeded() {
        clientIsBack = true;
        link.close();
    }

    private @Nullable Message transfer(Message request) throws TransferException, IOException, InterruptedException {
        boolean usable;
        try (RunningTransfers.Attempt _ = services.running().begin(permit().peer(), transfer, this::succeeded)) {
            if (request instanceof Message.SendOn order) {
                Optional<CachePath> cached = CachePath.parse(order.path());
                Optional<CachedCopies> copies = CachedCopies.of(services, permit());
                if (cached.isPresent() && copies.isPresent()) {
                    return copies.get()
                            .sendOn(cached.get(), order, new ThirdPartyPush(link, services, permit(), transfer));
                }
                List<String> names = permit().check(Operation.Kind.SEND_ON, order.path());
                CopyRules given = rules.take();
                return new ThirdPartyPush(link, services, permit(), transfer)
                        .serve(order, () -> openToSendOn(order.path(), names, given));
            }
            usable = switch (request) {
                case Message.Put put -> receiveFiles(put.terms(), rules.take());
                case Message.PutStream put -> receiveStream(put.terms());
                case Message.Get get -> sendFiles(get.terms(), rules.take());
                default -> throw new IllegalStateException("no transfer: " + request);
            };
        }
        return usable ? link.receive() : null;
    }

    private void log(TransferException e) {
        LOG.log(System.Logger.Level.INFO, "{0}: {1} {2}", address, e.reason(), e.getMessage());
    }

    /** A copy that is still arriving is read as it comes. */
    private SourceTree openToSendOn(String path, List<String> names, CopyRules given)
            throws TransferException, InterruptedException {
        Optional<SourceTree> arriving = services.arrivals().follow(names, peer);
        return arriving.isPresent() ? arriving.get() : data().openSource(Operation.Kind.SEND_ON, path, given);
    }

    private SessionSettings settings(Terms terms, String name, CopyRules with) {
        String owner = "a transfer from " + address.getAddress().getHostAddress() + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return new SessionSettings(
                terms.secret(),
                terms.verify(),
                terms.rateBitsPerSecond(),
                name,
                "the client at " + address,
                owner,
                TransferListener.NONE,
                with,
                services.files().of(permit().mark()));
    }

    private boolean receiveFiles(Terms terms, CopyRules with) throws TransferException, InterruptedException {
        Optional<CachePath> cached = CachePath.parse(terms.path());
        Optional<CachedCopies> copies = CachedCopies.of(services, permit());
        if (cached.isPresent() && copies.isPresent()) {
            return receiveToSendOn(copies.get(), cached.get(), terms, with);
        }
        TargetTree target = data().openTarget(terms);
        try (CutThroughRegistry.Registration coming = services.arrivals().begin(target.names(), readers());
                SinkSession session = new SinkSession(link, target, settings(terms, terms.path(), with), coming)) {
            return run(session, SinkSession.WINDOW_BYTES, terms, false);
        }
    }

    private boolean receiveToSendOn(CachedCopies copies, CachePath path, Terms terms, CopyRules with)
            throws TransferException, InterruptedException {
        String name = "the copy for " + path.destination();
        try (CacheStage stage = copies.receiving(path, terms)) {
            SinkSession session =
                    new SinkSession(link, copies.target(stage, path, terms), settings(terms, name, with), stage);
            try (session) {
                return run(session, SinkSession.WINDOW_BYTES, terms, false);
            } finally {
                copies.ended(stage, session.outcome().failure());
            }
        }
    }

    /** Who may send on what this client writes before it is whole: who writes it, and this node's own home. */
    private Set<Fingerprint> readers() {
        Set<Fingerprint> readers = new HashSet<>(permit().writers());
        readers.add(services.identity().fingerprint());
        return readers;
    }

    private boolean receiveStream(Terms terms) throws TransferException, InterruptedException {
        try (LiveFile session =
                LiveFile.open(link, data().openTarget(terms), settings(terms, terms.path(), CopyRules.USUAL))) {
            return run(session, 0, terms, false);
        }
    }

    /** Feeds a session until it ends; true if it ended well. It has notified the peer if not. */
    private boolean run(TransferSide session, long windowBytes, Terms terms, boolean sending)
            throws InterruptedException {
        DatagramHost datagrams = new DatagramHost(link, session, terms.secret(), sending, services.memory());
        byte[] id = services.sessions().register(session);
        session.streamPatience(TransferSide.REPLACEMENT_TIME.plus(LAST_WORDS));
        Thread.ofVirtual().name("node session end").start(() -> tidyAfterFailure(session));
        try {
            link.send(new Message.Ready(id, windowBytes));
            session.start();
            while (!session.outcome().isEnded()) {
                Message message = link.receive();
                if (message instanceof Message.OpenDatagrams wish) {
                    datagrams.open(wish);
                } else {
                    session.receive(message);
                }
            }
        } catch (IOException e) {
            if (clientIsBack) {
                session.outcome()
                        .fail(new TransferException(
                                Reason.CONNECTION_LOST, "the client is back on another connection"));
            }
            session.failed(e);
        } catch (TransferException e) {
            session.outcome().fail(e);
        } catch (RuntimeException | Error e) {
            session.outcome().fail(new TransferException(Reason.INTERNAL, "the node failed: " + e, e));
            throw e;
        } finally {
            services.sessions().remove(id);
        }
        try {
            session.outcome().await();
            return true;
        } catch (TransferException e) {
            log(e);
            link.awaitPeersEnd(LAST_WORDS);
            return false;
        }
    }

    /** Frees files and locks, and only then shows the peer our end: it may come back at once. */
    private void tidyAfterFailure(TransferSide session) {
        try {
            session.outcome().await();
        } catch (TransferException _) {
            session.close();
            link.endSending();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean sendFiles(Terms terms, CopyRules with) throws TransferException, InterruptedException {
        SourceTree tree = data().openSource(Operation.Kind.DOWNLOAD, terms.path(), with);
        if (tree.isLeftOut()) {
            tree.close();
            throw TransferClient.leftOut(terms.path(), with);
        }
        try (SourceSession session = new SourceSession(link, tree, settings(terms, terms.path(), with))) {
            return run(session, 0, terms, true);
        }
    }
}
