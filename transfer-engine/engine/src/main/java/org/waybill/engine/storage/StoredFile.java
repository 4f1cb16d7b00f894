package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A source file on a disk, which must stay the version that was announced, and the very file that was opened. */
record StoredFile(
        ConfinedRoot root, List<String> names, String name, FileState state, Directory pinned, FileChannel channel)
        implements SourceFile {
    /** A smaller one is read at once, whole: that it was replaced under way shows in nothing that was read. */
    private static final long NAME_CHECKED_BYTES = 1 << 20;

    /** @param earlier its state when it was opened before; null if it was not */
    static StoredFile open(
            ConfinedRoot root, List<String> names, TreeEntry entry, String name, @Nullable FileState earlier)
            throws IOException {
        Directory pinned;
        try {
            pinned = root.pin(names);
        } catch (NoSuchFileException _) {
            throw new SourceChangedException(name);
        }
        try {
            // looked at before it is opened: opening a pipe would wait for its writer
            FileState now = FileState.of(pinned.path());
            if (!now.isRegular()
                    || now.sizeBytes() != entry.version().sizeBytes()
                    || now.modified().to(TimeUnit.NANOSECONDS)
                            != entry.version().modifiedNanos()
                    || (earlier != null && !now.equals(earlier))) {
                throw new SourceChangedException(name);
            }
            FileChannel channel = FileChannel.open(pinned.path(), StandardOpenOption.READ);
            return new StoredFile(root, names, name, now, pinned, channel);
        } catch (IOException e) {
            pinned.close();
            throw e;
        }
    }

    @Override
    public void readFully(long offset, byte[] into, int start, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, start, length);
        for (long at = offset; buffer.hasRemaining(); ) {
            int count = channel.read(buffer, at);
            if (count <= 0) {
                throw new SourceChangedException(name);
            }
            at += count;
        }
    }

    @Override
    public void checkUnchanged() throws IOException {
        if (!FileState.of(pinned.path()).equals(state) || isReplaced()) {
            throw new SourceChangedException(name);
        }
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

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            pinned.close();
        }
    }
}
