package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
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
 * Confinement where the kernel does not help: every component is looked at and no symbolic link is followed. Between
 * the look and the use a user who can write the directory could still put a link there; {@link LinuxRoot} closes that
 * gap.
 */
final class PortableRoot extends ConfinedRoot {
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
