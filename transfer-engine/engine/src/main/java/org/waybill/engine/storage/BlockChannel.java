package org.waybill.engine.storage;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.BackgroundFlush;
import org.waybill.engine.ZeroRuns;
import org.waybill.engine.storage.Directory.Descriptor;

/** Writes the blocks of a file and reads them back: past the page cache, if it can. For many threads. */
final class BlockChannel implements Closeable {
    /** What places and lengths must be multiples of to be written past the page cache. */
    static final int ALIGNMENT = 4096;

    private final TemporaryFile file;
    private final String name;
    /** By which a file of one block is written and synced, which is never opened a second time then. */
    private final @Nullable Descriptor descriptor;

    private final BackgroundFlush flush = new BackgroundFlush(() -> channel().force(false));
    private @Nullable FileChannel channel;
    private boolean closed;
    /** How much of it was written by its descriptor. */
    private volatile long writtenBytes;

    private volatile @Nullable FileChannel unbuffered;
    /** Whether what is not written yet reads as zeros, so that zeros need no writing. */
    private volatile boolean holes;

    private BlockChannel(TemporaryFile file, String name, @Nullable Descriptor descriptor) {
        this.file = file;
        this.name = name;
        this.descriptor = descriptor;
    }

    /** @param name the one that the file will have, for messages */
    static BlockChannel open(TemporaryFile file, String name) throws IOException {
        BlockChannel opened = new BlockChannel(file, name, null);
        opened.channel();
        return opened;
    }

    /** Of a file that was made just now, and gets one block. */
    static BlockChannel ofOneBlock(TemporaryFile file, String name) throws IOException {
        Descriptor descriptor = file.descriptor().orElse(null);
        return descriptor == null ? open(file, name) : new BlockChannel(file, name, descriptor);
    }

    private synchronized FileChannel channel() throws IOException {
        if (channel == null) {
            if (closed) {
                throw new ClosedChannelException();
            }
            channel = file.channel(StandardOpenOption.READ, StandardOpenOption.WRITE);
        }
        return channel;
    }

    /** From now on zeros need no writing, or do. */
    void leaveHoles(boolean left) {
        holes = left;
    }

    /** Writes past the page cache from now on, where the file system can. */
    void bypassCache() {
        unbuffered = openUnbuffered();
    }

    /** Bypassing the page cache costs a sixth of the CPU time, and the last sync is short (decision 0023). */
    private @Nullable FileChannel openUnbuffered() {
        try {
            return file.channel(StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
        } catch (IOException | UnsupportedOperationException _) {
            return null;
        }
    }

    long size() throws IOException {
        return descriptor != null && !isOpened() ? writtenBytes : channel().size();
    }

    void truncate(long sizeBytes) throws IOException {
        channel().truncate(sizeBytes);
    }

    void write(long offset, byte[] content, int start, int length) throws IOException {
        if (holes) {
            ZeroRuns.writeOthers(
                    content, start, length, (from, count) -> store(offset + from - start, content, from, count));
        } else {
            store(offset, content, start, length);
        }
    }

    private void store(long offset, byte[] content, int start, int length) throws IOException {
        if (descriptor != null) {
            writeBy(descriptor, offset, content, start, length);
        } else if (!writeUnbuffered(offset, content, start, length)) {
            ByteBuffer out = ByteBuffer.wrap(content, start, length);
            for (long at = offset; out.hasRemaining(); ) {
                at += channel().write(out, at);
            }
            flush.wrote(length);
        }
    }

    private void writeBy(Descriptor target, long offset, byte[] content, int start, int length) throws IOException {
        ByteBuffer buffer = DirectBuffers.take();
        try {
            target.write(buffer.put(content, start, length).flip(), offset);
            writtenBytes = Math.max(writtenBytes, offset + length);
        } finally {
            DirectBuffers.give(buffer);
        }
    }

    private boolean writeUnbuffered(long offset, byte[] content, int start, int length) throws IOException {
        FileChannel target = unbuffered;
        int mask = ALIGNMENT - 1;
        if (target == null || (offset & mask) != 0 || (length & mask) != 0) {
            return false;
        }
        ByteBuffer buffer = DirectBuffers.take();
        try {
            buffer.put(content, start, length).flip();
            int wrote = target.write(buffer, offset);
            return wrote == length;
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Invalid argument")) {
                unbuffered = null;
                return false;
            }
            throw e;
        } finally {
            DirectBuffers.give(buffer);
        }
    }

    /** Reads back what was written. */
    void readFully(ByteBuffer into, long offset) throws IOException {
        for (long at = offset; into.hasRemaining(); ) {
            int count = channel().read(into, at);
            if (count < 0) {
                throw new IOException("\"" + EntryNames.printable(name) + "\" was truncated by another process");
            }
            at += count;
        }
    }

    /** Waits for what is being written back. */
    void finish() throws IOException {
        flush.finish();
    }

    void force() throws IOException {
        if (descriptor != null) {
            descriptor.sync();
        } else {
            channel().force(true);
        }
    }

    private synchronized boolean isOpened() {
        return channel != null;
    }

    @Override
    public void close() throws IOException {
        FileChannel opened;
        synchronized (this) {
            closed = true;
            opened = channel;
        }
        if (opened != null) {
            opened.close();
        }
        FileChannel other = unbuffered;
        if (other != null) {
            other.close();
        }
    }

    /** Page-aligned buffers for writes that bypass the page cache; one per thread that writes at once. */
    private static final class DirectBuffers {
        private static final int CAPACITY = PartialFile.BLOCK_BYTES;
        private static final ConcurrentLinkedQueue<ByteBuffer> FREE = new ConcurrentLinkedQueue<>();

        private DirectBuffers() {}

        static ByteBuffer take() {
            ByteBuffer buffer = FREE.poll();
            return buffer != null
                    ? buffer.clear()
                    : ByteBuffer.allocateDirect(CAPACITY + ALIGNMENT)
                            .alignedSlice(ALIGNMENT)
                            .limit(CAPACITY)
                            .slice();
        }

        static void give(ByteBuffer buffer) {
            FREE.add(buffer);
        }
    }
}
