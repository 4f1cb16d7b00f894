package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.waybill.engine.PeerLimits;

/**
 * The block header of GridFTP's extended block mode (GFD.20, section 3.4.1): eight bits of descriptor, 64 bits of
 * count, 64 bits of offset, in network order.
 */
final class ModeE {
    static final int HEADER_BYTES = 17;
    /** End of data: this connection carries no more. */
    static final int EOD = 0x08;
    /** End of file: the offset field carries the number of EODs to expect in total. */
    static final int EOF = 0x40;
    /** The sender will close the connection after this block. */
    static final int SENDER_CLOSES = 0x04;

    private static final int KNOWN = EOD | EOF | SENDER_CLOSES | 0x80 | 0x10 | 0x20;

    /** One header; lengths are checked when it is read. */
    record Header(int descriptor, long count, long offset) {
        boolean endsData() {
            return (descriptor & EOD) != 0;
        }

        boolean tellsEodCount() {
            return (descriptor & EOF) != 0;
        }
    }

    private ModeE() {}

    /** @throws PeerLimits.Exceeded for what is not a header */
    static Header read(ByteBuffer buffer) throws IOException {
        int descriptor = buffer.get() & 0xff;
        long count = buffer.getLong();
        long offset = buffer.getLong();
        boolean wrong = (descriptor & ~KNOWN) != 0 || count < 0 || offset < 0 || offset + count < 0;
        if (wrong || ((descriptor & EOF) != 0 && count > 0)) {
            throw new PeerLimits.Exceeded(
                    "a malformed block header: descriptor " + descriptor + ", count " + count + ", offset " + offset);
        }
        return new Header(descriptor, count, offset);
    }

    static void write(ByteBuffer buffer, int descriptor, long count, long offset) {
        buffer.put((byte) descriptor).putLong(count).putLong(offset);
    }
}
