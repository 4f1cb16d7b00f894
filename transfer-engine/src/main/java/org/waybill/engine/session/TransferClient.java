package org.waybill.engine.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PeerBook;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.wire.CipherWarmup;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Terms;
import org.waybill.engine.wire.MessageCodec;
import org.waybill.engine.wire.WireException;

/** The client's end of transfers between this machine and a node. */
public final class TransferClient {
    private static final String AGENT = "waybill";
    private static final long CONTROL_MILLIS = 1000;
    private static final long UNKNOWN_BUT_MUCH = 1L << 40;
    private static final long PROGRESS_MILLIS = 100;
    /** A route that was lost is replaced within so long, or the session starts anew. */
    public static final Duration REPLACEMENT_TIME = Duration.ofSeconds(20);
    private static final Duration LEAVE_TIME = Duration.ofSeconds(3);

    private final NodeIdentity identity;
    private final PeerBook peers;
    private final SecureRandom random = new SecureRandom();

    public TransferClient(Path home) throws TransferException {
        identity = NodeIdentity.loadOrCreate(home);
        peers = new PeerBook(home);
    }

    /** How to move, besides what and where. */
    public record Options(int streams, long rateBitsPerSecond, boolean verify, @Nullable Instant deadline,
            @Nullable Datagrams datagrams, @Nullable DataRoutes routes) {
        /** Straight to the node over TCP. */
        public Options(int streams, long rateBitsPerSecond, boolean verify, @Nullable Instant deadline) {
            this(streams, rateBitsPerSecond, verify, deadline, null, null);
        }

        /** What the session's own limiter is to keep to; datagrams keep to their rate themselves. */
        long limitBitsPerSecond() {
            return datagrams == null ? rateBitsPerSecond : 0;
        }
    }

    /**
     * Data streams over datagrams.
     *
     * @param insecureLab sends them without a cipher, in a laboratory
     * @param breaker when this side, if it sends, gives up because of losses
     */
    public record Datagrams(Message.Transport transport, boolean insecureLab, CircuitBreaker.Limits breaker) {
        /** Sealed, with the usual circuit breaker. */
        public Datagrams(Message.Transport transport) {
            this(transport, false, CircuitBreaker.DEFAULT);
        }
    }

    /** Connects to a node that we are paired with, or that is of our own {@code WAYBILL_HOME}. */
    ControlLink connect(NodeAddress node) throws TransferException {
        Optional<Fingerprint> pinned;
        try {
            pinned = peers.node(node.host(), node.port());
        } catch (IOException e) {
            throw new TransferException(Reason.INTERNAL, "cannot read the paired peers: " + e, e);
        }
        Fingerprint own = identity.fingerprint();
        ControlLink link = NodeConnector.connect(node, identity,
                shown -> shown.equals(own) || shown.equals(pinned.orElse(null)));
        link.trust();
        link.keepAlive();
        return link;
    }

    /** The same, over relays where the node does not answer and the options know a way round. */
    private ControlLink connect(NodeAddress node, Options options, Tally tally) throws TransferException {
        DataRoutes routes = options.routes();
        try {
            return connect(node);
        } catch (TransferException e) {
            if (routes == null || e.reason() != Reason.UNREACHABLE) {
                throw e;
            }
            tally.listener().onEvent("DETOUR", e.getMessage() + "; trying the relays");
            return detour(node, routes, e);
        }
    }

    private ControlLink detour(NodeAddress node, DataRoutes routes, TransferException why) throws TransferException {
        try {
            Optional<Fingerprint> pinned = peers.node(node.host(), node.port());
            Fingerprint own = identity.fingerprint();
            ControlLink link = NodeConnector.over(routes.detour(), node, identity,
                    shown -> shown.equals(own) || shown.equals(pinned.orElse(null)));
            link.trust();
            link.keepAlive();
            return link;
        } catch (IOException e) {
            why.addSuppressed(e);
            throw why;
        }
    }

    /** Sends a local file or directory to a node. */
    public SessionResult push(Path source, Location target, Options options, Tally tally)
            throws TransferException, InterruptedException {
        String sourceName = String.valueOf(source.toAbsolutePath().normalize().getFileName());
        return push(openSource(source), sourceName, target, options, tally);
    }

    /**
     * Sends what a tree holds to a node.
     *
     * @param source closed at the end
     */
    public SessionResult push(SourceTree source, String sourceName, Location target, Options options, Tally tally)
            throws TransferException, InterruptedException {
        NodeAddress node = NodeAddress.of(target);
        try (SourceTree tree = source) {
            tally.progress(connecting());
            try (ControlLink link = connect(node, options, tally)) {
                SessionSettings settings = settings(EntryNames.printable(sourceName), node, options, tally.listener());
                Terms terms = new Terms(target.path(), sourceName, tree.isDirectory(),
                        settings.secret(), options.verify(), options.limitBitsPerSecond());
                return push(tree, link, settings, terms, options, tally);
            }
        }
    }

    /** Sends a stream of unknown length to a node, where it becomes a file. What has been read of it is gone. */
    public SessionResult pushStream(InputStream in, Location target, Options options, Tally tally)
            throws TransferException, InterruptedException {
        NodeAddress node = NodeAddress.of(target);
        tally.progress(connecting());
        try (ControlLink link = connect(node, options, tally)) {
            SessionSettings settings = settings("standard input", node, options, tally.listener());
            Terms terms = new Terms(target.path(), "stream", false, settings.secret(), options.verify(),
                    options.limitBitsPerSecond());
            try (LiveSource session = new LiveSource(link, in, settings);
                    DatagramDialer datagrams = datagrams(link, settings, options, true)) {
                send(link, settings, datagrams, hello(), new Message.PutStream(terms));
                session.start();
                CompletableFuture<byte[]> ready = new CompletableFuture<>();
                dial(session, link, settings, options, ready, session.failures(), datagrams);
                return live(session, link, datagrams, options, tally, message -> {
                    if (message instanceof Message.Ready accepted) {
                        tally.accepted();
                        ready.complete(accepted.session());
                    }
                });
            }
        }
    }

    /** Fetches a node's file into a stream. */
    public SessionResult pullStream(Location source, OutputStream out, Options options, Tally tally)
            throws TransferException, InterruptedException {
        NodeAddress node = NodeAddress.of(source);
        tally.progress(connecting());
        try (ControlLink link = connect(node, options, tally)) {
            SessionSettings settings = settings(lastName(source.path()), node, options, tally.listener());
            try (LiveOutput session = new LiveOutput(link, out, settings);
                    DatagramDialer datagrams = datagrams(link, settings, options, false)) {
                send(link, settings, datagrams, hello(), new Message.Get(new Terms(source.path(), settings.name(),
                        false, settings.secret(), options.verify(), options.limitBitsPerSecond())));
                session.start();
                CompletableFuture<byte[]> ready = new CompletableFuture<>();
                return live(session, link, datagrams, options, tally, message -> {
                    if (message instanceof Message.Ready accepted) {
                        tally.accepted();
                        ready.complete(accepted.session());
                        link.send(new Message.Ready(accepted.session(), SinkSession.WINDOW_BYTES));
                    } else if (message instanceof Message.Manifest first
                            && bytesOf(first) > SourceSession.INLINE_BYTES) {
                        dial(session, link, settings, options, ready, session.failures(), datagrams);
                    }
                });
            }
        }
    }

    /** Takes a look at what the node says, before the session does. */
    private interface Watcher {
        void look(Message message) throws IOException;
    }

    private static SessionResult live(LiveSession session, ControlLink link, DatagramDialer datagrams, Options options,
            Tally tally, Watcher watcher) throws TransferException, InterruptedException {
        CompletableFuture<Void> heard = hear(link, session.failures(), () -> {
            expectWelcome(link.receive());
            while (true) {
                Message message = link.receive();
                watcher.look(message);
                if (!datagrams.isAnswer(message) && !(message instanceof Message.Ready)) {
                    session.receive(message);
                }
            }
        });
        watch(session, options, tally, heard);
        link.finish();
        return session.result();
    }

    private static SourceTree openSource(Path source) throws TransferException {
        try {
            return SourceTree.local(source);
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading", source.toString());
        }
    }

    private SessionResult push(SourceTree tree, ControlLink link, SessionSettings settings, Terms terms,
            Options options, Tally tally) throws TransferException, InterruptedException {
        try (SourceSession session = new SourceSession(link, tree, settings);
                DatagramDialer datagrams = datagrams(link, settings, options, true)) {
            CompletableFuture<byte[]> ready = new CompletableFuture<>();
            Failures failures = session.failures();
            session.onDataNeeded(() -> dial(session, link, settings, options, ready, failures, datagrams));
            send(link, settings, datagrams, hello(), new Message.Put(terms));
            session.start();
            CompletableFuture<Void> heard = hear(link, failures, () -> {
                expectWelcome(link.receive());
                while (true) {
                    Message message = link.receive();
                    if (message instanceof Message.Ready accepted) {
                        tally.accepted();
                        ready.complete(accepted.session());
                    }
                    if (!datagrams.isAnswer(message)) {
                        session.receive(message);
                    }
                }
            });
            watch(session, options, tally, heard);
            link.finish();
            return session.result();
        }
    }

    /** Fetches a file or directory from a node. */
    public SessionResult pull(Location source, Path target, boolean intoDirectory, Options options,
            Tally tally) throws TransferException, InterruptedException {
        NodeAddress node = NodeAddress.of(source);
        String name = lastName(source.path());
        tally.progress(connecting());
        try (ControlLink link = connect(node, options, tally)) {
            SessionSettings settings = settings(name, node, options, tally.listener());
            try (DatagramDialer datagrams = datagrams(link, settings, options, false)) {
                send(link, settings, datagrams, hello(), new Message.Get(new Terms(source.path(), name, false,
                        settings.secret(), options.verify(), options.limitBitsPerSecond())));
                expectWelcome(link.receive());
                byte[] id = expect(Message.Ready.class, link.receive()).session();
                tally.accepted();
                Message message = link.receive();
                while (datagrams.isAnswer(message)) {
                    message = link.receive();
                }
                Message.Manifest first = expect(Message.Manifest.class, message);
                boolean directory = !first.entries().isEmpty()
                        && first.entries().getFirst().kind() == Message.Kind.DIRECTORY;
                TargetTree tree = openTarget(target, intoDirectory, name, directory);
                return pull(new Accepted(link, id, first, datagrams), tree, settings, options, tally);
            } catch (IOException e) {
                throw Failures.ofConnection(e, settings.peerName());
            }
        }
    }

    private static TargetTree openTarget(Path target, boolean intoDirectory, String name, boolean directory)
            throws TransferException {
        try {
            return TargetTree.local(target, intoDirectory, name, directory);
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", target.toString());
        }
    }

    /** What the node has answered so far: that it has the thing, and the first of what it consists of. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Accepted(ControlLink link, byte[] id, Message.Manifest first, DatagramDialer datagrams) {}

    private SessionResult pull(Accepted accepted, TargetTree tree, SessionSettings settings, Options options,
            Tally tally) throws TransferException, InterruptedException, IOException {
        ControlLink link = accepted.link();
        Message.Manifest first = accepted.first();
        DatagramDialer datagrams = accepted.datagrams();
        try (SinkSession session = new SinkSession(link, tree, settings)) {
            Failures failures = session.failures();
            session.start();
            link.send(new Message.Ready(accepted.id(), SinkSession.WINDOW_BYTES));
            session.receive(first);
            if (bytesOf(first) > SourceSession.WARMUP_BYTES) {
                CipherWarmup.opening();
            }
            if (!first.last() || bytesOf(first) > SourceSession.INLINE_BYTES) {
                dial(session, link, settings, options, CompletableFuture.completedFuture(accepted.id()), failures,
                        datagrams);
            }
            CompletableFuture<Void> heard = hear(link, failures, () -> {
                while (true) {
                    Message message = link.receive();
                    if (!datagrams.isAnswer(message)) {
                        session.receive(message);
                    }
                }
            });
            watch(session, options, tally, heard);
            link.finish();
            return session.result();
        }
    }

    private static long bytesOf(Message.Manifest manifest) {
        return manifest.entries().stream().mapToLong(Message.Entry::sizeBytes).sum();
    }

    private static void dial(TransferSession session, ControlLink link, SessionSettings settings, Options options,
            CompletableFuture<byte[]> id, Failures failures, DatagramDialer datagrams) {
        Thread.ofVirtual().name("dial").start(() -> failures.run(() -> {
            byte[] session16 = id.join();
            if (options.datagrams() != null && options.routes() == null) {
                new ChannelOpener(session, datagrams, new DataKeys(settings.secret()), session16, options).run();
                return;
            }
            DataRoutes routes = options.routes();
            if (routes != null) {
                session.streamPatience(REPLACEMENT_TIME);
                routes.run(new StreamPort(session, settings, session16, NodeAddress.parse(settings.peerName()), options,
                        DataSockets.rttMicros(link.channel())));
                return;
            }
            long total = session.progress().totalBytes();
            try {
                new StreamTuner(session, new DirectDialer(link), new DataKeys(settings.secret()), session16,
                        options.streams(), session::deliveredBytes)
                        .run(DataSockets.rttMicros(link.channel()), total < 0 ? UNKNOWN_BUT_MUCH : total);
            } catch (IOException e) {
                // the control connection may know better why the node wants no data
                if (!session.endsWithin(CONTROL_MILLIS)) {
                    throw e;
                }
            }
        }));
    }

    private static DatagramDialer datagrams(ControlLink link, SessionSettings settings, Options options,
            boolean sending) {
        return new DatagramDialer(link, new DataKeys(settings.secret()), options, sending);
    }

    /** Reports progress until the end. */
    private static void watch(TransferSession session, Options options, Tally tally,
            CompletableFuture<Void> heard)
            throws TransferException, InterruptedException {
        try {
            while (!session.await(PROGRESS_MILLIS)) {
                tally.progress(session.progress());
                if (options.deadline() != null && Instant.now().isAfter(options.deadline())) {
                    throw new TransferException(Reason.DEADLINE_MISSED, "not done by " + options.deadline()
                            + "; what has arrived is kept, running it again goes on from there");
                }
            }
        } catch (TransferException e) {
            session.fail(e);
            session.close();
            tally.lost(session.result().resentBytes());
            leave(heard);
            throw e;
        }
        tally.progress(session.progress());
    }

    /** After a failure the node is given time to put its files in order, so that we may come back at once. */
    private static void leave(CompletableFuture<Void> heard) {
        try {
            heard.get(LEAVE_TIME.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // the node does not answer: nothing more can be done from here
        }
    }

    /** Hears the node on a thread of its own until the connection ends. */
    private static CompletableFuture<Void> hear(ControlLink link, Failures failures, Failures.Part part) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual().name("control").start(() -> {
            failures.run(part);
            link.awaitPeersEnd(LEAVE_TIME);
            ended.complete(null);
        });
        return ended;
    }

    private SessionSettings settings(String name, NodeAddress node, Options options, TransferListener listener) {
        byte[] secret = new byte[DataKeys.SECRET_BYTES];
        random.nextBytes(secret);
        String owner = "process " + ProcessHandle.current().pid() + " on this machine, since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return new SessionSettings(secret, options.verify(), options.limitBitsPerSecond(), name, node.toString(), owner,
                listener);
    }

    private static Message hello() {
        return new Message.Hello(MessageCodec.VERSION, AGENT, new byte[0]);
    }

    private static void send(ControlLink link, SessionSettings settings, DatagramDialer datagrams,
            Message... request) throws TransferException {
        try {
            link.send(datagrams.withWishes(request));
        } catch (IOException e) {
            throw Failures.ofConnection(e, settings.peerName());
        }
    }

    private static void expectWelcome(Message message) throws TransferException, WireException {
        expect(Message.Welcome.class, message);
    }

    static <T extends Message> T expect(Class<T> type, Message message) throws TransferException, WireException {
        if (message instanceof Message.Failure failure) {
            throw new TransferException(failure.reason(), failure.text());
        }
        if (!type.isInstance(message)) {
            throw new WireException("it said " + message.getClass().getSimpleName() + " where "
                    + type.getSimpleName() + " was due");
        }
        return type.cast(message);
    }

    /** What lies at a place of a node: every entry beneath it, in order; nothing is moved. */
    public List<Message.Entry> list(Location place) throws TransferException {
        NodeAddress node = NodeAddress.of(place);
        List<Message.Entry> entries = new ArrayList<>();
        try (ControlLink link = connect(node)) {
            link.send(hello(), new Message.ListRequest(place.path(), true));
            expectWelcome(link.receive());
            boolean last = false;
            while (!last) {
                Message.Manifest manifest = expect(Message.Manifest.class, link.receive());
                entries.addAll(manifest.entries());
                last = manifest.last();
            }
            link.finish();
            return entries;
        } catch (IOException e) {
            throw Failures.ofConnection(e, node.toString());
        }
    }

    /** What is at a place of a node, and how much room is there. */
    public Message.Status status(Location place) throws TransferException {
        NodeAddress node = NodeAddress.of(place);
        try (ControlLink link = connect(node)) {
            link.send(hello(), new Message.StatusRequest(place.path()));
            expectWelcome(link.receive());
            Message.Status status = expect(Message.Status.class, link.receive());
            link.finish();
            return status;
        } catch (IOException e) {
            throw Failures.ofConnection(e, node.toString());
        }
    }

    /**
     * Has one node send what it holds to another; both must be known to us, and the second must know the first.
     *
     * @param holder what to send, and where it lies
     * @return the sending node's report
     */
    public Message.Report sendOn(Location holder, Location target, boolean verify, long rateBitsPerSecond, Tally tally)
            throws TransferException, InterruptedException {
        NodeAddress from = NodeAddress.of(holder);
        NodeAddress to = NodeAddress.of(target);
        try (ControlLink link = connect(from)) {
            link.send(hello(), new Message.SendOn(holder.path(), to.host(), to.port(), target.path(), verify,
                    rateBitsPerSecond));
            expectWelcome(link.receive());
            while (true) {
                Message message = link.receive();
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (message instanceof Message.Progress now) {
                    tally.progress(new TransferListener.Progress(TransferListener.Phase.MOVING, now.bytesDone(),
                            now.totalBytes(), now.filesDone(), now.totalFiles(), ""));
                    continue;
                }
                Message.Report report = expect(Message.Report.class, message);
                link.finish();
                return report;
            }
        } catch (IOException e) {
            throw Failures.ofConnection(e, from.toString());
        }
    }

    private static String lastName(String path) {
        String trimmed = path.replaceAll("/+$", "");
        return trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }

    private static TransferListener.Progress connecting() {
        return new TransferListener.Progress(TransferListener.Phase.CONNECTING, 0, -1, 0, 0, "");
    }
}
