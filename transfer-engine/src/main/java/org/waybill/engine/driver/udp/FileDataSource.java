package org.waybill.engine.driver.udp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.waybill.engine.transport.DataSource;

/** A file to send. Reads ahead in large pieces while datagrams follow each other; one thread at a time. */
public final class FileDataSource implements DataSource, AutoCloseable {
    private static final int PIECE_BYTES = 256 * 1024;

    private final FileChannel channel;
    private final long totalBytes;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    private long pieceStart = -1;
    private int pieceBytes;
    private long expectedOffset;

    public FileDataSource(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        totalBytes = channel.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
        int length = into.remaining();
        if (!isInPiece(offset, length) && offset == expectedOffset) {
            load(offset);
        }
        if (isInPiece(offset, length)) {
            into.put(into.position(), piece, (int) (offset - pieceStart), length);
            into.position(into.position() + length);
        } else {
            readFully(offset, into);
        }
        expectedOffset = offset + length;
    }

    private boolean isInPiece(long offset, int length) {
        return pieceStart >= 0 && offset >= pieceStart && offset + length <= pieceStart + pieceBytes;
    }

    private void load(long offset) throws IOException {
        piece.clear().limit((int) Math.min(PIECE_BYTES, totalBytes - offset));
        readFully(offset, piece);
        pieceStart = offset;
        pieceBytes = piece.position();
    }

    private void readFully(long offset, ByteBuffer into) throws IOException {
        long at = offset;
        while (into.hasRemaining()) {
            int read = channel.read(into, at);
            if (read < 0) {
                throw new EOFException("the file has become shorter than " + totalBytes + " bytes");
            }
            at += read;
        }
    }

    @Override
    public long availableBytes() {
        return totalBytes;
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
