package org.waybill.engine.transport.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes and reads payloads. Reading checks every length and number before it is used, allocates at most a few
 * kilobytes, and fails with {@link MalformedDatagramException} only.
 */
public final class FrameCodec {
    public static final int DATA_HEADER_BYTES = 8;
    public static final int MAX_COOKIE_BYTES = 32;
    private static final int ACK_FIXED_BYTES = 78;
    private static final int MAX_ACK_WINDOW = 1 << 24;
    /** A sender waits several of them for an answer and for its last word: with hours its socket would be held. */
    private static final long MAX_ACK_INTERVAL_MICROS = 1_000_000;

    private static final int COMPLETE = 1;

    private final int blockBytes;

    /** @param blockBytes length of a block, the unit in which DATA names its place */
    public FrameCodec(int blockBytes) {
        if (blockBytes < 1) {
            throw new IllegalArgumentException("blockBytes=" + blockBytes + " < 1");
        }
        this.blockBytes = blockBytes;
    }

    /** The number of bytes from {@code offset} to the end of its block. */
    public int bytesToBlockEnd(long offset) {
        return blockBytes - (int) (offset % blockBytes);
    }

    /** Writes where a datagram's data belongs; the data itself follows. */
    public void writeDataHeader(long offset, ByteBuffer into) {
        into.putInt((int) (offset / blockBytes));
        into.putInt((int) (offset % blockBytes));
    }

    /** Writes a payload other than DATA, whose bytes the caller appends to {@link #writeDataHeader}. */
    public void write(Frame frame, ByteBuffer into) {
        switch (frame) {
            case Frame.Hello hello -> writeCookie(hello.cookie(), into);
            case Frame.Cookie cookie -> writeCookie(cookie.cookie(), into);
            case Frame.Welcome _ -> {}
            case Frame.Data data -> {
                writeDataHeader(data.offset(), into);
                into.put(data.bytes().duplicate());
            }
            case Ack ack -> writeAck(ack, into);
            case Frame.Status status -> into.putLong(status.floor());
            case Frame.End end -> into.putLong(end.totalBytes());
            case Frame.Probe probe -> {
                for (int i = 0; i < probe.paddingBytes(); i++) {
                    into.put((byte) 0);
                }
            }
            case Frame.PathChallenge challenge -> into.putLong(challenge.token());
            case Frame.PathResponse response -> into.putLong(response.token());
            case Frame.Close close -> {
                byte[] text = close.textBytes();
                into.put((byte) close.code().code()).put((byte) text.length).put(text);
            }
        }
    }

    private static void writeCookie(byte[] cookie, ByteBuffer into) {
        into.put((byte) cookie.length).put(cookie);
    }

    private static void writeAck(Ack ack, ByteBuffer into) {
        into.put((byte) ack.kind().ordinal()).put((byte) (ack.complete() ? COMPLETE : 0));
        into.putLong(ack.from()).putLong(ack.through()).putLong(ack.largest());
        into.putInt(clampToInt(ack.ackDelayMicros())).putInt(clampToInt(ack.intervalMicros()));
        into.putLong(ack.goodputBitsPerSecond()).putLong(ack.attainableBitsPerSecond());
        into.putLong(ack.deliveredBytes()).putLong(ack.contiguousBytes()).putLong(ack.limitBytes());
        into.putShort((short) ack.missing().count()).putShort((short) 0);
        long next = ack.from();
        for (int i = 0; i < ack.missing().count(); i++) {
            writeVarint(ack.missing().first(i) - next, into);
            writeVarint(ack.missing().last(i) - ack.missing().first(i), into);
            next = ack.missing().last(i) + 1;
        }
    }

    private static int clampToInt(long value) {
        return Math.clamp(value, 0, Integer.MAX_VALUE);
    }

    /**
     * Reads a payload. DATA keeps a view of the given buffer.
     *
     * @param payload what authentication left, from position to limit
     */
    public Frame read(PacketType type, ByteBuffer payload) throws MalformedDatagramException {
        Frame frame =
                switch (type) {
                    case HELLO -> new Frame.Hello(readCookie(payload, true));
                    case COOKIE -> new Frame.Cookie(readCookie(payload, false));
                    case WELCOME -> new Frame.Welcome();
                    case DATA -> readData(payload);
                    case ACK -> readAck(payload);
                    case STATUS -> new Frame.Status(readNumber(payload));
                    case END -> new Frame.End(readNumber(payload));
                    case PROBE -> readProbe(payload);
                    case PATH_CHALLENGE -> new Frame.PathChallenge(readLong(payload));
                    case PATH_RESPONSE -> new Frame.PathResponse(readLong(payload));
                    case CLOSE -> readClose(payload);
                };
        if (payload.hasRemaining()) {
            throw new MalformedDatagramException(payload.remaining() + " bytes too many in " + type);
        }
        return frame;
    }

    private static Frame.Probe readProbe(ByteBuffer payload) {
        int padding = payload.remaining();
        payload.position(payload.limit());
        return new Frame.Probe(padding);
    }

    private static byte[] readCookie(ByteBuffer payload, boolean padded) throws MalformedDatagramException {
        need(payload, 1);
        int length = payload.get() & 0xFF;
        if (length > MAX_COOKIE_BYTES) {
            throw new MalformedDatagramException("a cookie of " + length + " bytes is longer than " + MAX_COOKIE_BYTES);
        }
        need(payload, length);
        byte[] cookie = new byte[length];
        payload.get(cookie);
        if (padded) {
            payload.position(payload.limit());
        }
        return cookie;
    }

    private Frame.Data readData(ByteBuffer payload) throws MalformedDatagramException {
        need(payload, DATA_HEADER_BYTES + 1);
        long block = payload.getInt() & 0xFFFF_FFFFL;
        int offset = payload.getInt();
        int length = payload.remaining();
        if (offset < 0 || offset > blockBytes - length) {
            throw new MalformedDatagramException(length + " bytes at " + offset + " leave the block of " + blockBytes);
        }
        ByteBuffer bytes = payload.slice();
        payload.position(payload.limit());
        return new Frame.Data(block * blockBytes + offset, bytes);
    }

    private static Ack readAck(ByteBuffer payload) throws MalformedDatagramException {
        need(payload, ACK_FIXED_BYTES);
        AckKind kind = AckKind.ofCode(payload.get() & 0xFF);
        int flags = payload.get();
        long from = readNumber(payload);
        long through = readNumber(payload);
        long largest = readNumber(payload);
        if ((flags & ~COMPLETE) != 0 || through < from - 1 || through > largest || through - from > MAX_ACK_WINDOW) {
            throw new MalformedDatagramException("acknowledgement of " + from + ".." + through + " up to " + largest);
        }
        long ackDelayMicros = payload.getInt() & 0xFFFF_FFFFL;
        long intervalMicros = payload.getInt() & 0xFFFF_FFFFL;
        if (intervalMicros > MAX_ACK_INTERVAL_MICROS) {
            throw new MalformedDatagramException("an acknowledgement every " + intervalMicros + " us is too seldom");
        }
        long goodput = readNumber(payload);
        long attainable = readNumber(payload);
        long delivered = readNumber(payload);
        long contiguous = readNumber(payload);
        long limit = readNumber(payload);
        int count = payload.getShort() & 0xFFFF;
        if (payload.getShort() != 0 || count > PacketRanges.MAX_RANGES || 2 * count > payload.remaining()) {
            throw new MalformedDatagramException(count + " ranges do not fit");
        }
        PacketRanges missing = readRanges(payload, count, from, through);
        return new Ack(
                kind,
                (flags & COMPLETE) != 0,
                from,
                through,
                largest,
                ackDelayMicros,
                intervalMicros,
                goodput,
                attainable,
                delivered,
                contiguous,
                limit,
                missing);
    }

    private static PacketRanges readRanges(ByteBuffer payload, int count, long from, long through)
            throws MalformedDatagramException {
        PacketRanges ranges = new PacketRanges(count);
        long next = from;
        for (int i = 0; i < count; i++) {
            long gap = readVarint(payload);
            long more = readVarint(payload);
            // both are below 2^62 and next is at most through + 1, so that this cannot pass 2^63 unseen
            if (gap > through - next || more > through - next - gap) {
                throw new MalformedDatagramException("range " + i + " leaves " + from + ".." + through);
            }
            ranges.add(next + gap, next + gap + more);
            next += gap + more + 1;
        }
        return ranges;
    }

    private static Frame.Close readClose(ByteBuffer payload) throws MalformedDatagramException {
        need(payload, 2);
        CloseCode code = CloseCode.of(payload.get() & 0xFF);
        int length = payload.get() & 0xFF;
        if (length > Frame.Close.MAX_TEXT_BYTES) {
            throw new MalformedDatagramException("a text of " + length + " bytes is too long");
        }
        need(payload, length);
        byte[] text = new byte[length];
        payload.get(text);
        return new Frame.Close(code, new String(text, StandardCharsets.UTF_8));
    }

    private static long readLong(ByteBuffer payload) throws MalformedDatagramException {
        need(payload, Long.BYTES);
        return payload.getLong();
    }

    private static long readNumber(ByteBuffer payload) throws MalformedDatagramException {
        long value = readLong(payload);
        if (value < 0) {
            throw new MalformedDatagramException("a number beyond 2^63");
        }
        return value;
    }

    private static void need(ByteBuffer payload, int bytes) throws MalformedDatagramException {
        if (payload.remaining() < bytes) {
            throw new MalformedDatagramException(bytes + " bytes wanted, " + payload.remaining() + " there");
        }
    }

    /** How many bytes a range takes on the wire, for those who fill a list up to a size. */
    public static int rangeBytes(long gap, long more) {
        return varintBytes(gap) + varintBytes(more);
    }

    private static int varintBytes(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }

    /** Base 128, low bits first, at most 9 bytes (below 2^63). */
    private static void writeVarint(long value, ByteBuffer into) {
        long rest = value;
        while (rest >= 0x80) {
            into.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        into.put((byte) rest);
    }

    private static long readVarint(ByteBuffer payload) throws MalformedDatagramException {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            need(payload, 1);
            byte next = payload.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedDatagramException("a number of more than 9 bytes");
    }
}
