package org.waybill.engine.transport.wire;

/**
 * An acknowledgement: of the packets {@code from..through} all arrived except those in {@code missing}. A list too long
 * for one datagram is spread over several acknowledgements; a packet outside their windows is neither acknowledged nor
 * missing.
 *
 * @param kind as in Lu 2011, section 6.1.1.2
 * @param complete the receiver has every byte and knows the total
 * @param largest largest packet number that has arrived
 * @param ackDelayMicros from the arrival of {@code largest} to this acknowledgement
 * @param intervalMicros the receiver's present acknowledgement interval
 * @param goodputBitsPerSecond new data per second, measured over the last interval or more (g_R)
 * @param attainableBitsPerSecond what the receiver believes it can take (g*), 0 when it does not know
 * @param deliveredBytes new data bytes so far
 * @param contiguousBytes all data below this offset is there; the sender may forget it
 * @param limitBytes the sender must not send data at or above this offset (flow control)
 * @param missing inside {@code from..through}
 */
public record Ack(
        AckKind kind,
        boolean complete,
        long from,
        long through,
        long largest,
        long ackDelayMicros,
        long intervalMicros,
        long goodputBitsPerSecond,
        long attainableBitsPerSecond,
        long deliveredBytes,
        long contiguousBytes,
        long limitBytes,
        PacketRanges missing)
        implements Frame {}
