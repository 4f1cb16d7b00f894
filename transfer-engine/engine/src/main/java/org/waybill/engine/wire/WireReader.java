package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads a frame's payload and trusts none of it: every length is checked before a byte is taken or allocated. */
public final class WireReader {
    private final ByteBuffer in;

    /** Reads one frame or other closed piece of bytes. */
    public WireReader(byte[] payload) {
        this.in = ByteBuffer.wrap(payload);
    }

    public int u8() throws WireException {
        need(1);
        return in.get() & 0xff;
    }

    boolean flag() throws WireException {
        int value = u8();
        if (value > 1) {
            throw new WireException("a flag is 0 or 1, not " + value);
        }
        return value == 1;
    }

    public int u16() throws WireException {
        need(2);
        return in.getShort() & 0xffff;
    }

    /** A number from 0 to 2^31 - 1. */
    public int u31() throws WireException {
        need(4);
        int value = in.getInt();
        if (value < 0) {
            throw new WireException("a number is beyond 2^31");
        }
        return value;
    }

    /** A number from 0 to 2^63 - 1. */
    public long u63() throws WireException {
        long value = i64();
        if (value < 0) {
            throw new WireException("a number is beyond 2^63");
        }
        return value;
    }

    long i64() throws WireException {
        need(8);
        return in.getLong();
    }

    /** A count of things of at least {@code bytesEach} bytes, which must all be in this frame. */
    int count(int bytesEach) throws WireException {
        int count = u31();
        if ((long) count * bytesEach > in.remaining()) {
            throw new WireException("a list of " + count + " does not fit its frame");
        }
        return count;
    }

    public byte[] raw(int count) throws WireException {
        need(count);
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    public byte[] rest() {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    public String text(int maxBytes) throws WireException {
        int length = u16();
        if (length > maxBytes) {
            throw new WireException("text of " + length + " bytes where " + maxBytes + " are allowed");
        }
        need(length);
        ByteBuffer utf8 = in.slice(in.position(), length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(utf8)
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WireException("text is not UTF-8");
        }
    }

    /** The frame must end here. */
    public void end() throws WireException {
        if (in.hasRemaining()) {
            throw new WireException(in.remaining() + " bytes too many in a frame");
        }
    }

    private void need(int count) throws WireException {
        if (in.remaining() < count) {
            throw new WireException("a frame ends early");
        }
    }
}
