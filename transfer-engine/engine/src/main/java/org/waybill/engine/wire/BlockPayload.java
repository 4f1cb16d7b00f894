package org.waybill.engine.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.waybill.engine.TransferException;

/**
 * What a block carries: its number, then segments of files one after the other, each with entry number, offset and
 * length. A large file's block has one segment; many small files share a block.
 *
 * <pre>u64 block | { u32 entry | u64 offset | u32 length | bytes }*</pre>
 */
public final class BlockPayload {
    /** Bytes before the first segment. */
    public static final int HEADER = 8;
    /** Bytes before each segment's content. */
    public static final int SEGMENT_HEADER = 16;

    private BlockPayload() {}

    /** Takes the segments of a block, in order. */
    @FunctionalInterface
    public interface SegmentVisitor {
        void segment(int entry, long offset, int start, int length)
                throws IOException, InterruptedException, TransferException;
    }

    /** The number of a block that fills {@code payload} up to {@code length}. */
    public static long number(byte[] payload, int length) throws WireException {
        if (length < HEADER) {
            throw new WireException("a block without a number");
        }
        return ByteBuffer.wrap(payload).getLong(0);
    }

    /** Walks through a block that fills {@code array} up to {@code length}. */
    public static void forEach(byte[] array, int length, SegmentVisitor visitor)
            throws IOException, InterruptedException, TransferException {
        ByteBuffer in = ByteBuffer.wrap(array, 0, length);
        if (length < HEADER) {
            throw new WireException("a block without a number");
        }
        in.position(HEADER);
        while (in.hasRemaining()) {
            if (in.remaining() < SEGMENT_HEADER) {
                throw new WireException("a block ends within a segment's header");
            }
            int entry = in.getInt();
            long offset = in.getLong();
            int count = in.getInt();
            if (entry < 0 || offset < 0 || count < 0 || count > in.remaining()) {
                throw new WireException("a segment lies outside its block");
            }
            if (count > RecordFormat.MAX_CONTENT) {
                throw new WireException("a segment of " + count + " bytes: at most " + RecordFormat.MAX_CONTENT);
            }
            visitor.segment(entry, offset, in.position(), count);
            in.position(in.position() + count);
        }
    }

    /** Writes a segment's header; its content follows at {@code at + SEGMENT_HEADER}. */
    public static void putSegmentHeader(byte[] array, int at, int entry, long offset, int length) {
        ByteBuffer.wrap(array).putInt(at, entry).putLong(at + 4, offset).putInt(at + 12, length);
    }

    public static void putNumber(byte[] array, long number) {
        ByteBuffer.wrap(array).putLong(0, number);
    }
}
