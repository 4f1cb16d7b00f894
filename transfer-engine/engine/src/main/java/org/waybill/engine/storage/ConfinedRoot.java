package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

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
}
