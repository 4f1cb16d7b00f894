package org.waybill.planner.forecast;

import java.util.Random;

/**
 * A pair of hosts with a path between them, for transfer histories with a known truth. TCP is simulated a round trip at
 * a time (slow start, CUBIC's decrease and growth after each loss, window and link as ceilings); cross traffic is an
 * autoregressive process with a daily swing; logins, files and disks cost what they cost, with noise. It shares no
 * formula with the forecaster. One seed is one history.
 */
final class SimulatedPair {
    private static final double SEGMENT_BITS = 1448 * 8.0;
    /** The number that the echo probe sends to the remote host, and what of them it takes for no loss. */
    private static final int ECHOES = 96;

    private static final double LEAST_LOSS = .02;

    /** Of a frame, preamble and gap included: echoes measure packets. */
    private static final double PACKET_SHARE = 1500 / 1538.0;

    /** From this capacity on the product's echoes were 3 to 30 % too high (docs/measurements.md). */
    private static final double FAST = 2e8;

    private final Random random;
    /** What the product measures of the pair, which changes nothing about it. */
    private final Random seen;

    private final double rttSeconds;
    private final double capacity;
    private final double backCapacity;
    private final double lossRatio;
    private final double backLossRatio;
    private final boolean bbr;
    private final double windowBytes;
    private final double diskBitsPerSecond;
    private final double meanLoad;
    private final double setupRoundTrips;
    private final double fileRoundTrips;
    private final int streams;
    private final String transport;
    private double logLoad;
    private long nowMillis = 1_700_000_000_000L;

    SimulatedPair(long seed) {
        random = new Random(seed * 7919 + 17);
        seen = new Random(seed * 5003 + 11);
        rttSeconds = .004 * Math.exp(random.nextDouble() * Math.log(40));
        capacity = 1e8 * Math.exp(random.nextDouble() * Math.log(100));
        double[] losses = {0, 0, 1e-6, 1e-5, 1e-4, 1e-3};
        lossRatio = losses[random.nextInt(losses.length)];
        Random back = new Random(seed * 6007 + 5);
        backCapacity = capacity * (back.nextInt(4) == 0 ? .1 + .9 * back.nextDouble() : 1);
        backLossRatio = back.nextInt(4) == 0 ? losses[back.nextInt(losses.length)] : lossRatio;
        bbr = random.nextInt(4) == 0;
        windowBytes = random.nextInt(3) == 0 ? 4e6 : 64e6;
        diskBitsPerSecond = random.nextInt(4) == 0 ? 1.2e9 : 6e9;
        meanLoad = .25 * random.nextDouble();
        setupRoundTrips = 3 + 3 * random.nextDouble();
        fileRoundTrips = .7 + .8 * random.nextDouble();
        streams = random.nextBoolean() ? 1 : 4;
        transport = "tcp";
    }

    /** Lets time pass until the next transfer and moves {@code bytes} in {@code files}. */
    PastTransfer transfer(long bytes, long files) {
        pass();
        return transferNow(bytes, files);
    }

    /** Moves them at once. */
    PastTransfer transferNow(long bytes, long files) {
        double available = available();
        double seconds = setupRoundTrips * rttSeconds
                + .05 * Math.exp(.3 * random.nextGaussian())
                + files * fileRoundTrips * rttSeconds * Math.exp(.1 * random.nextGaussian())
                + dataSeconds(bytes, available);
        return new PastTransfer(nowMillis, transport, "", streams, DataClass.DISK, bytes, files, seconds);
    }

    /**
     * What the product sees of the path without history and test transfers: by echoes the capacity of the narrower
     * direction, including what others send, and the loss of {@link #ECHOES} of them on both ways, of which it takes
     * half to be on the way of the data. Of the ends it knows the sender's congestion control, and a window only where
     * it could examine the remote host.
     */
    PathFacts probe() {
        int lost = 0;
        for (int i = 0; i < ECHOES; i++) {
            lost += random.nextDouble() < 1 - (1 - lossRatio) * (1 - backLossRatio) ? 1 : 0;
        }
        double lossSeen = lost < LEAST_LOSS * ECHOES ? 0 : lost / 2.0 / ECHOES;
        return new PathFacts(
                1000 * rttSeconds * Math.exp(.03 * random.nextGaussian()),
                lossSeen,
                byEchoes(Math.min(capacity, backCapacity)) * PACKET_SHARE,
                Evidence.ECHO,
                null,
                seen.nextBoolean() ? windowSeen() : null,
                null,
                null,
                null,
                bbr ? CongestionControl.BBR : CongestionControl.CUBIC);
    }

    private double byEchoes(double bitsPerSecond) {
        double noise = Math.exp(.03 * random.nextGaussian());
        return bitsPerSecond * (bitsPerSecond < FAST ? noise : 1.03 + .27 * seen.nextDouble());
    }

    /** By the kernels' limits, of which a connection can use a part that nobody is told. */
    private long windowSeen() {
        return (long) (windowBytes * Math.exp(.3 * seen.nextGaussian()));
    }

    /**
     * What the product sees by packet trains with a node where ICMP is filtered: the round trip of a connection, the
     * capacity in the direction of the data, and within some 15 % what others leave of it; no loss.
     */
    PathFacts trains() {
        double rate = capacity * PACKET_SHARE * Math.exp(.02 * random.nextGaussian());
        double left = Math.min(rate, available() * PACKET_SHARE * Math.exp(.15 * random.nextGaussian()));
        return new PathFacts(
                1000 * rttSeconds * Math.exp(.03 * random.nextGaussian()),
                null,
                rate,
                Evidence.TRAINS,
                PathFacts.otherFlows(left, rate),
                windowSeen(),
                null,
                null,
                null,
                bbr ? CongestionControl.BBR : CongestionControl.CUBIC);
    }

    long randomBytes() {
        // transfers that last from under a second to some minutes at the path's own pace
        return (long) (capacity / 8 * .3 * Math.exp(random.nextDouble() * Math.log(200)));
    }

    long randomFiles() {
        return random.nextInt(3) == 0 ? 1 + random.nextInt(60) : 1;
    }

    private void pass() {
        nowMillis += 600_000 + random.nextInt(7_200_000);
        logLoad = .85 * logLoad + .20 * random.nextGaussian();
    }

    private double available() {
        double day = 1 + .3 * Math.sin(2 * Math.PI * nowMillis / 86_400_000.0);
        double load = Math.min(.8, meanLoad * day * Math.exp(logLoad));
        return capacity * (1 - load);
    }

    private double dataSeconds(long bytes, double available) {
        double perStream = .94 * available / streams;
        double ceiling = Math.min(windowBytes * 8 / SEGMENT_BITS, perStream * rttSeconds / SEGMENT_BITS);
        double left = bytes * 8.0 / streams / SEGMENT_BITS;
        double disk = diskBitsPerSecond / streams / SEGMENT_BITS * rttSeconds;
        double window = 10;
        double windowAtLoss = 0;
        double sinceLoss = 0;
        boolean slowStart = true;
        double rounds = 0;
        while (left > 0) {
            double sent = Math.min(Math.min(window, ceiling), disk);
            sent = Math.max(1, sent);
            rounds += Math.min(1, left / sent);
            left -= sent;
            boolean lost = !bbr && lossRatio > 0 && random.nextDouble() > Math.pow(1 - lossRatio, sent);
            if (lost) {
                windowAtLoss = Math.min(window, ceiling);
                window = Math.max(2, .7 * windowAtLoss);
                sinceLoss = 0;
                slowStart = false;
            } else if (slowStart) {
                window = 2 * window;
                slowStart = window < ceiling;
                windowAtLoss = ceiling;
            } else {
                sinceLoss += rttSeconds;
                double k = Math.cbrt(windowAtLoss * .3 / .4);
                double cubic = .4 * Math.pow(sinceLoss - k, 3) + windowAtLoss;
                window = Math.min(ceiling * 1.2, Math.max(cubic, window + .53));
            }
            if (bbr && !slowStart) {
                window = ceiling;
            }
        }
        return rounds * rttSeconds * Math.exp(.03 * random.nextGaussian());
    }

    int streams() {
        return streams;
    }

    String transport() {
        return transport;
    }
}
