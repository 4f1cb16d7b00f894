package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.waybill.engine.Sha256;
import org.waybill.engine.session.Block;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.transport.RangeSet;

/**
 * SHA-256 over a large file whose blocks arrive in any order. A block that is next is hashed from memory; early ones
 * wait in memory, as many as the pool lets; what cannot wait, and what an earlier run left, is read back from the
 * partial file when its turn comes. Used by the hashing thread only.
 */
final class OutOfOrderHash {
    private final PartialFile file;
    private final BooleanSupplier ended;
    private final MessageDigest digest = Sha256.start();
    private final Map<Long, Piece> waiting = new HashMap<>();
    private final RangeSet onDisk = new RangeSet();
    private final ByteBuffer readBack;

    private long position;

    private record Piece(Block block, int start, int length) {}

    /**
     * The hash of one file.
     *
     * @param ended whether the hash is no longer needed
     * @param readBack of the hashing thread, for all files
     */
    OutOfOrderHash(PartialFile file, BooleanSupplier ended, ByteBuffer readBack) {
        this.file = file;
        this.ended = ended;
        this.readBack = readBack;
        file.present().forEach(range -> onDisk.add(range.start(), range.end()));
    }

    /** Takes over one hold on the block. */
    void arrived(long offset, Block block, int start, int length) throws IOException {
        if (offset == position) {
            digest.update(block.payload, start, length);
            position += length;
            block.release();
        } else if (offset > position && !waiting.containsKey(offset) && block.tryKeepEarly()) {
            waiting.put(offset, new Piece(block, start, length));
        } else {
            if (offset + length > position) {
                onDisk.add(offset, offset + length);
            }
            block.release();
        }
        proceed();
    }

    /** Goes as far as it can. */
    void proceed() throws IOException {
        while (!ended.getAsBoolean()) {
            Piece piece = waiting.remove(position);
            if (piece != null) {
                digest.update(piece.block().payload, piece.start(), piece.length());
                piece.block().releaseEarly();
                position += piece.length();
                continue;
            }
            long end = onDisk.endOfRun(position);
            if (end <= position) {
                return;
            }
            readBack.clear().limit((int) Math.min(readBack.capacity(), end - position));
            int length = readBack.limit();
            file.readFully(readBack, position);
            digest.update(readBack.array(), 0, length);
            position += length;
        }
    }

    /** Gives back what waits: the hash is not needed. */
    void drop() {
        waiting.values().forEach(piece -> piece.block().releaseEarly());
        waiting.clear();
    }

    boolean isDone() {
        return position == file.source().sizeBytes();
    }

    byte[] finish() {
        return digest.digest();
    }
}
