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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.remote.RecordProperties;
import org.waybill.platform.PrivateFiles;

/**
 * Remembers what other machines reported, in a file each. Facts that are a minute old are as good as new; when a
 * machine does not answer today, what it reported within the last day counts, except for what changes from moment to
 * moment. The facts say when they were found out. By which path a node shows the same files as SSH is
 * remembered likewise; that it shows others is not.
 *
 * @param directory where the files are; created when it is first needed
 */
public record HostCache(HostExaminer next, Path directory, InstantSource clock) implements HostExaminer {
    private static final System.Logger LOG = System.getLogger(HostCache.class.getName());
    private static final Duration AS_GOOD_AS_NEW = Duration.ofMinutes(1);
    private static final Duration USEFUL = Duration.ofDays(1);

    /** A node's path that was proved. */
    private record ProvedPath(String path, Instant measuredAt) {}

    @Override
    public HostFacts examine(Endpoint end, int sshPort, Disk disk) throws InterruptedException {
        if (end.isLocal()) {
            return next.examine(end, sshPort, disk);
        }
        Path file = directory.resolve(name(end, disk.name()));
        Optional<HostFacts> kept = read(HostFacts.class, file);
        Instant now = clock.instant();
        if (kept.isPresent() && isYounger(kept.get().measuredAt(), AS_GOOD_AS_NEW, now)) {
            return kept.get();
        }
        HostFacts fresh = next.examine(end, sshPort, disk);
        if (!fresh.basis().equals(HostFacts.UNKNOWN)) {
            write(file, fresh.measured(now));
            return fresh;
        }
        return kept.filter(one -> isYounger(one.measuredAt(), USEFUL, now))
                .map(HostFacts::withoutMomentary)
                .orElse(fresh);
    }

    @Override
    public Optional<NodePlace> placeAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
            throws InterruptedException {
        Path file = node(end, sshPort, nodePort, receives);
        Optional<NodePlace> kept = place(file, AS_GOOD_AS_NEW);
        if (kept.isPresent()) {
            return kept;
        }
        Optional<NodePlace> asked = next.placeAtNode(end, sshPort, nodePort, receives);
        if (asked.isEmpty()) {
            return place(file, USEFUL);
        }
        String path = asked.get().path();
        if (path != null) {
            write(file, new ProvedPath(path, clock.instant()));
        } else {
            remove(file);
        }
        return asked;
    }

    @Override
    public Optional<NodePlace> lastPlaceAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) {
        return place(node(end, sshPort, nodePort, receives), USEFUL);
    }

    private Optional<NodePlace> place(Path file, Duration age) {
        return read(ProvedPath.class, file)
                .filter(kept -> isYounger(kept.measuredAt(), age, clock.instant()))
                .map(kept -> new NodePlace(kept.path()));
    }

    private Path node(Endpoint end, int sshPort, int nodePort, boolean receives) {
        return directory.resolve(name(end, "path at node " + sshPort + " " + nodePort + " " + receives));
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} cannot be removed: {1}", file, e.getMessage());
        }
    }

    /** A file from the future, as after a clock that was set back, is of no use. */
    private static boolean isYounger(@Nullable Instant measuredAt, Duration age, Instant now) {
        return measuredAt != null
                && !measuredAt.isAfter(now)
                && measuredAt.plus(age).isAfter(now);
    }

    /** What is known is of the path, and what one may see depends on who asks. */
    private static String name(Endpoint end, String asked) {
        try {
            String who = end.location().user() + "\0" + end.host() + "\0" + end.port() + "\0"
                    + end.location().path() + "\0" + asked;
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(who.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static <R extends Record> Optional<R> read(Class<R> type, Path file) {
        try {
            return Optional.of(RecordProperties.read(type, Files.readString(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "{0} is not used: {1}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private void write(Path file, Record facts) {
        try {
            PrivateFiles.createDirectory(directory);
            PrivateFiles.replace(file, RecordProperties.write(facts));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} cannot be written: {1}", file, e.getMessage());
        }
    }
}
