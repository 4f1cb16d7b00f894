package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds a frame's payload: big-endian numbers, length-prefixed text and bytes. */
public final class WireWriter {
    private byte[] bytes = new byte[256];
    private int length;

    public WireWriter u8(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    WireWriter flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    public WireWriter u16(int value) {
        return u8(value >> 8).u8(value);
    }

    public WireWriter u32(int value) {
        ensure(4);
        ByteBuffer.wrap(bytes).putInt(length, value);
        length += 4;
        return this;
    }

    public WireWriter u64(long value) {
        ensure(8);
        ByteBuffer.wrap(bytes).putLong(length, value);
        length += 8;
        return this;
    }

    public WireWriter raw(byte[] value) {
        return raw(value, 0, value.length);
    }

    WireWriter raw(byte[] value, int offset, int count) {
        ensure(count);
        System.arraycopy(value, offset, bytes, length, count);
        length += count;
        return this;
    }

    /** At most 65,535 bytes of UTF-8; longer text is a mistake of the caller. */
    public WireWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > 0xffff) {
            throw new IllegalArgumentException("text of " + utf8.length + " bytes does not fit a frame");
        }
        return u16(utf8.length).raw(utf8);
    }

    int length() {
        return length;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
