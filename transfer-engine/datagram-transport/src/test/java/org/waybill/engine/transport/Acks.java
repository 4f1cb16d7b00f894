package org.waybill.engine.transport;

import org.waybill.engine.transport.wire.Ack;
import org.waybill.engine.transport.wire.AckKind;
import org.waybill.engine.transport.wire.PacketRanges;

/** Acknowledgements for tests that play the receiver by hand: what is not said is harmless. */
record Acks(
        boolean complete,
        long from,
        long through,
        long largest,
        long delayMicros,
        long intervalMicros,
        long goodputBitsPerSecond,
        long deliveredBytes,
        long contiguousBytes,
        long limitBytes,
        PacketRanges missing) {
    /** All of {@code from..through} has arrived, the last of it just now. */
    static Acks of(long from, long through) {
        return new Acks(false, from, through, through, 0, 20_000, 0, 0, 0, Long.MAX_VALUE, PacketRanges.NONE);
    }

    /** Except for these, in ascending order. */
    Acks without(long... packets) {
        PacketRanges ranges = new PacketRanges(packets.length);
        for (long packet : packets) {
            ranges.add(packet, packet);
        }
        return new Acks(
                complete,
                from,
                through,
                largest,
                delayMicros,
                intervalMicros,
                goodputBitsPerSecond,
                deliveredBytes,
                contiguousBytes,
                limitBytes,
                ranges);
    }

    Acks largest(long packet) {
        return new Acks(
                complete,
                from,
                through,
                packet,
                delayMicros,
                intervalMicros,
                goodputBitsPerSecond,
                deliveredBytes,
                contiguousBytes,
                limitBytes,
                missing);
    }

    Acks delayed(long micros) {
        return new Acks(
                complete,
                from,
                through,
                largest,
                micros,
                intervalMicros,
                goodputBitsPerSecond,
                deliveredBytes,
                contiguousBytes,
                limitBytes,
                missing);
    }

    Acks every(long micros) {
        return new Acks(
                complete,
                from,
                through,
                largest,
                delayMicros,
                micros,
                goodputBitsPerSecond,
                deliveredBytes,
                contiguousBytes,
                limitBytes,
                missing);
    }

    Acks delivered(long bytes, long bitsPerSecond) {
        return new Acks(
                complete,
                from,
                through,
                largest,
                delayMicros,
                intervalMicros,
                bitsPerSecond,
                bytes,
                contiguousBytes,
                limitBytes,
                missing);
    }

    Acks upTo(long contiguous, long limit) {
        return new Acks(
                complete,
                from,
                through,
                largest,
                delayMicros,
                intervalMicros,
                goodputBitsPerSecond,
                deliveredBytes,
                contiguous,
                limit,
                missing);
    }

    Acks finished() {
        return new Acks(
                true,
                from,
                through,
                largest,
                delayMicros,
                intervalMicros,
                goodputBitsPerSecond,
                deliveredBytes,
                contiguousBytes,
                limitBytes,
                missing);
    }

    Ack ack() {
        return new Ack(
                AckKind.of(false, !missing.isEmpty()),
                complete,
                from,
                through,
                largest,
                delayMicros,
                intervalMicros,
                goodputBitsPerSecond,
                0,
                deliveredBytes,
                contiguousBytes,
                limitBytes,
                missing);
    }
}
