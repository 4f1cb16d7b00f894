package org.waybill.client.sync;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;

/**
 * Where a copy is, and whether that is another place than its source's. SSH to this machine, a node that serves the
 * source, NFS and bind mounts lead to the same files by other paths: then all files exist already, are equal, and are
 * the only ones. An empty directory of a name that no one can guess is made next to the copy; next to the source it
 * must not appear (decision 0273).
 *
 * @param path of the copy of a single file, or of the directory that is the copy
 * @param ofDirectory whether a directory was copied
 */
public record CopyPlace(Store destination, String path, boolean ofDirectory) {
    /** None of EntryNames' own: nodes make no directory of such a name. */
    private static final String PROBE = ".waybill-place-";

    private static final int RANDOM_BYTES = 16;
    private static final Pattern PROBES = Pattern.compile(Pattern.quote(PROBE) + "[0-9a-f]{" + 2 * RANDOM_BYTES + "}");
    /** Older ones belong to no process that still runs, since each is there for a moment only. */
    private static final Duration LONGEST_NEEDED = Duration.ofHours(1);

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Why a directory of the copy may be the source's; empty where it is proven that none is. */
    Optional<String> doubt(Store source, List<Difference> files, TransferReport report) throws InterruptedException {
        if (!destination.has(Feature.DIRECTORIES)) {
            // what was written to the source by another path would have changed its time and inode
            return !source.isRemote() && report.resumedBytes() == 0
                    ? Optional.empty()
                    : Optional.of(destination.label() + " cannot show whether it stores the source itself");
        }
        Map<String, String> directories = new TreeMap<>();
        for (Difference one : files) {
            Entry entry = one.source();
            if (entry != null) {
                directories.put(StorePath.parent(target(one)), StorePath.parent(entry.path()));
            }
        }
        for (Map.Entry<String, String> each : directories.entrySet()) {
            Optional<String> doubt = doubt(source, each.getValue(), each.getKey());
            if (doubt.isPresent()) {
                return doubt;
            }
        }
        return Optional.empty();
    }

    private Optional<String> doubt(Store source, String from, String to) throws InterruptedException {
        byte[] random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        String name = PROBE + HexFormat.of().formatHex(random);
        String probe = StorePath.join(to, name);
        try {
            Optional<Entry> before = destination.stat(to);
            destination.createDirectories(probe);
            boolean made;
            boolean seen;
            try {
                Optional<Entry> there = destination.stat(probe);
                made = there.isPresent();
                if (made) {
                    removeLeftOver(to, there.get());
                }
                seen = source.stat(StorePath.join(from, name)).isPresent();
            } finally {
                destination.removeDirectory(probe);
            }
            giveTime(to, before);
            return seen
                    ? Optional.of(StorePath.shown(to) + " at " + destination.label() + " is the source directory "
                            + StorePath.shown(from) + ", reached by another path")
                    : made ? Optional.empty() : Optional.of(unproven(to, "a new directory does not appear there"));
        } catch (TransferException e) {
            return Optional.of(unproven(to, e.getMessage()));
        }
    }

    /** The time that the copy gave the directory, which the probe has changed; that it cannot have it is no doubt. */
    private void giveTime(String directory, Optional<Entry> before) throws InterruptedException {
        Instant modified = before.isEmpty() ? null : before.get().modified();
        try {
            if (modified != null) {
                destination.metadata().setDirectoryTime(directory, modified);
            }
        } catch (TransferException _) {
            // as in a copy, the time is not kept
        }
    }

    /** A process that was killed leaves its directory; the next one removes it, by the times of the same server. */
    private void removeLeftOver(String directory, Entry own) throws TransferException, InterruptedException {
        Instant now = own.modified();
        if (now == null) {
            return;
        }
        for (Entry one : destination.list(directory)) {
            Instant made = one.modified();
            if (one.isDirectory()
                    && made != null
                    && made.isBefore(now.minus(LONGEST_NEEDED))
                    && PROBES.matcher(one.name()).matches()) {
                try {
                    destination.removeDirectory(one.path());
                } catch (TransferException e) {
                    if (e.isRetriable()) {
                        throw e;
                    } // not empty, or another user's: it is no harm
                }
            }
        }
    }

    private String unproven(String to, String why) {
        return "cannot verify that " + StorePath.shown(to) + " at " + destination.label()
                + " is a different directory from the source's: " + why;
    }

    private String target(Difference file) {
        return ofDirectory ? StorePath.join(path, file.path()) : path;
    }

    /** The files of the copy's directories, each listed once. */
    final class Listed {
        private final Map<String, Map<String, Entry>> listings = new HashMap<>();

        /** Why the copy of a file is not one that would stay without it; empty where it is. */
        Optional<String> doubt(Store source, Difference file) throws TransferException, InterruptedException {
            Entry before = file.source();
            String copy = target(file);
            Optional<Entry> there = destination.has(Feature.DIRECTORIES)
                    ? Optional.ofNullable(listing(StorePath.parent(copy)).get(StorePath.name(copy)))
                    : destination.stat(copy);
            if (before == null || there.isEmpty() || !there.get().isFile()) {
                return Optional.of("its copy is not listed as a file at " + destination.label());
            } else if (there.get().sizeBytes() != before.sizeBytes()) {
                return Optional.of("its copy has another size at " + destination.label());
            }
            return !source.isRemote() && !destination.isRemote() && isSameFile(before.path(), copy)
                    ? Optional.of("its copy is the same file by another name")
                    : Optional.empty();
        }

        /** Whether the copy of a file has its content; false where the copy can be neither hashed nor read. */
        boolean isEqual(Store source, Difference file) throws TransferException, InterruptedException {
            Entry before = file.source();
            String copy = target(file);
            Optional<String> there = destination.sha256(copy, -1);
            if (there.isEmpty() && destination.has(Feature.READ_BACK)) {
                there = Optional.of(destination.readSha256(copy, Listed::check));
            }
            return before != null
                    && there.isPresent()
                    && there.get().equals(source.readSha256(before.path(), Listed::check));
        }

        private static void check() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }

        private Map<String, Entry> listing(String directory) throws TransferException, InterruptedException {
            Map<String, Entry> known = listings.get(directory);
            if (known == null) {
                known = new HashMap<>();
                for (Entry entry : destination.list(directory)) {
                    known.put(entry.name(), entry);
                }
                listings.put(directory, known);
            }
            return known;
        }

        private boolean isSameFile(String source, String copy) throws TransferException {
            try {
                return Files.isSameFile(Path.of(source), Path.of(copy));
            } catch (IOException e) {
                throw destination.failure(e, copy);
            }
        }
    }
}
