package org.waybill.engine.transport.paraplut;

/**
 * How many channels to use (Lu 2011, section 4.3.3): one more after each partition of the data while the goodput of all
 * together grows. The start is the queueing model's recommendation. Beyond the paper: the search begins again,
 * downwards first, when the host's load or the goodput has changed, so that channels that no longer pay are given up.
 */
public final class ChannelTuner {
    private static final double WORTH = 1.03;
    private static final double SAME = 0.97;
    private static final double CHANGED = 0.15;

    private enum Phase {
        GROWING,
        SHRINKING,
        SETTLED
    }

    private int most;
    private int channels;
    private Phase phase = Phase.GROWING;
    private double goodputBefore;
    private double settledGoodput;
    private int settledLoad;

    /**
     * Starts with a number of channels.
     *
     * @param first recommended by the queueing model, 1 if there is none
     * @param most no more than that
     */
    public ChannelTuner(int first, int most) {
        if (first < 1 || most < first) {
            throw new IllegalArgumentException("channels " + first + " of at most " + most);
        }
        channels = first;
        this.most = most;
    }

    public int channels() {
        return channels;
    }

    /**
     * A partition has been transferred.
     *
     * @param goodputBitsPerSecond of all channels, G(m)
     * @param hostLoad processes that compete at the receiver
     * @return the number of channels for the next partition
     */
    public int onPartition(double goodputBitsPerSecond, int hostLoad) {
        switch (phase) {
            case GROWING -> grow(goodputBitsPerSecond, hostLoad);
            case SHRINKING -> shrink(goodputBitsPerSecond, hostLoad);
            default -> watch(goodputBitsPerSecond, hostLoad);
        }
        return channels;
    }

    /**
     * The channel that was to be added cannot be had: these are the most from now on.
     *
     * @param hostLoad as in the last {@link #onPartition}
     */
    public void onRefused(int available, int hostLoad) {
        most = available;
        channels = available;
        settle(goodputBefore, hostLoad);
    }

    private void grow(double goodput, int hostLoad) {
        if (goodputBefore > 0 && goodput < WORTH * goodputBefore) {
            channels = Math.max(1, channels - 1);
            settle(goodputBefore, hostLoad);
        } else if (channels == most) {
            settle(goodput, hostLoad);
        } else {
            goodputBefore = goodput;
            channels++;
        }
    }

    private void shrink(double goodput, int hostLoad) {
        if (goodput < SAME * goodputBefore) {
            channels = Math.min(most, channels + 1);
            phase = Phase.GROWING;
            settle(goodputBefore, hostLoad);
        } else if (channels == 1) {
            settle(goodput, hostLoad);
        } else {
            goodputBefore = goodput;
            channels--;
        }
    }

    private void settle(double goodput, int hostLoad) {
        phase = Phase.SETTLED;
        settledGoodput = goodput;
        settledLoad = hostLoad;
    }

    private void watch(double goodput, int hostLoad) {
        boolean moved = Math.abs(goodput - settledGoodput) > CHANGED * settledGoodput;
        if (hostLoad == settledLoad && !moved) {
            return;
        }
        goodputBefore = goodput;
        if (hostLoad > settledLoad && channels > 1) {
            phase = Phase.SHRINKING;
            channels--;
        } else if (channels < most) {
            phase = Phase.GROWING;
            channels++;
        } else {
            settle(goodput, hostLoad);
        }
    }

    /**
     * The rate of a channel that is added: R = min(C - G(m), g*).
     *
     * @param limit C, the rate of the whole channel
     * @param goodput G(m), of the channels there are
     * @param attainable g*, of one channel; 0 if unknown
     */
    public static double rateOfNewChannel(double limit, double goodput, double attainable) {
        double rest = Math.max(0, limit - goodput);
        return attainable > 0 ? Math.min(rest, attainable) : rest;
    }
}
