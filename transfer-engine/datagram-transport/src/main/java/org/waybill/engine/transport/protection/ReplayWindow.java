package org.waybill.engine.transport.protection;

import java.util.Arrays;

/** Which of the last {@value #PACKETS} packet numbers have been seen (after RFC 6479). */
final class ReplayWindow {
    static final int PACKETS = 8192;
    // one word more than the window, so that a word can be cleared while all the window's words are in use
    private static final int WORDS = PACKETS / Long.SIZE + 1;

    private final long[] seen = new long[WORDS];
    private long largest = -1;

    /** Whether the number is neither too old nor seen. Changes nothing, so that it can be asked before the tag. */
    boolean isFresh(long packetNumber) {
        if (packetNumber > largest) {
            return true;
        }
        return largest - packetNumber < PACKETS && (seen[word(packetNumber)] & bit(packetNumber)) == 0;
    }

    /** Remembers a number whose datagram was authentic. */
    void accept(long packetNumber) {
        if (packetNumber > largest) {
            long from = largest < 0 ? 0 : largest / Long.SIZE + 1;
            long through = packetNumber / Long.SIZE;
            if (through - from >= WORDS) {
                Arrays.fill(seen, 0);
            } else {
                for (long word = from; word <= through; word++) {
                    seen[(int) (word % WORDS)] = 0;
                }
            }
            largest = packetNumber;
        }
        seen[word(packetNumber)] |= bit(packetNumber);
    }

    private static int word(long packetNumber) {
        return (int) (packetNumber / Long.SIZE % WORDS);
    }

    private static long bit(long packetNumber) {
        return 1L << packetNumber;
    }
}
