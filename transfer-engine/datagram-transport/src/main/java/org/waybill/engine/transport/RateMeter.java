package org.waybill.engine.transport;

import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.RateController.Feedback;
import org.waybill.engine.transport.wire.Ack;

/**
 * Turns acknowledgements into one measurement a control step. What was sent is counted between two packets that the
 * receiver has seen, at the moments they were sent, so that it is compared with the goodput of the same packets and not
 * with what is still under way.
 */
final class RateMeter {
    /** Short enough to follow the host's load, long enough for some hundred datagrams at high rates. */
    static final long MIN_STEP_NS = 50_000_000;

    private final SentPackets sent;
    private final LossDetector losses;
    private long stepStartedNs = Long.MIN_VALUE;
    private long firstPacket = -1;
    private long dataBytesBefore;
    private long resentBytesBefore;
    private long sentNsBefore;
    private long deliveredBefore;
    private long ackNsBefore;
    private int settled;
    private int lost;
    private boolean limited = true;

    RateMeter(SentPackets sent, LossDetector losses) {
        this.sent = sent;
        this.losses = losses;
    }

    void onSettled(boolean asLost) {
        settled++;
        lost += asLost ? 1 : 0;
    }

    /** There was time to send but nothing to send. */
    void onUnlimited() {
        limited = false;
    }

    /** A control step's measurements, or null while the step lasts. */
    @Nullable
    Feedback onAck(long nowNs, Ack ack, long rttNs, double payloadRatio, long wantedStepNs) {
        long largest = losses.largestArrived();
        if (largest < 0) {
            return null;
        }
        if (firstPacket < 0) {
            begin(nowNs, largest, ack);
            return null;
        }
        long stepNs = Math.max(wantedStepNs, Math.max(rttNs / 2, 2000 * ack.intervalMicros()));
        long spanNs = sent.sentNs(largest) - sentNsBefore;
        if (nowNs - stepStartedNs < stepNs || spanNs <= 0) {
            return null;
        }
        double data = sent.dataBytesSoFar(largest) - dataBytesBefore;
        double again = sent.resentBytesSoFar(largest) - resentBytesBefore;
        double delivered = ack.deliveredBytes() - deliveredBefore;
        double goodput = delivered * 8e9 / Math.max(1, nowNs - ackNsBefore);
        // the receiver's own figure has no jitter of the return path in it, but it is that of its last interval alone;
        // ours covers exactly this step, and is the better one the longer the step lasts
        boolean brief = wantedStepNs <= MIN_STEP_NS && ack.goodputBitsPerSecond() > 0;
        double measured = brief ? (goodput + ack.goodputBitsPerSecond()) / 2 : goodput;
        Feedback feedback = new Feedback(
                nowNs,
                rttNs,
                payloadRatio,
                data * 8e9 / spanNs,
                data > 0 ? again / data : 0,
                settled > 0 ? (double) lost / settled : 0,
                measured,
                ack.attainableBitsPerSecond(),
                limited);
        begin(nowNs, largest, ack);
        return feedback;
    }

    private void begin(long nowNs, long largest, Ack ack) {
        stepStartedNs = nowNs;
        firstPacket = largest;
        dataBytesBefore = sent.dataBytesSoFar(largest);
        resentBytesBefore = sent.resentBytesSoFar(largest);
        sentNsBefore = sent.sentNs(largest);
        deliveredBefore = ack.deliveredBytes();
        ackNsBefore = nowNs;
        settled = 0;
        lost = 0;
        limited = true;
    }
}
