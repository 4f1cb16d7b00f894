package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import org.waybill.platform.PrivateFiles;

/**
 * A directory that nothing leads out of: neither {@code ..} nor a symbolic link, also one that is put in place while we
 * look. Symbolic links that stay inside are followed where the kernel can check that (Linux {@code openat2} with
 * {@code RESOLVE_BENEATH}); elsewhere no link is followed at all.
 */
public abstract class ConfinedRoot implements AutoCloseable {
    /** Opens the root itself; its own path may lead through symbolic links, as its user wishes. */
    public static ConfinedRoot open(Path directory) throws IOException {
        return LinuxRoot.isSupported() ? new LinuxRoot(directory) : new PortableRoot(directory);
    }

    /** The whole of this machine, where links lead to wherever they say: for what its own user names. */
    static ConfinedRoot everything(Path root) throws IOException {
        return LinuxRoot.isSupported() ? new LinuxRoot(root, LinuxCalls.RESOLVE_IN_ROOT) : new PortableRoot(root, true);
    }

    /** How many of a path's names lead to where it is confined to. */
    int depth() {
        return 0;
    }

    /**
     * Only one directory of it, under the names that lead there from here: symbolic links out of that directory are
     * refused as well. Closes this root.
     */
    public final ConfinedRoot narrowed(List<String> names) throws IOException {
        return names.isEmpty() ? this : new SubdirectoryRoot(this, names);
    }

    /** Opens a directory beneath the root. */
    public final Directory open(List<String> names) throws IOException {
        return openChecked(checked(names));
    }

    private static List<String> checked(List<String> names) throws BadNameException {
        for (String name : names) {
            EntryNames.checked(name);
        }
        return names;
    }

    abstract Directory openChecked(List<String> names) throws IOException;

    /** Opens a directory beneath the root, making those that are not there; new ones are made durable. */
    public final Directory openOrCreate(List<String> names) throws IOException {
        try {
            return open(names);
        } catch (NoSuchFileException e) {
            if (names.isEmpty()) {
                throw e;
            }
        }
        try (Directory parent = openOrCreate(names.subList(0, names.size() - 1))) {
            try {
                Permissions.createDirectory(parent.entry(names.getLast()));
                parent.sync();
            } catch (FileAlreadyExistsException _) {
                // another process was quicker, or it is no directory: opening it shows
            }
        }
        return open(names);
    }

    /**
     * Opens what a path names for reading: a place that stays this file or directory even if something is renamed
     * meanwhile.
     */
    public final Directory pin(List<String> names) throws IOException {
        return pinChecked(checked(names));
    }

    abstract Directory pinChecked(List<String> names) throws IOException;

    @Override
    public abstract void close();

    /**
     * One directory of a root, under the names that it has there: nothing leads out of that directory, also no symbolic
     * link that stays inside the root.
     */
    private static final class SubdirectoryRoot extends ConfinedRoot {
        private final List<String> prefix;
        private final ConfinedRoot inner;

        /** Closes the outer root, also if it fails. */
        SubdirectoryRoot(ConfinedRoot outer, List<String> prefix) throws IOException {
            this.prefix = List.copyOf(prefix);
            try (outer;
                    Directory top = outer.open(prefix)) {
                inner = ConfinedRoot.open(top.path());
            }
        }

        @Override
        int depth() {
            return prefix.size();
        }

        private List<String> within(List<String> names) throws BadNameException {
            if (names.size() < prefix.size() || !names.subList(0, prefix.size()).equals(prefix)) {
                throw new BadNameException("it is outside of /" + EntryNames.printable(String.join("/", prefix)));
            }
            return names.subList(prefix.size(), names.size());
        }

        @Override
        Directory openChecked(List<String> names) throws IOException {
            return inner.openChecked(within(names));
        }

        @Override
        Directory pinChecked(List<String> names) throws IOException {
            return inner.pinChecked(within(names));
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    /**
     * Confinement where the kernel does not help: every component is looked at and no symbolic link is followed. Between
     * the look and the use a user who can write the directory could still put a link there; {@link LinuxRoot} closes that
     * gap.
     */
    static final class PortableRoot extends ConfinedRoot {
        private final Path root;
        private final boolean follow;

        PortableRoot(Path directory) throws IOException {
            this(directory, false);
        }

        /** @param follow whether links lead to wherever they say */
        PortableRoot(Path directory, boolean follow) throws IOException {
            this.follow = follow;
            root = directory.toRealPath();
            if (!Files.isDirectory(root)) {
                throw new NotDirectoryException(directory.toString());
            }
        }

        @Override
        Directory openChecked(List<String> names) throws IOException {
            Path at = walk(names);
            if (!(follow ? Files.isDirectory(at) : Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS))) {
                throw new NotDirectoryException(String.join("/", names));
            }
            return new Place(at);
        }

        @Override
        Directory pinChecked(List<String> names) throws IOException {
            return new Place(walk(names));
        }

        private Path walk(List<String> names) throws IOException {
            Path at = root;
            for (String name : names) {
                at = at.resolve(name);
                if (!follow && Files.isSymbolicLink(at)) {
                    throw new BadNameException("\"" + EntryNames.printable(name) + "\" is a symbolic link");
                }
                if (follow ? !Files.exists(at) : !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                    throw new NoSuchFileException(String.join("/", names));
                }
            }
            return at;
        }

        @Override
        public void close() {
            // nothing is held open
        }

        private record Place(Path path) implements Directory {
            @Override
            public Directory pin(String name) throws IOException {
                Path entry = entry(name);
                if (Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .isSymbolicLink()) {
                    throw new BadNameException("\"" + EntryNames.printable(name) + "\" is a symbolic link");
                }
                return new Place(entry);
            }

            @Override
            public Directory create(String name) throws IOException {
                Path entry = entry(name);
                FileChannel.open(
                                entry,
                                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                PrivateFiles.modes(entry, "rw-------"))
                        .close();
                return new Place(entry);
            }

            @Override
            public LinkOption[] links() {
                return new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
            }

            @Override
            public Directory again() {
                return this;
            }

            @Override
            public void close() {
                // nothing is held open
            }
        }
    }
}
