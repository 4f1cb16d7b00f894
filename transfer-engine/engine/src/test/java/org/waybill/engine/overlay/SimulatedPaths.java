package org.waybill.engine.overlay;

import java.util.Arrays;
import java.util.Random;

/**
 * A random world of one direct way and up to four relays, for the scheduler: capacities drawn as in File Mover's table
 * 1, noise, slow start, shared bottlenecks, relays that slow down or die, and changes of weather. One seed is one
 * exactly repeatable world.
 */
final class SimulatedPaths {
    private static final double MEBI = 1 << 20;
    private static final double TICK_SECONDS = 0.25;
    private static final double BYTES_PER_MEGABIT = 125_000;
    /** What a path takes before it can deliver it: blocks and buffers of two hops. */
    private static final double AHEAD_BYTES = MEBI;

    final long seed;
    final int count;
    final int direct;
    private final double[] capacity;
    private final int[] bottleneck;
    private final double[] bottleneckCapacity;
    private final double[] diesAt;
    private final double[] slowsAt;
    private final double[] openedAt;
    private final long weather;

    SimulatedPaths(long seed) {
        this.seed = seed;
        Random random = new Random(seed);
        count = 2 + random.nextInt(4);
        direct = count - 1;
        capacity = new double[count];
        bottleneck = new int[count];
        diesAt = new double[count];
        slowsAt = new double[count];
        openedAt = new double[count];
        bottleneckCapacity = new double[] {100 * BYTES_PER_MEGABIT, capacity(random), capacity(random)};
        for (int i = 0; i < count; i++) {
            capacity[i] = i == direct ? capacity(random) : Math.min(capacity(random), capacity(random));
            // all share the source's access link; some a narrower one within the network
            bottleneck[i] = random.nextInt(3);
            diesAt[i] = i != direct && random.nextInt(8) == 0 ? 5 + random.nextInt(60) : Double.MAX_VALUE;
            slowsAt[i] = i != direct && random.nextInt(6) == 0 ? 5 + random.nextInt(60) : Double.MAX_VALUE;
        }
        weather = random.nextLong();
    }

    /** File Mover, table 1: capacities of paths between PlanetLab nodes. */
    private static double capacity(Random random) {
        double u = random.nextDouble();
        double megabits = u < .30
                ? 2 + 18 * random.nextDouble()
                : u < .39
                        ? 20 + 30 * random.nextDouble()
                        : u < .45 ? 50 + 30 * random.nextDouble() : 80 + 20 * random.nextDouble();
        return megabits * BYTES_PER_MEGABIT;
    }

    /** Bytes a second that a path could carry alone at this moment. */
    private double alone(int path, double second) {
        if (second >= diesAt[path]) {
            return 0;
        }
        // the same weather for both runs of a comparison: it depends on path and second alone
        Random noise = new Random(weather ^ (path * 1_000_003L + (long) second));
        double factor = Math.clamp(1 + 0.12 * noise.nextGaussian(), 0.4, 1.4);
        Random front = new Random(weather ^ (path * 7_919L + (long) (second / 40) * 104_729L));
        double season = 0.7 + 0.6 * front.nextDouble();
        double slowed = second >= slowsAt[path] ? 0.02 : 1;
        return capacity[path] * factor * season * slowed;
    }

    /** What each open path carries in one tick, bottlenecks shared evenly by weight of demand. */
    private double[] carried(boolean[] open, double[] limits, double second) {
        double[] wish = new double[count];
        for (int i = 0; i < count; i++) {
            double ramp = Math.min(1, (second - openedAt[i] + TICK_SECONDS) / 1.0);
            wish[i] = open[i] ? Math.min(limits[i], alone(i, second) * ramp) : 0;
        }
        // what is held up further on does not take the access link from the others
        share(wish, 1, false);
        share(wish, 2, false);
        share(wish, 0, true);
        return wish;
    }

    private void share(double[] wish, int narrow, boolean everybody) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += everybody || bottleneck[i] == narrow ? wish[i] : 0;
        }
        double room = everybody ? bottleneckCapacity[0] : bottleneckCapacity[narrow];
        for (int i = 0; i < count && sum > room; i++) {
            wish[i] *= everybody || bottleneck[i] == narrow ? room / sum : 1;
        }
    }

    /** Seconds that the direct path needs for a number of bytes. */
    double directSeconds(double bytes) {
        boolean[] open = new boolean[count];
        open[direct] = true;
        openedAt[direct] = 0;
        double[] limits = new double[count];
        limits[direct] = Double.MAX_VALUE;
        double second = 0;
        double left = bytes;
        while (true) {
            double carried = carried(open, limits, second)[direct] * TICK_SECONDS;
            if (carried >= left) {
                return second + TICK_SECONDS * left / carried;
            }
            left -= carried;
            second += TICK_SECONDS;
        }
    }

    /** What the direct path delivers in a number of seconds. */
    double directBytes(double seconds) {
        boolean[] open = new boolean[count];
        open[direct] = true;
        openedAt[direct] = 0;
        double[] limits = new double[count];
        limits[direct] = Double.MAX_VALUE;
        double bytes = 0;
        for (double second = 0; second < seconds; second += TICK_SECONDS) {
            bytes += carried(open, limits, second)[direct] * TICK_SECONDS;
        }
        return bytes;
    }

    /** Seconds that it takes with the scheduler's choices. */
    double scheduledSeconds(double bytes, boolean given) {
        return new Run(bytes, given).seconds();
    }

    /** One transfer: what is not sent yet, and what each path has taken and not delivered. */
    private final class Run {
        final PathScheduler scheduler;
        final boolean[] open = new boolean[count];
        final double[] held = new double[count];
        final double[] limits = new double[count];
        double unsent;
        double second;

        Run(double bytes, boolean given) {
            unsent = bytes;
            scheduler = new PathScheduler(count, direct, given, 0);
        }

        double seconds() {
            while (second < 100_000) {
                for (int i = 0; i < count; i++) {
                    follow(i);
                }
                long[] delivered = new long[count];
                double latest = deliver(delivered);
                if (left() < 1) {
                    return second + latest;
                }
                second += TICK_SECONDS;
                tick(delivered);
            }
            return second;
        }

        private double left() {
            return unsent + Arrays.stream(held).sum();
        }

        /** Does as the scheduler says; a path that is closed still brings what it holds, if that is still of use. */
        private void follow(int i) {
            PathScheduler.Share share = scheduler.share(i);
            boolean wanted = share != PathScheduler.Share.CLOSED;
            limits[i] = share == PathScheduler.Share.CANARY ? scheduler.canaryBytesPerSecond() : Double.MAX_VALUE;
            if (wanted && !open[i] && second < diesAt[i]) {
                open[i] = true;
                openedAt[i] = second;
                scheduler.opened(i, nanos(second));
            } else if (wanted && !open[i]) {
                scheduler.lost(i, nanos(second));
            } else if (!wanted) {
                open[i] = false;
                if (held[i] > 0 && scheduler.isSoonerResent(i, (long) held[i])) {
                    giveUp(i);
                }
            }
        }

        private void giveUp(int i) {
            unsent += held[i];
            held[i] = 0;
        }

        /** Carries one tick's worth; returns when in the tick the last byte arrived. */
        private double deliver(long[] delivered) {
            boolean[] carries = new boolean[count];
            for (int i = 0; i < count; i++) {
                carries[i] = open[i] || held[i] > 0;
            }
            double[] rates = carried(carries, limits, second);
            double latest = 0;
            for (int i = 0; i < count; i++) {
                if (open[i]) {
                    double taken = Math.min(unsent, Math.max(0, AHEAD_BYTES + rates[i] * TICK_SECONDS - held[i]));
                    unsent -= taken;
                    held[i] += taken;
                }
                double arrived = Math.min(held[i], rates[i] * TICK_SECONDS);
                held[i] -= arrived;
                delivered[i] = (long) arrived;
                latest = rates[i] > 0 ? Math.max(latest, arrived / rates[i]) : latest;
            }
            return latest;
        }

        private void tick(long[] delivered) {
            long[] onTheirWay = new long[count];
            for (int i = 0; i < count; i++) {
                onTheirWay[i] = open[i] ? (long) held[i] : 0;
            }
            scheduler.outlook((long) left(), onTheirWay);
            for (int dead : scheduler.tick(nanos(second), delivered, unsent > 4 * MEBI)) {
                open[dead] = false;
                giveUp(dead);
                scheduler.lost(dead, nanos(second));
            }
        }
    }

    private static long nanos(double second) {
        return (long) (second * 1e9);
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + count + " paths, direct " + Math.round(capacity[direct] / BYTES_PER_MEGABIT)
                + " Mbit/s";
    }
}
