package org.waybill.client.probe.host;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.remote.RecordProperties;
import org.waybill.platform.PrivateFiles;

/**
 * Remembers what other machines told, in a file each. Facts that are a minute old are as good as new; when a machine
 * does not tell today, what it told within the last day counts, but for what changes from moment to moment. The facts
 * say when they were found out.
 */
public final class HostCache implements HostExaminer {
    private static final System.Logger LOG = System.getLogger(HostCache.class.getName());
    private static final Duration AS_GOOD_AS_NEW = Duration.ofMinutes(1);
    private static final Duration USEFUL = Duration.ofDays(1);

    private final HostExaminer next;
    private final Path directory;
    private final InstantSource clock;

    /** @param directory where the files are; made when it is first needed */
    public HostCache(HostExaminer next, Path directory, InstantSource clock) {
        this.next = next;
        this.directory = directory;
        this.clock = clock;
    }

    /** What a file holds. */
    private record Kept(
            Instant measuredAt,
            @Nullable Long totalMemoryBytes,
            @Nullable Long freeMemoryBytes,
            @Nullable Long totalDiskBytes,
            @Nullable Long freeDiskBytes,
            String basis,
            @Nullable Double loadAverage,
            @Nullable Integer cpus,
            @Nullable Integer runnableProcesses,
            @Nullable Integer blockedProcesses,
            @Nullable Long receiveBufferMaxBytes,
            @Nullable Long sendBufferMaxBytes,
            @Nullable Long socketReceiveMaxBytes,
            @Nullable Long socketSendMaxBytes,
            @Nullable String congestionControl,
            @Nullable String congestionControls,
            @Nullable Integer mtuBytes,
            @Nullable Double linkBitsPerSecond,
            @Nullable Double quotaCores,
            @Nullable Double diskWriteBytesPerSecond) {

        static Kept of(HostFacts facts, Instant at) {
            TcpSettings tcp = facts.tcp();
            return new Kept(
                    at,
                    facts.totalMemoryBytes(),
                    facts.freeMemoryBytes(),
                    facts.totalDiskBytes(),
                    facts.freeDiskBytes(),
                    facts.basis(),
                    facts.loadAverage(),
                    facts.cpus(),
                    facts.runnableProcesses(),
                    facts.blockedProcesses(),
                    tcp == null ? null : tcp.receiveBufferMaxBytes(),
                    tcp == null ? null : tcp.sendBufferMaxBytes(),
                    tcp == null ? null : tcp.socketReceiveMaxBytes(),
                    tcp == null ? null : tcp.socketSendMaxBytes(),
                    tcp == null ? null : tcp.congestionControl(),
                    tcp == null ? null : String.join(" ", tcp.congestionControls()),
                    tcp == null ? null : tcp.mtuBytes(),
                    tcp == null ? null : tcp.linkBitsPerSecond(),
                    facts.quotaCores(),
                    facts.diskWriteBytesPerSecond());
        }

        HostFacts facts() {
            String controls = congestionControls;
            TcpSettings tcp = controls == null
                    ? null
                    : new TcpSettings(
                            receiveBufferMaxBytes,
                            sendBufferMaxBytes,
                            socketReceiveMaxBytes,
                            socketSendMaxBytes,
                            congestionControl,
                            controls.isEmpty() ? List.of() : List.of(controls.split(" ")),
                            mtuBytes,
                            linkBitsPerSecond);
            return new HostFacts(
                    "",
                    List.of(),
                    null,
                    totalMemoryBytes,
                    freeMemoryBytes,
                    totalDiskBytes,
                    freeDiskBytes,
                    basis,
                    loadAverage,
                    cpus,
                    tcp,
                    runnableProcesses,
                    blockedProcesses,
                    null,
                    diskWriteBytesPerSecond,
                    measuredAt,
                    quotaCores);
        }
    }

    @Override
    public HostFacts examine(Endpoint end, int sshPort, boolean receives) throws InterruptedException {
        if (end.isLocal()) {
            return next.examine(end, sshPort, receives);
        }
        Path file = directory.resolve(name(end, receives));
        Optional<Kept> kept = read(file);
        Instant now = clock.instant();
        if (kept.isPresent() && isYounger(kept.get(), AS_GOOD_AS_NEW, now)) {
            return kept.get().facts();
        }
        HostFacts fresh = next.examine(end, sshPort, receives);
        if (!fresh.basis().equals(HostFacts.UNKNOWN)) {
            write(file, Kept.of(fresh, now));
            return fresh;
        }
        return kept.filter(one -> isYounger(one, USEFUL, now))
                .map(one -> one.facts().withoutTheMoment())
                .orElse(fresh);
    }

    @Override
    public boolean isSameAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) throws InterruptedException {
        return next.isSameAtNode(end, sshPort, nodePort, receives);
    }

    /** A file from the future, as after a clock that was set back, is no use. */
    private static boolean isYounger(Kept kept, Duration age, Instant now) {
        return !kept.measuredAt().isAfter(now) && kept.measuredAt().plus(age).isAfter(now);
    }

    /** The disk is that of the path, and what one may see depends on who asks. */
    private static String name(Endpoint end, boolean receives) {
        try {
            String who = end.location().user() + "\0" + end.host() + "\0" + end.port() + "\0"
                    + end.location().path() + (receives ? "\0receives" : "");
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(who.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static Optional<Kept> read(Path file) {
        try {
            return Optional.of(RecordProperties.read(Kept.class, Files.readString(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "{0} is not used: {1}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private void write(Path file, Kept facts) {
        try {
            PrivateFiles.createDirectory(directory);
            PrivateFiles.replace(file, RecordProperties.write(facts));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} cannot be written: {1}", file, e.getMessage());
        }
    }
}
