package org.waybill.engine.transport;

import java.util.Arrays;
import org.waybill.engine.transport.SentPackets.Fate;
import org.waybill.engine.transport.wire.Ack;

/**
 * Finds out which packets are lost. Only an acknowledgement that names a packet missing is evidence; it is believed
 * once a packet sent later by more than the reordering window has arrived, or as much time has passed (after RACK, RFC
 * 8985). Silence is never taken for loss: a sender at a fixed rate would flood a path that merely paused. The window
 * learns from packets that come late.
 */
final class LossDetector {
    /** Hears of each packet once it is settled. */
    interface Listener {
        void onArrived(long nowNs, long packetNumber);

        void onLost(long nowNs, long packetNumber);
    }

    private static final long MIN_WINDOW_NS = 1_000_000;
    private static final long MAX_WINDOW_NS = 1_000_000_000;

    private final SentPackets sent;
    private final RttEstimator rtt;
    private final Listener listener;
    private long reorderingNs;
    private long largestArrived = -1;
    private long keptFrom;
    private long recheckNs = TransportEndpoint.NO_TIMEOUT;
    private long falseAlarms;
    private long[] givenUp = new long[256];
    private int givenUpCount;

    LossDetector(SentPackets sent, RttEstimator rtt, Listener listener) {
        this.sent = sent;
        this.rtt = rtt;
        this.listener = listener;
    }

    /**
     * Takes an acknowledgement in.
     *
     * @return whether it contained anything new
     */
    boolean onAck(long nowNs, Ack ack) throws ProtocolViolation {
        if (ack.largest() >= sent.next()) {
            throw new ProtocolViolation("packet " + ack.largest() + " is acknowledged, the next one is " + sent.next());
        }
        boolean sampled = ack.largest() >= Math.max(keptFrom, sent.lowestUnsettled())
                && sent.fate(ack.largest()) == Fate.OUTSTANDING;
        boolean news = lateOnes(nowNs, ack);
        int range = 0;
        long from = Math.max(Math.max(ack.from(), keptFrom), sent.lowestUnsettled());
        for (long number = from; number <= ack.through(); number++) {
            while (range < ack.missing().count() && ack.missing().last(range) < number) {
                range++;
            }
            boolean missing = range < ack.missing().count() && ack.missing().first(range) <= number;
            news |= missing ? onMissing(number) : onArrived(nowNs, number);
        }
        if (sampled && sent.fate(ack.largest()) == Fate.ARRIVED) {
            rtt.onSample(nowNs - sent.sentNs(ack.largest()), ack.ackDelayMicros() * 1000);
        }
        findLost(nowNs);
        return news;
    }

    /**
     * Looks among the packets given up for those that have arrived after all. All others below the lowest unsettled
     * one have arrived: they are not looked at again with every acknowledgement, of which a round trip has dozens.
     */
    private boolean lateOnes(long nowNs, Ack ack) {
        boolean news = false;
        long below = sent.lowestUnsettled();
        int kept = 0;
        for (int i = 0; i < givenUpCount; i++) {
            long number = givenUp[i];
            boolean told = number >= ack.from() && number <= Math.min(ack.through(), below - 1);
            if (number >= keptFrom && told && !ack.missing().contains(number)) {
                news |= onArrived(nowNs, number);
            } else if (number >= keptFrom && sent.fate(number) == Fate.LOST) {
                givenUp[kept++] = number;
            }
        }
        givenUpCount = kept;
        return news;
    }

    private void giveUp(long number) {
        if (givenUpCount == givenUp.length) {
            givenUp = Arrays.copyOf(givenUp, 2 * givenUpCount);
        }
        givenUp[givenUpCount++] = number;
    }

    private boolean onMissing(long number) {
        if (sent.fate(number) != Fate.OUTSTANDING) {
            return false;
        }
        sent.fate(number, Fate.MISSING);
        return true;
    }

    private boolean onArrived(long nowNs, long number) {
        Fate before = sent.fate(number);
        if (before == Fate.ARRIVED) {
            return false;
        }
        sent.fate(number, Fate.ARRIVED);
        if (before != Fate.OUTSTANDING) {
            long lateNs = sent.sentNs(Math.max(largestArrived, number)) - sent.sentNs(number);
            reorderingNs = Math.clamp(lateNs + lateNs / 4, reorderingNs, MAX_WINDOW_NS);
        }
        largestArrived = Math.max(largestArrived, number);
        if (before == Fate.LOST) {
            falseAlarms++;
        } else {
            listener.onArrived(nowNs, number);
        }
        return true;
    }

    /** Declares lost what has been missing for long enough. */
    void findLost(long nowNs) {
        recheckNs = TransportEndpoint.NO_TIMEOUT;
        long windowNs = Math.max(reorderingNs, Math.max(MIN_WINDOW_NS, rtt.minimumNs() / 8));
        long patienceNs = Math.max(rtt.smoothedNs(), rtt.latestNs()) + windowNs;
        for (long number = sent.lowestUnsettled(); number < largestArrived; number++) {
            if (sent.fate(number) != Fate.MISSING) {
                continue;
            }
            long dueNs = sent.sentNs(number) + patienceNs;
            if (sent.sentNs(largestArrived) - sent.sentNs(number) > windowNs || dueNs - nowNs <= 0) {
                sent.fate(number, Fate.LOST);
                giveUp(number);
                listener.onLost(nowNs, number);
            } else {
                recheckNs = Math.min(recheckNs, dueNs);
            }
        }
    }

    /** When {@link #findLost} is due without an acknowledgement. */
    long recheckNs() {
        return recheckNs;
    }

    /** Packets below are forgotten: their place in the ring may be used again. */
    void forgetBelow(long packetNumber) {
        keptFrom = Math.max(keptFrom, packetNumber);
    }

    long keptFrom() {
        return keptFrom;
    }

    long largestArrived() {
        return largestArrived;
    }

    /** Packets declared lost that arrived after all. */
    long falseAlarms() {
        return falseAlarms;
    }
}
