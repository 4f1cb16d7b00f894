package org.waybill.client.dataset;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.estimate.Dataset;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;

/** Counts files and bytes of a local path, links not followed below it, within bounds of time and number. */
public record LocalCounter(long mostFiles, Duration patience, EntryFilter filter) implements DatasetCounter {
    public LocalCounter(long mostFiles, Duration patience) {
        this(mostFiles, patience, EntryFilter.ALL);
    }

    @Override
    public DatasetCounter through(EntryFilter other) {
        return new LocalCounter(mostFiles, patience, other);
    }

    @Override
    public Optional<DatasetSize> count(Endpoint source) throws TransferException, InterruptedException {
        if (!canCount(source)) {
            return Optional.empty();
        }
        String named = source.location().path();
        Path path = path(named);
        if (!Files.exists(path)) {
            boolean perhapsHost = named.indexOf('@') > 0 && named.indexOf('/') < 0;
            throw new TransferException(
                    Reason.NOT_FOUND,
                    "no such file: " + Shown.of(named)
                            + (perhapsHost ? " (a path on another host is user@host:path)" : ""));
        }
        if (!Files.isReadable(path)) {
            throw new TransferException(
                    Reason.PERMISSION,
                    "cannot read " + Shown.of(named) + ": permission denied; check its mode, or run as its owner");
        }
        return Optional.of(count(path, named));
    }

    @Override
    public boolean canCount(Endpoint source) {
        return source.isLocal() && !source.isStream();
    }

    @Override
    public DatasetCounter upTo(long files) {
        return new LocalCounter(Math.min(files, mostFiles), patience, filter);
    }

    private DatasetSize count(Path path, String named) throws TransferException, InterruptedException {
        try {
            if (Files.isDirectory(path)) {
                requireChosen(path);
                return tree(path);
            }
            if (!Files.isRegularFile(path)) {
                throw new TransferException(Reason.BAD_INPUT, Shown.of(named) + " is neither a file nor a directory");
            }
            return new DatasetSize(new Dataset(Files.size(path), 1), false, true);
        } catch (AccessDeniedException e) {
            throw new TransferException(
                    Reason.PERMISSION,
                    "cannot read " + Shown.of(String.valueOf(e.getFile())) + ": permission denied",
                    e);
        } catch (IOException e) {
            throw new TransferException(Reason.NOT_FOUND, "cannot read " + Shown.of(named) + ": " + e.getMessage(), e);
        }
    }

    /** What a list names must be there, as a copy requires. */
    private void requireChosen(Path root) throws TransferException {
        Set<String> missing = filter.missing(Set.of());
        missing.removeIf(path -> Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS));
        if (!missing.isEmpty()) {
            throw DatasetCounter.missing(
                    missing, Shown.of(root.resolve(missing.iterator().next()).toString()));
        }
    }

    private static Path path(String named) throws TransferException {
        try {
            return Path.of(named);
        } catch (InvalidPathException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, "invalid path '" + Shown.of(named) + "': " + e.getReason(), e);
        }
    }

    private DatasetSize tree(Path root) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + patience.toNanos();
        TreeCount count = new TreeCount(root, endNs);
        Files.walkFileTree(root, count);
        if (count.interrupted) {
            throw new InterruptedException("counting " + root);
        }
        return new DatasetSize(new Dataset(count.bytes, Math.max(1, count.files)), true, !count.stopped);
    }

    private final class TreeCount extends SimpleFileVisitor<Path> {
        private final Path root;
        private final long endNs;
        private long bytes;
        private long files;
        private boolean stopped;
        private boolean interrupted;

        TreeCount(Path root, long endNs) {
            this.root = root;
            this.endNs = endNs;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return directory.equals(root) || filter.acceptsDirectory(name(directory))
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        private String name(Path path) {
            return root.relativize(path).toString();
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()
                    && filter.acceptsFile(
                            name(file),
                            attributes.size(),
                            attributes.lastModifiedTime().toInstant())) {
                files++;
                bytes += attributes.size();
            }
            interrupted = Thread.currentThread().isInterrupted();
            stopped = interrupted || files >= mostFiles || endNs - System.nanoTime() <= 0;
            return stopped ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        /** What cannot be read is the mover's to complain about; here it only makes the count a lower bound. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
