package org.waybill.engine.driver.udp;

/**
 * What the two ends of a datagram stream have agreed on over the control connection.
 *
 * @param rateBitsPerSecond PLUT: the channel's rate, headers included, never exceeded, 0 to search for it; TSP: the
 *     goodput to hold, file data only
 * @param connectionId random, tells the stream's datagrams from others
 * @param secret 32 bytes known to the two ends alone, new for each stream
 * @param roundTripNs the control connection's round trip, believed until datagrams have measured their own
 * @param insecureLab a checksum instead of the cipher, in a laboratory
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DatagramTerms(Transport transport, long rateBitsPerSecond, long connectionId, byte[] secret,
        long roundTripNs, boolean insecureLab) {
    /** The two transports. */
    public enum Transport {
        PLUT,
        TSP
    }

    public DatagramTerms {
        if (rateBitsPerSecond < 0 || (transport == Transport.TSP && rateBitsPerSecond == 0)) {
            throw new IllegalArgumentException("rateBitsPerSecond=" + rateBitsPerSecond + " for " + transport);
        }
        roundTripNs = Math.clamp(roundTripNs, 1_000_000L, 2_000_000_000L);
    }
}
