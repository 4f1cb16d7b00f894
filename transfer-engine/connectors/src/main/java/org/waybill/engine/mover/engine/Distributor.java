package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.overlay.DistributionPlan;
import org.waybill.engine.overlay.DistributionSchedule;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;

/**
 * Brings one dataset to many nodes. A single large file flows through them: each sends on what it is still receiving.
 * Anything else goes as whole copies, from nodes that have a verified one. See decision 0104.
 */
public final class Distributor {
    /** Smaller files are there before another hop would have started. */
    private static final long PIPELINED_BYTES = 16L << 20;
    /** Of less data the measurement would take longer than a better tree saves. */
    private static final long MEASURED_BYTES = 64L << 20;
    /** All test data are a fiftieth of one copy: two directions. */
    private static final long MEASURED_SHARE = 100;

    /** Of less data the start of the senders takes most of a shorter time. */
    private static final double LEAST_EXPECTED_SECONDS = 10;

    private static final long LEAST_TEST_BYTES = 512 << 10;
    private static final long MOST_TEST_BYTES = 16 << 20;

    private final Path home;
    private final long rateBitsPerSecond;
    private final CopyRules rules;
    private final UUID run = UUID.randomUUID();

    /**
     * @param home whose identity all the nodes know; the nodes must know each other too, or share it
     * @param rateBitsPerSecond each copy is sent no faster; 0 for no limit
     * @param filter which entries of a directory are copied
     */
    public Distributor(Path home, long rateBitsPerSecond, EntryFilter filter) {
        this.home = home;
        this.rateBitsPerSecond = rateBitsPerSecond;
        this.rules = CopyRules.USUAL.with(filter);
    }

    /** Of all that the source has. */
    public Distributor(Path home, long rateBitsPerSecond) {
        this(home, rateBitsPerSecond, EntryFilter.ALL);
    }

    /**
     * What became of one sink.
     *
     * @param from the node that sent the copy that counts, empty for the source itself
     * @param sha256 of the verified copy, null if it did not come about or was not verified
     * @param failure the last one, null when the copy is there
     * @param notTransferred what of the source it lacks
     */
    public record Delivery(
            Location sink,
            String from,
            long bytes,
            long files,
            double seconds,
            @Nullable String sha256,
            int attempts,
            @Nullable TransferException failure,
            List<NotTransferred> notTransferred) {
        /** @param sender null where that is the source itself: what a sender did not get, it does not send on */
        Delivery after(int tries, @Nullable Delivery sender) {
            List<NotTransferred> all = new ArrayList<>(sender == null ? List.of() : sender.notTransferred);
            all.addAll(notTransferred);
            return new Delivery(sink, from, bytes, files, seconds, sha256, tries, failure, all);
        }

        /** Whether it has what its sender had got, and nothing else that was at the sender. */
        boolean isCopyOf(Delivery sender) {
            if (notTransferred.size() > sender.notTransferred.size()) {
                return files <= sender.files && bytes <= sender.bytes;
            }
            return files == sender.files
                    && bytes == sender.bytes
                    && (sha256 == null || sender.sha256 == null || sha256.equals(sender.sha256));
        }
    }

    /**
     * Who is to send to whom, and how long it should take.
     *
     * @param pipelined whether the data flow through the sinks while they arrive
     * @param seconds NaN where the start of the senders, of which little is known, takes much of it
     */
    public record Expected(DistributionPlan plan, boolean pipelined, double seconds) {
        /** Whether the time is expected at all. */
        public boolean isTimed() {
            return seconds > 0;
        }
    }

    /**
     * What the rates of the links promise; empty if none is known or the amount of data is not. Links of large data that
     * are unknown are measured, unless a rate is to be kept to.
     *
     * @param known bit/s from the source (the first) and each sink to each other; NaN where unknown
     */
    public Optional<Expected> expect(Location source, List<Location> sinks, double[][] known) throws TransferException {
        check(source, sinks);
        long bytes = bytes(source);
        boolean measures = rateBitsPerSecond == 0 && bytes >= MEASURED_BYTES;
        long most = Math.clamp(bytes / MEASURED_SHARE / sinks.size(), LEAST_TEST_BYTES, MOST_TEST_BYTES);
        double[][] rates = measures ? new LinkRates(home, most).measured(source, sinks, known) : known;
        boolean pipelined = isPipelined(source, sinks);
        return bytes < 0
                ? Optional.empty()
                : DistributionPlan.of(rates)
                        .map(plan ->
                                expected(plan, bytes, pipelined, plan.seconds(bytes, pipelined, rateBitsPerSecond)));
    }

    private static Expected expected(DistributionPlan plan, long bytes, boolean pipelined, double seconds) {
        boolean counts = bytes >= MEASURED_BYTES || seconds >= LEAST_EXPECTED_SECONDS;
        return new Expected(plan, pipelined, counts ? seconds : Double.NaN);
    }

    /** How much there is; -1 if that takes long to find out, as of a node's directory. */
    private long bytes(Location source) throws TransferException {
        if (!source.isLocal()) {
            Message.Status status = new NodeQueries(home).status(source);
            return status.kind() == Message.Kind.FILE ? status.sizeBytes() : -1;
        }
        try (Stream<Path> files = Files.walk(Path.of(source.path()))) {
            long sum = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                sum += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
            }
            return sum;
        } catch (IOException | UncheckedIOException _) {
            return -1; // the copy itself reports what cannot be read
        }
    }

    /**
     * Distributes; returns when every sink has its copy or was given up.
     *
     * @param source a local path or a place of a node
     * @param sinks places of nodes: a path that ends in a slash takes the source under its own name, or what a source
     *     that ends in a slash holds
     */
    public List<Delivery> run(Location source, List<Location> sinks, boolean verify, TransferListener listener)
            throws TransferException, InterruptedException {
        return run(source, sinks, verify, null, listener);
    }

    /**
     * The same by a plan.
     *
     * @param expected as {@link #expect} has it; null to take all links for equal
     */
    public List<Delivery> run(
            Location source,
            List<Location> sinks,
            boolean verify,
            @Nullable Expected expected,
            TransferListener listener)
            throws TransferException, InterruptedException {
        check(source, sinks);
        double[] equal = new double[sinks.size()];
        Arrays.fill(equal, 1);
        DistributionSchedule schedule = expected == null
                ? new DistributionSchedule(1, equal, isPipelined(source, sinks))
                : expected.plan().schedule(expected.pipelined());
        Verify how = verify ? Verify.SHA256 : Verify.NONE;
        DataOptions data = new DataOptions(0, rateBitsPerSecond, how);
        return new DistributionRun(home, data, rules, run, source, sinks, schedule, listener).run();
    }

    private boolean isPipelined(Location source, List<Location> sinks) throws TransferException {
        if (source.isLocal()) {
            Path path = Path.of(source.path());
            try {
                return isFile(Files.isRegularFile(path)) && Files.size(path) >= PIPELINED_BYTES;
            } catch (IOException e) {
                throw StorageErrors.map(e, "reading", source.path());
            }
        }
        Message.Status status = new NodeQueries(home).status(source);
        if (status.kind() == Message.Kind.DIRECTORY) {
            checkDirectory(source, sinks);
        }
        return isFile(status.kind() == Message.Kind.FILE) && status.sizeBytes() >= PIPELINED_BYTES;
    }

    /** The same; a file may get another name at a sink, by which rules would judge it there. */
    private boolean isFile(boolean file) throws TransferException {
        if (file && !rules.filter().isAll()) {
            throw new TransferException(
                    Reason.BAD_INPUT, "the source is a file: filters are for a directory; leave them out");
        }
        return file;
    }

    private static void check(Location source, List<Location> sinks) throws TransferException {
        if (sinks.isEmpty()) {
            throw new TransferException(Reason.BAD_INPUT, "name at least one destination");
        }
        for (Location sink : sinks) {
            if (!sink.is(Protocol.WAYBILL)) {
                throw new TransferException(
                        Reason.BAD_INPUT,
                        "distribute needs nodes as destinations: waybill://HOST/PATH, not "
                                + sink.scheme().toLowerCase(Locale.ROOT) + ":");
            }
        }
        Set<String> places = new HashSet<>(source.is(Protocol.WAYBILL) ? List.of(place(source)) : List.of());
        for (Location sink : sinks) {
            if (!places.add(place(sink))) {
                throw new TransferException(
                        Reason.BAD_INPUT, DistributionRun.name(sink) + " is named twice: name each place once");
            }
        }
        if (source.isLocal()) {
            Path path = Path.of(source.path());
            if (!Files.exists(path)) {
                throw new TransferException(Reason.NOT_FOUND, "no such file or directory: " + path);
            }
            if (Files.isDirectory(path)) {
                checkDirectory(source, sinks);
            }
        } else if (!source.is(Protocol.WAYBILL)) {
            throw new TransferException(
                    Reason.BAD_INPUT, "the source of distribute must be on this machine or at a node");
        }
    }

    /** Where the copy of another would be stored depends on what is there, and the copy's senders must know. */
    private static void checkDirectory(Location source, List<Location> sinks) throws TransferException {
        if (!source.saysDirectory()
                && !sinks.stream().allMatch(sink -> sink.path().endsWith("/"))) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "end every destination with a slash to copy a directory into it, or end the source"
                            + " with one to copy its contents");
        }
    }

    private static String place(Location at) {
        return NodeAddress.of(at) + "/" + at.path().replaceAll("^/+|/+$", "");
    }
}
