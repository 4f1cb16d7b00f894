package org.waybill.engine.driver.udp;

import org.waybill.engine.transport.CircuitBreaker;

/**
 * What the two sides of a datagram stream have agreed on over the control connection.
 *
 * @param rateBitsPerSecond PLUT: the channel's rate, headers included, never exceeded, 0 to search for it; TSP: the
 *     goodput to hold, file data only
 * @param connectionId random, distinguishes the stream's datagrams from others
 * @param secret 32 bytes known to the two sides only, new for each stream
 * @param roundTripNs the control connection's round trip, believed until datagrams have measured their own
 * @param insecureLab a checksum instead of the cipher, in a laboratory
 * @param breaker when the sending end gives up, because the path is not what it was said to be
 */
public record DatagramTerms(
        Transport transport,
        long rateBitsPerSecond,
        long connectionId,
        byte[] secret,
        long roundTripNs,
        boolean insecureLab,
        CircuitBreaker.Limits breaker) {
    /** The transports over datagrams. The number on the wire is the place here: new ones go to the end. */
    public enum Transport {
        PLUT(Consent.DEDICATED_PATH),
        TSP(Consent.RATE);

        private final Consent consent;

        Transport(Consent consent) {
            this.consent = consent;
        }

        /** What a user must say first. */
        public Consent consent() {
            return consent;
        }

        /** Whether its one stream holds a rate, which must be named; else streams share what the channel carries. */
        public boolean holdsRate() {
            return consent == Consent.RATE;
        }
    }

    /** What a user must say before a transport sends that does not yield to other traffic (RFC 8085). */
    public enum Consent {
        /** That the path is the user's alone. */
        DEDICATED_PATH,
        /** The rate that one stream holds. */
        RATE
    }

    public DatagramTerms {
        if (rateBitsPerSecond < 0 || (transport.holdsRate() && rateBitsPerSecond == 0)) {
            throw new IllegalArgumentException("rateBitsPerSecond=" + rateBitsPerSecond + " for " + transport);
        }
        roundTripNs = Math.clamp(roundTripNs, 1_000_000L, 2_000_000_000L);
    }

    /** The same with another circuit breaker. */
    public DatagramTerms withBreaker(CircuitBreaker.Limits limits) {
        return new DatagramTerms(transport, rateBitsPerSecond, connectionId, secret, roundTripNs, insecureLab, limits);
    }
}
