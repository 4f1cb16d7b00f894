package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferReport.Unsent;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.client.ProgressCounter;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.driver.udp.DatagramWarmup;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.StandardStreams;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.overlay.RouteTokens;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Transport;

/** Moves between this machine and a node, over TCP or datagrams; once: the caller retries. */
public final class EngineMover implements Mover {
    private final Path home;
    private final TransferClient.@Nullable Datagrams datagrams;
    private final RouteTokens tokens;
    private final StandardStreams streams;
    private final Supplier<SharedFiles> files;

    /**
     * A mover with the identity and the paired nodes of one {@code WAYBILL_HOME}.
     *
     * @param home made when it is not there
     */
    public EngineMover(Path home) {
        this(home, RouteTokens.NONE);
    }

    /** @param tokens sign route tokens for us, asked first */
    public EngineMover(Path home, RouteTokens tokens) {
        this(home, null, tokens, StandardStreams.ofProcess(), SharedFiles::new);
    }

    private EngineMover(
            Path home,
            TransferClient.@Nullable Datagrams datagrams,
            RouteTokens tokens,
            StandardStreams streams,
            Supplier<SharedFiles> files) {
        this.tokens = tokens;
        this.streams = streams;
        this.home = home;
        this.datagrams = datagrams;
        this.files = files;
    }

    /** One for each transport by datagrams. */
    public static List<EngineMover> datagrams(Path home) {
        return Stream.of(DatagramTerms.Transport.values())
                .map(transport -> by(transport, home))
                .toList();
    }

    /** The same over datagrams: PLUT fills a dedicated channel (Lu 2011, 4.2), TSP holds the request's rate (5.2). */
    public static EngineMover by(DatagramTerms.Transport transport, Path home) {
        return new EngineMover(
                home,
                new TransferClient.Datagrams(transport),
                RouteTokens.NONE,
                StandardStreams.ofProcess(),
                SharedFiles::new);
    }

    /**
     * The same with datagrams that bear a checksum and no cipher: for measurements in a laboratory. The records within
     * are sealed all the same; cookie, packet numbers and replay window stay.
     *
     * @throws IllegalStateException if this mover sends no datagrams
     */
    public EngineMover inLaboratory() {
        TransferClient.Datagrams usual = needDatagrams();
        return new EngineMover(
                home,
                new TransferClient.Datagrams(usual.transport(), true, usual.breaker(), usual.receiver()),
                tokens,
                streams,
                files);
    }

    /**
     * The same with another circuit breaker where this side sends: a transfer ends when more than this is lost for as
     * long.
     *
     * @throws IllegalStateException if this mover sends no datagrams
     */
    public EngineMover withBreaker(CircuitBreaker.Limits breaker) {
        TransferClient.Datagrams usual = needDatagrams();
        return new EngineMover(
                home,
                new TransferClient.Datagrams(usual.transport(), usual.insecureLab(), breaker, usual.receiver()),
                tokens,
                streams,
                files);
    }

    private TransferClient.Datagrams needDatagrams() {
        if (datagrams == null) {
            throw new IllegalStateException(name() + " sends no datagrams");
        }
        return datagrams;
    }

    /** The same with other streams for {@code -} than those of the process. */
    public EngineMover withStreams(InputStream in, OutputStream out) {
        return new EngineMover(home, datagrams, tokens, new StandardStreams(in, out), files);
    }

    /** The same for the transfers of one command, which know of the hard links that they have made. */
    public EngineMover ofCommand(CopiedNames copied) {
        return new EngineMover(home, datagrams, tokens, streams, copied::engine);
    }

    @Override
    public String name() {
        return datagrams == null
                ? Transport.TCP.name()
                : datagrams.transport().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.of(
                Capability.PUSH,
                Capability.PULL,
                Capability.RESUME,
                Capability.PARALLEL_STREAMS,
                Capability.DIRECTORIES,
                Capability.CHECKSUM,
                Capability.STREAM);
        if (datagrams == null) {
            all.add(Capability.THIRD_PARTY_COPY);
        }
        return all;
    }

    @Override
    public boolean accepts(Location source, Location destination) {
        boolean push = source.isLocal() && destination.is(Protocol.WAYBILL);
        boolean pull = source.is(Protocol.WAYBILL) && destination.isLocal();
        boolean between = datagrams == null && source.is(Protocol.WAYBILL) && destination.is(Protocol.WAYBILL);
        return push || pull || between;
    }

    /** Whether the node that has the data sends them to another. */
    private static boolean isBetweenNodes(TransferRequest request) {
        return request.source().is(Protocol.WAYBILL) && request.destination().is(Protocol.WAYBILL);
    }

    @Override
    public void check(TransferRequest request) throws TransferException {
        requests().requireSupported(request);
        if (isBetweenNodes(request)) {
            NodeToNode.requireSupported(request);
        }
    }

    private RequestCheck requests() {
        return new RequestCheck(name(), datagrams == null ? null : datagrams.transport());
    }

    @Override
    public TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        requests().requireSupported(request);
        if (request.rules().keeps(Extra.OWNERS) && ChecksummedDownload.isCompared(request)) {
            // under a name of its own it must stay this user's
            listener.onEvent(
                    Extra.OWNERS.event(),
                    Extra.OWNERS.notKept("the file gets its name when it was compared with its checksum"));
            Set<Extra> others = EnumSet.copyOf(request.rules().extras());
            others.remove(Extra.OWNERS);
            return move(request.with(request.rules().with(others)), listener);
        }
        if (isBetweenNodes(request)) {
            lackingBetweenNodes(request.rules().extras())
                    .forEach((extra, text) -> listener.onEvent(extra.event(), text));
            return new NodeToNode(home).move(request, listener);
        }
        long startedNanos = System.nanoTime();
        boolean stream = request.source().isStream() || request.destination().isStream();
        if (stream) {
            RequestCheck.requireStream(request);
        }
        if (request.dryRun()) {
            return DryRun.report(new NodeQueries(home), request, listener, name());
        }
        if (datagrams != null) {
            DatagramWarmup.start();
        }
        ProgressCounter tally = new ProgressCounter(listener);
        PathTotals paths = new PathTotals();
        SessionResult result;
        try {
            EngineCopy copy = new EngineCopy(home, datagrams, tokens, files.get(), request, tally);
            result = stream ? copy.ofStream(streams) : copy.ofFiles(paths).orRefused();
        } catch (TransferException e) {
            boolean kept = request.rules().keepsSome();
            if (e.reason() != Reason.NOTHING_TO_DO || request.rules().filter().isAll() && !kept) {
                throw e;
            }
            return TransferReport.unsent(
                    0,
                    0,
                    (System.nanoTime() - startedNanos) / 1e9,
                    name(),
                    paths.via(),
                    kept && request.rules().filter().isAll()
                            ? List.of(NotTransferred.kept(
                                    EntryNames.last(request.source().path())))
                            : List.of());
        }
        double seconds = (System.nanoTime() - startedNanos) / 1e9;
        return new TransferReport(
                result.bytes(),
                result.files(),
                seconds,
                result.sha256(),
                result.sha256() == null ? Compared.NOTHING : Compared.SOURCE,
                name(),
                paths.via(),
                result.streams(),
                result.resentBytes(),
                result.resumedBytes(),
                result.cause(),
                paths.shares(),
                tally.secondsToAcceptance(startedNanos),
                result.notTransferred(),
                new Unsent(result.resumedFiles(), result.linkedFiles()));
    }

    @Override
    public void giveUp(TransferRequest request, TransferListener listener) throws TransferException {
        Location from = request.source();
        Location to = request.destination();
        NodeQueries node = new NodeQueries(home);
        if (from.isLocal()) {
            node.giveUp(to, EntryNames.placed(from.path()), Files.isDirectory(Path.of(from.path())));
            return;
        }
        boolean directory = node.status(from).kind() == Message.Kind.DIRECTORY;
        String name = directory ? EntryNames.placed(from.path()) : EntryNames.last(from.path());
        try (TargetTree target = TargetTree.local(
                Path.of(to.path()), HomeKey.names(home), to.path().endsWith("/"), name, directory)) {
            target.giveUp(TargetLock.thisProcess());
        } catch (IOException e) {
            throw StorageErrors.map(e, "removing what is unfinished at", to.path());
        }
    }

    /** What is wanted and is not kept where a node sends to another, with the text that reports it. */
    public static Map<Extra, String> lackingBetweenNodes(Set<Extra> wanted) {
        Map<Extra, String> lacking = new EnumMap<>(Extra.class);
        for (Extra extra : wanted) {
            lacking.put(
                    extra,
                    extra.notKept(
                            extra == Extra.HOLES
                                    ? "a node that sends to another fills them"
                                    : "a node that sends to another does not transfer them"));
        }
        return lacking;
    }
}
