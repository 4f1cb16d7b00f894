package org.waybill.engine.transport;

/**
 * Finds the largest datagram that the path carries (RFC 8899): begins at 1,200 bytes, tries the largest size first,
 * then halves the distance; goes back to 1,200 when only large datagrams vanish, and to 548 when those of 1,200 do; and
 * tries again from time to time. Sizes are those of UDP payloads, in bytes.
 */
final class PathMtuSearch {
    static final int BASE_BYTES = 1200;
    /** RFC 8899, section 5.1.2: MIN_PLPMTU. What every host takes (RFC 1122, section 3.3.3: 576) without IP, UDP. */
    static final int MIN_BYTES = 548;
    /** RFC 8899, section 5.1.1: PMTU_RAISE_TIMER. */
    static final long RAISE_NS = 600_000_000_000L;
    /** RFC 8899, section 5.1.2: MAX_PROBES. */
    private static final int MAX_PROBES = 3;

    private static final int CLOSE_ENOUGH_BYTES = 16;
    private static final int BLACK_HOLE_LOSSES = 12;
    /** A burst of losses takes the small ones along: this number has to arrive before the base is given up. */
    private static final int SMALL_ARRIVALS = 2;

    private final int maxBytes;
    private int confirmedBytes = BASE_BYTES;
    private int upperBytes;
    private int candidateBytes;
    private int probesLost;
    private long probePacket = -1;
    private long raiseNs;
    private boolean searching;
    private int largeLostInARow;
    private int smallArrived;
    private long fellNs;
    private boolean belowBase;

    /** @param maxBytes what the local interface can carry */
    PathMtuSearch(int maxBytes, long nowNs) {
        this.maxBytes = Math.max(BASE_BYTES, maxBytes);
        restart(nowNs);
    }

    private void restart(long nowNs) {
        upperBytes = maxBytes;
        candidateBytes = maxBytes;
        probesLost = 0;
        probePacket = -1;
        searching = confirmedBytes < maxBytes;
        raiseNs = nowNs + RAISE_NS;
    }

    /** The datagram size to use for data. */
    int datagramBytes() {
        return confirmedBytes;
    }

    /** The size to probe now; 0 for none. */
    int probeBytes(long nowNs) {
        if (!searching && confirmedBytes < maxBytes && nowNs - raiseNs >= 0) {
            restart(nowNs);
        }
        return searching && probePacket < 0 ? candidateBytes : 0;
    }

    void onProbeSent(long packetNumber) {
        probePacket = packetNumber;
    }

    void onArrived(long nowNs, long packetNumber, int bytes) {
        if (bytes > fallbackBytes()) {
            largeLostInARow = 0;
            smallArrived = 0;
        } else {
            smallArrived++;
        }
        if (packetNumber == probePacket) {
            confirmedBytes = Math.max(confirmedBytes, candidateBytes);
            nextCandidate(nowNs);
        }
    }

    void onLost(long nowNs, long packetNumber, int bytes) {
        if (packetNumber == probePacket) {
            probePacket = -1;
            if (++probesLost == MAX_PROBES) {
                upperBytes = candidateBytes - 1;
                nextCandidate(nowNs);
            }
        } else if (bytes > fallbackBytes()
                && bytes <= confirmedBytes
                && ++largeLostInARow >= BLACK_HOLE_LOSSES
                && (confirmedBytes > BASE_BYTES || smallArrived >= SMALL_ARRIVALS)) {
            confirmedBytes = fallbackBytes();
            belowBase = confirmedBytes == MIN_BYTES;
            fellNs = nowNs;
            largeLostInARow = 0;
            smallArrived = 0;
            restart(nowNs);
        }
    }

    /**
     * Whether what is lost lately was too large for the path, it seems, and says nothing of its rate. Above the base a
     * full queue looks the same.
     */
    boolean isHole(long nowNs, long rttNs) {
        return confirmedBytes <= BASE_BYTES && largeLostInARow >= BLACK_HOLE_LOSSES && smallArrived > 0
                || belowBase && nowNs - fellNs < 2 * rttNs;
    }

    /** What to go back to from the present size. */
    private int fallbackBytes() {
        return confirmedBytes > BASE_BYTES ? BASE_BYTES : MIN_BYTES;
    }

    private void nextCandidate(long nowNs) {
        probePacket = -1;
        probesLost = 0;
        searching = upperBytes - confirmedBytes > CLOSE_ENOUGH_BYTES;
        candidateBytes = confirmedBytes + (upperBytes - confirmedBytes + 1) / 2;
        if (!searching) {
            raiseNs = nowNs + RAISE_NS;
        }
    }
}
