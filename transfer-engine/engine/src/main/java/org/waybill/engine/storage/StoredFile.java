package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A source file on a disk, which must stay the version that was announced. Where size and time are the same but not the
 * rest of its state, as after {@code chmod} or a new hard link, what was read of it is read again and compared.
 */
final class StoredFile implements SourceFile {
    /** A smaller one is read at once, whole: that it was replaced under way shows in nothing that was read. */
    private static final long NAME_CHECKED_BYTES = 1 << 20;
    /** What changes its state while it is read again is not followed for ever. */
    private static final int MOST_READINGS = 2;

    private final ConfinedRoot root;
    private final List<String> names;
    private final String name;
    private final Directory pinned;
    private final FileChannel channel;
    private final ReadParts read = new ReadParts();
    private final Known known;
    private FileState state;

    /** A file that was opened: the state in which it has the content that was read of it. */
    static final class Known {
        private final SourceTree.ContentCheck content;
        private volatile FileState state;

        Known(FileState state, SourceTree.ContentCheck content) {
            this.state = state;
            this.content = content;
        }
    }

    /** Which parts of a file were read, in that order, and a checksum of all. One that opens the file again compares with it, maybe while it is read. */
    private static final class ReadParts implements SourceTree.ContentCheck {
        private final List<Part> parts = new ArrayList<>();
        private final CRC32C sum = new CRC32C();

        private record Part(long start, long end) {}

        synchronized void add(long offset, byte[] content, int start, int length) {
            sum.update(content, start, length);
            boolean follows = !parts.isEmpty() && parts.getLast().end() == offset;
            parts.add(new Part(follows ? parts.removeLast().start() : offset, offset + length));
        }

        @Override
        public boolean isSame(FileChannel file) throws IOException {
            List<Part> all;
            long expected;
            synchronized (this) {
                all = List.copyOf(parts);
                expected = sum.getValue();
            }
            CRC32C now = new CRC32C();
            ByteBuffer block = ByteBuffer.allocate(PartialFile.BLOCK_BYTES);
            for (Part part : all) {
                for (long at = part.start(); at < part.end(); at += block.limit()) {
                    block.clear().limit((int) Math.min(block.capacity(), part.end() - at));
                    if (file.read(block, at) <= 0) {
                        return false;
                    }
                    now.update(block.flip());
                }
            }
            return now.getValue() == expected;
        }
    }

    private StoredFile(
            ConfinedRoot root,
            List<String> names,
            String name,
            Directory pinned,
            FileState state,
            FileChannel channel,
            @Nullable Known earlier) {
        this.root = root;
        this.names = names;
        this.name = name;
        this.pinned = pinned;
        this.state = state;
        this.channel = channel;
        this.known = earlier == null ? new Known(state, read) : earlier;
    }

    /** @param earlier what is known of it from when it was opened before; null if it was not */
    static StoredFile open(ConfinedRoot root, List<String> names, TreeEntry entry, String name, @Nullable Known earlier)
            throws IOException {
        Directory pinned;
        try {
            pinned = root.pin(names);
        } catch (NoSuchFileException _) {
            throw new SourceFile.ChangedException(name);
        }
        try {
            // looked at before it is opened: opening a pipe would wait for its writer
            FileState now = FileState.of(pinned.path());
            if (!now.isRegular()
                    || now.sizeBytes() != entry.version().sizeBytes()
                    || now.modified().to(TimeUnit.NANOSECONDS)
                            != entry.version().modifiedNanos()
                    || (earlier != null && !now.isSameVersion(earlier.state))) {
                throw new SourceFile.ChangedException(name);
            }
            FileChannel channel = FileChannel.open(pinned.path(), StandardOpenOption.READ);
            return new StoredFile(root, names, name, pinned, now, channel, earlier);
        } catch (IOException e) {
            pinned.close();
            throw e;
        }
    }

    /** For who opens it again. */
    Known known() {
        return known;
    }

    @Override
    public void readFully(long offset, byte[] into, int start, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, start, length);
        for (long at = offset; buffer.hasRemaining(); ) {
            int count = channel.read(buffer, at);
            if (count <= 0) {
                throw new SourceFile.ChangedException(name);
            }
            at += count;
        }
        read.add(offset, into, start, length);
    }

    @Override
    public void checkUnchanged() throws IOException {
        FileState now = FileState.of(pinned.path());
        if (now.equals(state) && now.equals(known.state) && !isReplaced()) {
            return;
        }
        try {
            requireSameContent();
        } catch (NoSuchFileException _) {
            throw new SourceFile.ChangedException(name);
        }
        state = now;
        known.state = now;
    }

    @Override
    public int permissions() {
        return state.permissions();
    }

    private boolean isReplaced() throws IOException {
        if (state.sizeBytes() < NAME_CHECKED_BYTES) {
            return false;
        }
        try (Directory now = root.pin(names)) {
            return !Objects.equals(FileState.of(now.path()).inode(), state.inode());
        } catch (NoSuchFileException _) {
            return true;
        }
    }

    private void requireSameContent() throws IOException {
        try (Directory now = root.pin(names)) {
            FileState found = FileState.of(now.path());
            for (int readings = 0; readings < MOST_READINGS; readings++) {
                if (!found.isSameVersion(state) || !hasSameContent(now, found)) {
                    throw new SourceFile.ChangedException(name);
                }
                FileState before = found;
                found = FileState.of(now.path());
                if (found.equals(before)) {
                    return;
                }
            }
            if (!found.isSameVersion(state)) {
                throw new SourceFile.ChangedException(name);
            }
        }
    }

    private boolean hasSameContent(Directory now, FileState found) throws IOException {
        if (Objects.equals(found.inode(), state.inode())) {
            return hasSameContent(channel); // which this user may no longer open by now
        }
        try (FileChannel other = FileChannel.open(now.path(), StandardOpenOption.READ)) {
            return hasSameContent(other);
        }
    }

    private boolean hasSameContent(FileChannel file) throws IOException {
        return read.isSame(file) && (known.content == read || known.content.isSame(file));
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            pinned.close();
        }
    }
}
