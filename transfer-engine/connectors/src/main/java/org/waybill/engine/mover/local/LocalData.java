package org.waybill.engine.mover.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.BackgroundFlush;
import org.waybill.engine.TransferException;
import org.waybill.engine.ZeroRuns;
import org.waybill.engine.storage.TemporaryFile;

/** The content of files of this machine: others' are read, our own read and written. */
record LocalData(OpenTemporaryFiles files) {
    private static final int BLOCK_BYTES = 1 << 20;

    InputStream read(String path, long offset) throws TransferException {
        return LocalFailures.ask(path, () -> {
            @Nullable TemporaryFile held = files.held(path);
            FileChannel channel = held == null
                    ? FileChannel.open(Path.of(path), StandardOpenOption.READ)
                    : held.channel(StandardOpenOption.READ);
            return Channels.newInputStream(channel.position(offset));
        });
    }

    /** Writes a file of ours: others get their content with its name. */
    void write(String path, long offset, InputStream data, long length) throws IOException {
        files.use(path, file -> {
            write(file, offset, data, length);
            return file;
        });
    }

    private static void write(TemporaryFile file, long offset, InputStream data, long length) throws IOException {
        try (FileChannel channel = file.channel(StandardOpenOption.WRITE)) {
            channel.truncate(offset);
            channel.position(offset);
            BackgroundFlush flush = new BackgroundFlush(() -> channel.force(false));
            byte[] block = new byte[length >= 0 ? Math.clamp(length, 1, BLOCK_BYTES) : BLOCK_BYTES];
            for (int n = data.read(block); n >= 0; n = data.read(block)) {
                ByteBuffer buffer = ByteBuffer.wrap(block, 0, n);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                flush.wrote(n);
            }
            flush.finish();
            channel.force(true);
        }
    }

    void writeSparse(String path, long offset, InputStream data) throws IOException {
        files.use(path, file -> {
            writeSparse(file, offset, data);
            return file;
        });
    }

    private static void writeSparse(TemporaryFile file, long offset, InputStream data) throws IOException {
        try (FileChannel channel = file.channel(StandardOpenOption.WRITE)) {
            channel.truncate(offset);
            BackgroundFlush flush = new BackgroundFlush(() -> channel.force(false));
            byte[] block = new byte[BLOCK_BYTES];
            long end = offset;
            for (int n = data.readNBytes(block, 0, block.length); n > 0; n = data.readNBytes(block, 0, block.length)) {
                long at = end;
                ZeroRuns.writeOthers(block, 0, n, (start, count) -> {
                    ByteBuffer buffer = ByteBuffer.wrap(block, start, count);
                    while (buffer.hasRemaining()) {
                        channel.write(buffer, at + buffer.position());
                    }
                });
                end += n;
                flush.wrote(n);
            }
            flush.finish();
            file.lengthen(end);
            channel.force(true);
        }
    }
}
