package org.waybill.engine.transport.paraplut;

import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.transport.plut.PlutRateController;

/**
 * Divides one rate among the channels of a transfer, so that together they never exceed it. A channel that is added
 * gets what the others leave of the rate (Lu 2011, section 4.3.3: R = min(C - G(m), g*)), but at least half an equal
 * share; the others' limits shrink in proportion. Thread-safe.
 */
public final class RateShares {
    private record Share(PlutRateController controller, double limit) {}

    private final double totalBitsPerSecond;
    private final List<Share> shares = new ArrayList<>();

    /** @param totalBitsPerSecond C, headers included; 0 if the channels search for their rates by themselves */
    public RateShares(long totalBitsPerSecond) {
        this.totalBitsPerSecond = totalBitsPerSecond;
    }

    /** Adds a channel and sets the limits of all. */
    public synchronized void add(PlutRateController controller) {
        if (totalBitsPerSecond == 0) {
            return;
        }
        double used = 0;
        double attainable = 0;
        for (Share share : shares) {
            double now = share.controller().attainableBitsPerSecond();
            used += now > 0 ? Math.min(now, share.limit()) : share.limit();
            attainable = Math.max(attainable, now);
        }
        double least = totalBitsPerSecond / (2 * (shares.size() + 1));
        double rate = Math.max(least, ChannelTuner.rateOfNewChannel(totalBitsPerSecond, used, attainable));
        rate = shares.isEmpty() ? totalBitsPerSecond : rate;
        divide(totalBitsPerSecond - rate);
        shares.add(new Share(controller, rate));
        controller.limit((long) rate);
    }

    /** A channel has ended: the others get its part. */
    public synchronized void remove(PlutRateController controller) {
        if (shares.removeIf(share -> share.controller() == controller)) {
            divide(totalBitsPerSecond);
        }
    }

    /** How many channels have heard from the receiver that its host is what limits them. */
    public synchronized int receiverLimited() {
        return (int) shares.stream()
                .filter(share -> share.controller().isReceiverLimited())
                .count();
    }

    private void divide(double rate) {
        double sum = shares.stream().mapToDouble(Share::limit).sum();
        shares.replaceAll(share -> new Share(share.controller(), share.limit() / sum * rate));
        shares.forEach(share -> share.controller().limit((long) share.limit()));
    }
}
