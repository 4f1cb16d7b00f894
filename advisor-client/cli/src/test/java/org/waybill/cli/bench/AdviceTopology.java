package org.waybill.cli.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A path drawn at random with its two ends A (the client) and B, and the job that is to be done over it. X and Y share
 * the path's links.
 *
 * @param upload the data go from A to B
 * @param mbit rate of the link in the data's direction
 * @param backMbit rate of the link in the other direction
 * @param queueMillis most that a packet waits at each of the two links
 * @param lossRatio random loss in the data's direction
 * @param flows TCP connections from X to Y that send all the time in the data's direction
 * @param diskBytesPerSecond of the destination's disk, or of the source's where that is slow; infinite for this
 *     machine's own
 * @param cpus that all servers of B have together; infinite for all of this machine's
 * @param nearControl congestion control of A, as the host's default
 * @param farControl the same of B
 * @param seconds that the job would take at the rate that can be expected
 */
record AdviceTopology(
        int number,
        long seed,
        Kind kind,
        boolean upload,
        double mbit,
        double backMbit,
        double rttMillis,
        double queueMillis,
        double lossRatio,
        int flows,
        double diskBytesPerSecond,
        double cpus,
        String nearControl,
        String farControl,
        double seconds) {
    private static final double SEGMENT_BITS = 1448 * 8.0;
    /** What a whole processor at B brings by SSH, about: it only decides how large the job is. */
    private static final double CPU_MBIT = 300;

    private static final double LEAST_MBIT = 2;
    private static final double MOST_MBIT = 410;

    /** What is peculiar to a topology. */
    enum Kind {
        PLAIN,
        LOSS,
        CROSS,
        ASYMMETRIC,
        NO_ICMP,
        SLOW_DISK,
        SLOW_SOURCE,
        FEW_CPUS
    }

    /**
     * The same number and seed give the same topology, whichever were drawn before. Of as many in a row as there are
     * kinds each is of another.
     *
     * @param of the kinds that are drawn from
     * @param mostMbit no link of the data is faster; at least 2
     */
    static AdviceTopology of(int number, long seed, double mostMbit, List<Kind> of) {
        List<Kind> kinds = new ArrayList<>(of);
        Collections.shuffle(kinds, new Random(seed * 1_000_003 + number / kinds.size()));
        Kind kind = kinds.get(number % kinds.size());
        // mixed well: of neighbouring seeds java.util.Random draws nearly the same first numbers
        SplittableRandom random = new SplittableRandom(seed * 7_368_787 + number);
        double mbit = between(random, LEAST_MBIT, Math.clamp(mostMbit, LEAST_MBIT, MOST_MBIT));
        double back = mbit * between(random, .1, 10);
        double loss = between(random, 1e-4, 7e-3);
        int flows = 1 + random.nextInt(4);
        double disk = between(random, 1e6, 8e6);
        double cpus = between(random, .1, .6);
        return new AdviceTopology(
                number,
                random.nextLong() >>> 40,
                kind,
                random.nextInt(3) > 0,
                mbit,
                kind == Kind.ASYMMETRIC ? Math.clamp(back, .5, MOST_MBIT) : mbit,
                between(random, 2, 191),
                between(random, 5, 750),
                kind == Kind.LOSS ? loss : 0,
                kind == Kind.CROSS ? flows : 0,
                kind == Kind.SLOW_DISK || kind == Kind.SLOW_SOURCE ? disk : Double.POSITIVE_INFINITY,
                kind == Kind.FEW_CPUS ? cpus : Double.POSITIVE_INFINITY,
                control(random),
                control(random),
                between(random, 5, 60));
    }

    /** Most hosts have CUBIC, as Linux does, and some BBR. */
    private static String control(SplittableRandom random) {
        return random.nextInt(3) == 0 ? "bbr" : "cubic";
    }

    /** Between two bounds, each factor as likely as the others. */
    private static double between(SplittableRandom random, double low, double high) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }

    /** Size of the job: the seconds drawn, at what a connection of TCP can be expected to carry here. */
    long bytes() {
        double tcp = lossRatio == 0
                ? mbit
                : 1.22 * SEGMENT_BITS / (rttMillis * 1e3 * Math.sqrt(lossRatio)); // Mathis et al. 1997, in Mbit/s
        double expected =
                Math.min(Math.min(mbit / (1 + flows), tcp), Math.min(diskBytesPerSecond * 8 / 1e6, cpus * CPU_MBIT));
        return (long) (expected * 1e6 / 8 * seconds);
    }

    /** The pipe that the data go through. */
    String dataPipe() {
        return upload ? "there" : "back";
    }

    /** As {@code lab/wanlab} reads it. */
    String text() {
        String data = dataPipe();
        String other = upload ? "back" : "there";
        return String.format(
                Locale.ROOT,
                """
                mtu 1500
                seed %d
                tick 0
                gso 16384
                host A 10.77.1.1 cc=%s
                host B 10.77.2.1 cc=%s
                host X 10.77.3.1
                host Y 10.77.4.1
                pipe %s rate=%.3fmbit delay=%.3fms queue=%.1fms loss=%.6f
                pipe %s rate=%.3fmbit delay=%.3fms queue=%.1fms
                path A B via there
                path B A via back
                path X Y via %s
                path Y X via %s
                """,
                seed,
                nearControl,
                farControl,
                data,
                mbit,
                rttMillis / 2,
                queueMillis,
                lossRatio,
                other,
                backMbit,
                rttMillis / 2,
                queueMillis,
                data,
                other);
    }

    /** What was drawn, in a few words. */
    String told() {
        String peculiar =
                switch (kind) {
                    case PLAIN -> "";
                    case NO_ICMP -> ", no ICMP";
                    case LOSS -> String.format(Locale.ROOT, ", loss %.1e", lossRatio);
                    case CROSS -> ", " + flows + " flows";
                    case ASYMMETRIC -> String.format(Locale.ROOT, ", back %.1f", backMbit);
                    case SLOW_SOURCE -> String.format(Locale.ROOT, ", source disk %.1f MB/s", diskBytesPerSecond / 1e6);
                    case SLOW_DISK -> String.format(Locale.ROOT, ", disk %.1f MB/s", diskBytesPerSecond / 1e6);
                    case FEW_CPUS -> String.format(Locale.ROOT, ", %.2f processors", cpus);
                };
        return String.format(
                Locale.ROOT,
                "%s by %s %.1f Mbit/s, %.0f ms, queue %.0f ms%s",
                upload ? "up" : "down",
                upload ? nearControl : farControl,
                mbit,
                rttMillis,
                queueMillis,
                peculiar);
    }
}
