package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A source file on a disk, which must stay the version that was announced. */
final class StoredFile implements SourceFile {
    private final String name;
    private final SourceVersion version;
    private final Directory pinned;
    private final FileChannel channel;

    private StoredFile(String name, SourceVersion version, Directory pinned, FileChannel channel) {
        this.name = name;
        this.version = version;
        this.pinned = pinned;
        this.channel = channel;
    }

    static SourceFile open(ConfinedRoot root, List<String> names, TreeEntry entry, String name)
            throws IOException {
        Directory pinned;
        try {
            pinned = root.pin(names);
        } catch (NoSuchFileException _) {
            throw new SourceChangedException(name);
        }
        try {
            // looked at before it is opened: opening a pipe would wait for its writer
            checkVersion(pinned.path(), entry.version(), name);
            FileChannel channel = FileChannel.open(pinned.path(), StandardOpenOption.READ);
            return new StoredFile(name, entry.version(), pinned, channel);
        } catch (IOException e) {
            pinned.close();
            throw e;
        }
    }

    private static void checkVersion(Path path, SourceVersion version, String name) throws IOException {
        BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
        if (!now.isRegularFile() || now.size() != version.sizeBytes()
                || now.lastModifiedTime().to(TimeUnit.NANOSECONDS) != version.modifiedNanos()) {
            throw new SourceChangedException(name);
        }
    }

    @Override
    public void readFully(long offset, byte[] into, int start, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, start, length);
        for (long at = offset; buffer.hasRemaining();) {
            int count = channel.read(buffer, at);
            if (count <= 0) {
                throw new SourceChangedException(name);
            }
            at += count;
        }
    }

    @Override
    public void checkUnchanged() throws IOException {
        checkVersion(pinned.path(), version, name);
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
