package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.LibC;

/**
 * Confinement by the kernel. A directory is opened once, checked by {@code openat2}, and from then on addressed as
 * {@code /proc/self/fd/N}: the JDK's file functions then work relative to the open directory, even after changes of its
 * name.
 */
final class LinuxRoot extends ConfinedRoot {
    private static final boolean SUPPORTED = probe();

    private final Handle root;
    private final long confinement;

    LinuxRoot(Path directory) throws IOException {
        this(directory, LinuxCalls.RESOLVE_BENEATH);
    }

    /** @param confinement how the kernel keeps a path beneath the root */
    LinuxRoot(Path directory, long confinement) throws IOException {
        this.confinement = confinement;
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        root = new Handle(LinuxCalls.open(directory.toString(), LinuxCalls.O_PATH | LinuxCalls.O_CLOEXEC));
    }

    static boolean isSupported() {
        return SUPPORTED;
    }

    /** Old kernels have no openat2, some containers forbid it, and /proc may be missing. */
    private static boolean probe() {
        if (!LibC.isSupported() || !Files.isDirectory(Path.of("/proc/self/fd"))) {
            return false;
        }
        try {
            int fd = LinuxCalls.open("/", LinuxCalls.O_PATH | LinuxCalls.O_CLOEXEC);
            try {
                LinuxCalls.close(LinuxCalls.openBeneath(fd, ".", LinuxCalls.O_PATH));
                return true;
            } finally {
                LinuxCalls.close(fd);
            }
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    Directory openChecked(List<String> names) throws IOException {
        Handle handle = openHandle(names);
        try {
            if (!Files.readAttributes(handle.path(), BasicFileAttributes.class).isDirectory()) {
                throw new NotDirectoryException(String.join("/", names));
            }
            return handle;
        } catch (IOException e) {
            handle.close();
            throw e;
        }
    }

    @Override
    Directory pinChecked(List<String> names) throws IOException {
        return openHandle(names);
    }

    private Handle openHandle(List<String> names) throws IOException {
        String path = names.isEmpty() ? "." : String.join("/", names);
        return new Handle(LinuxCalls.openBeneath(
                root.fd, path, LinuxCalls.O_PATH, 0, confinement | LinuxCalls.RESOLVE_NO_MAGICLINKS));
    }

    @Override
    public void close() {
        root.close();
    }

    private static final class Handle implements Directory, Directory.Descriptor {
        private final int fd;
        private final Path path;
        private final boolean readable;
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile @Nullable Handle held;

        Handle(int fd) {
            this(fd, false);
        }

        Handle(int fd, boolean readable) {
            this.fd = fd;
            this.readable = readable;
            this.path = Path.of("/proc/self/fd/" + fd);
        }

        @Override
        public Path path() {
            if (closed.get()) {
                // the number may mean another file by now
                throw new IllegalStateException("the directory is closed");
            }
            return path;
        }

        @Override
        public Directory pin(String name) throws IOException {
            return new Handle(beneath(name, LinuxCalls.O_PATH, 0));
        }

        @Override
        public Directory create(String name) throws IOException {
            return new Handle(beneath(name, LinuxCalls.O_RDWR | LinuxCalls.O_CREAT | LinuxCalls.O_EXCL, 0600), true);
        }

        @Override
        public Hold hold() throws IOException {
            if (readable) {
                return LinuxCalls.lock(fd);
            }
            Handle opened;
            try {
                // to write: a lock on a network file system asks for that
                opened = opened(LinuxCalls.O_RDWR);
            } catch (AccessDeniedException _) {
                opened = opened(LinuxCalls.O_RDONLY);
            }
            held = opened;
            return opened.hold();
        }

        @Override
        public Optional<Descriptor> descriptor() {
            return readable ? Optional.of(this) : Optional.empty();
        }

        @Override
        public void write(ByteBuffer content, long offset) throws IOException {
            path();
            LinuxCalls.write(fd, content, offset);
        }

        @Override
        public void sync() throws IOException {
            if (readable) {
                path();
                LinuxCalls.sync(fd);
            } else {
                Directory.super.sync();
            }
        }

        private Handle opened(int flags) throws IOException {
            return new Handle(LinuxCalls.open(path().toString(), flags | LinuxCalls.O_CLOEXEC), true);
        }

        private int beneath(String name, int flags, int mode) throws IOException {
            path();
            return LinuxCalls.openBeneath(
                    fd,
                    EntryNames.checked(name),
                    flags,
                    mode,
                    LinuxCalls.RESOLVE_BENEATH | LinuxCalls.RESOLVE_NO_SYMLINKS);
        }

        @Override
        public Directory again() throws IOException {
            path();
            return new Handle(LinuxCalls.openBeneath(fd, ".", LinuxCalls.O_PATH));
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                Handle other = held;
                if (other != null) {
                    other.close();
                }
                LinuxCalls.close(fd);
            }
        }
    }
}
