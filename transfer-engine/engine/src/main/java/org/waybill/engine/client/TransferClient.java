package org.waybill.engine.client;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.link.AddressLookup;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeLinks;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.session.live.LiveOutput;
import org.waybill.engine.session.live.LiveSource;
import org.waybill.engine.session.sink.SinkSession;
import org.waybill.engine.session.source.SourceSession;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/** The client's end of transfers between this machine and a node. */
public final class TransferClient {
    private final NodeLinks links;
    /** The names of our own files next to a local target. */
    private final TemporaryNames own;

    private final byte[] behalf;
    private final SecureRandom random = new SecureRandom();

    /** @param home whose identity the nodes know */
    public TransferClient(Path home) throws TransferException {
        this(home, AddressLookup.ofUser(), new byte[0]);
    }

    /**
     * The same, to where {@code names} says that nodes are.
     *
     * @param behalf as in {@link Message.Hello}
     */
    public TransferClient(Path home, AddressLookup names, byte[] behalf) throws TransferException {
        links = new NodeLinks(home, names);
        own = HomeKey.names(home);
        this.behalf = behalf.clone();
    }

    /**
     * How to copy, besides what and where.
     *
     * @param rules what is copied and replaced, as sent to the node
     * @param files with several names, of all transfers of a command
     * @param transfer its name at each attempt: one that comes back takes over what the node still holds for
     *     the one before; empty if there is one attempt only
     */
    public record Options(
            DataOptions data,
            @Nullable Instant deadline,
            @Nullable Datagrams datagrams,
            @Nullable DataConnections routes,
            CopyRules rules,
            SharedFiles files,
            byte[] transfer) {
        /** Straight to the node over TCP. */
        public Options(DataOptions data, byte[] transfer) {
            this(data, null, null, null, CopyRules.USUAL, new SharedFiles(), transfer);
        }

        /** What the session's own limiter is to keep to; datagrams keep to their rate themselves. */
        long limitBitsPerSecond() {
            return datagrams == null ? data.rateBitsPerSecond() : 0;
        }
    }

    /**
     * Data streams over datagrams.
     *
     * @param insecureLab sends them without a cipher, in a laboratory
     * @param breaker when this side, if it sends, gives up because of losses
     * @param receiver what one channel of the receiver takes
     */
    public record Datagrams(
            DatagramTerms.Transport transport,
            boolean insecureLab,
            CircuitBreaker.Limits breaker,
            ReceiverRate receiver) {
        /** Sealed, with the usual circuit breaker. */
        public Datagrams(DatagramTerms.Transport transport) {
            this(transport, false, CircuitBreaker.DEFAULT, ReceiverRate.unknown());
        }

        /** The same to a receiver of which something is known. */
        public Datagrams to(ReceiverRate known) {
            return new Datagrams(transport, insecureLab, breaker, known);
        }
    }

    /**
     * Sends what a tree holds to a node.
     *
     * @param source closed at the end
     * @param sourceName what it is called there if the target is a directory; empty for the contents of a directory
     */
    public SessionResult push(
            SourceTree source, String sourceName, Location target, Options options, ProgressCounter tally)
            throws TransferException, InterruptedException {
        if (sourceName.isEmpty() && !source.isDirectory()) {
            source.close();
            throw noDirectory();
        }
        if (source.isLeftOut()) {
            source.close();
            throw leftOut(sourceName, options.rules());
        }
        try (SourceTree tree = source;
                TransferExchange talk = begin(
                        target,
                        EntryNames.printable(sourceName.isEmpty() ? target.path() : sourceName),
                        options,
                        tally,
                        true)) {
            talk.ask(new Message.Put(talk.terms(target.path(), sourceName, tree.isDirectory())), CopyRules::ofTarget);
            try (SourceSession session = new SourceSession(talk.link(), tree, talk.settings())) {
                return talk.run(session);
            }
        }
    }

    private static TransferException noDirectory() {
        return new TransferException(
                Reason.BAD_INPUT, "the source is a file, not a directory: leave out the slash at its end");
    }

    /** One file was named, and the rules do not copy it: {@link Reason#NOTHING_TO_DO}. */
    public static TransferException leftOut(String name, CopyRules rules) {
        String shown = "\"" + EntryNames.printable(name) + "\"";
        return rules.filter().chosen() == null
                ? new TransferException(Reason.NOTHING_TO_DO, shown + " is left out by the filters")
                : new TransferException(
                        Reason.BAD_INPUT, shown + " is a file: a list of paths to copy is below a directory");
    }

    /** Sends a stream of unknown length to a node, where it becomes a file. What has been read of it is gone. */
    public SessionResult pushStream(InputStream in, Location target, Options options, ProgressCounter tally)
            throws TransferException, InterruptedException {
        try (TransferExchange talk = begin(target, "standard input", options, tally, true);
                LiveSource session = new LiveSource(talk.link(), in, talk.settings())) {
            talk.ask(new Message.PutStream(talk.terms(target.path(), "stream", false)));
            return talk.run(session);
        }
    }

    /** Fetches a file or directory from a node. */
    public SessionResult pull(
            Location source, Path target, boolean intoDirectory, Options options, ProgressCounter tally)
            throws TransferException, InterruptedException {
        String name = EntryNames.last(source.path());
        try (TransferExchange talk = begin(source, name, options, tally, false)) {
            talk.ask(new Message.Get(talk.terms(source.path(), name, false)), CopyRules::ofSource);
            Message.Ready ready = talk.expect(Message.Ready.class);
            Message said = talk.expect(Message.class);
            // what the source says of hard links comes before what it lists
            Message.Manifest first =
                    said instanceof Message.Manifest manifest ? manifest : talk.expect(Message.Manifest.class);
            boolean directory =
                    !first.entries().isEmpty() && first.entries().getFirst().kind() == Message.Kind.DIRECTORY;
            if (!directory && source.saysDirectory()) {
                throw noDirectory();
            }
            TargetTree tree =
                    openTarget(target, intoDirectory, directory ? EntryNames.placed(source.path()) : name, directory);
            try (SinkSession session = new SinkSession(talk.link(), tree, talk.settings())) {
                return said == first ? talk.run(session, ready, first) : talk.run(session, ready, said, first);
            }
        }
    }

    /** Fetches a node's file into a stream. */
    public SessionResult pullStream(Location source, OutputStream out, Options options, ProgressCounter tally)
            throws TransferException, InterruptedException {
        String name = EntryNames.last(source.path());
        try (TransferExchange talk = begin(source, name, options, tally, false);
                LiveOutput session = new LiveOutput(talk.link(), out, talk.settings())) {
            talk.ask(new Message.Get(talk.terms(source.path(), name, false)));
            return talk.run(session);
        }
    }

    private TransferExchange begin(Location place, String name, Options options, ProgressCounter tally, boolean sending)
            throws TransferException {
        tally.progress(new TransferListener.Progress(TransferListener.Phase.CONNECTING, 0, -1, 0, 0, ""));
        NodeAddress node = NodeAddress.of(place);
        DataConnections routes = options.routes();
        // datagrams and relays are reached directly only
        ControlLink link = routes == null && options.datagrams() == null
                ? links.connect(node)
                : links.connectDirectly(node, routes == null ? null : routes::detour, tally.listener());
        byte[] secret = new byte[DataKeys.SECRET_BYTES];
        random.nextBytes(secret);
        SessionSettings settings = new SessionSettings(
                secret,
                options.data().isVerified(),
                options.limitBitsPerSecond(),
                name,
                node.toString(),
                TargetLock.thisProcess(),
                tally.listener(),
                options.rules(),
                options.files());
        return new TransferExchange(
                node,
                link,
                new Message.Hello(NodeLinks.AGENT, behalf, options.transfer()),
                settings,
                options,
                tally,
                sending);
    }

    private TargetTree openTarget(Path target, boolean intoDirectory, String name, boolean directory)
            throws TransferException {
        return StorageErrors.mapped(
                "writing", target.toString(), () -> TargetTree.local(target, own, intoDirectory, name, directory));
    }
}
