package org.waybill.engine.overlay;

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
    /** What a path that is given up holds and must be sent again: buffers of two hops. */
    private static final double HELD_SECONDS = 0.2;

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
        double megabits = u < .30 ? 2 + 18 * random.nextDouble() : u < .39 ? 20 + 30 * random.nextDouble()
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
        share(wish, 0, true);
        share(wish, 1, false);
        share(wish, 2, false);
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

    /** Seconds that the direct way needs for so many bytes. */
    double directSeconds(double bytes) {
        boolean[] open = new boolean[count];
        open[direct] = true;
        openedAt[direct] = 0;
        double[] limits = new double[count];
        limits[direct] = Double.MAX_VALUE;
        double second = 0;
        for (double left = bytes; left > 0; second += TICK_SECONDS) {
            left -= carried(open, limits, second)[direct] * TICK_SECONDS;
        }
        return second;
    }

    /** Seconds that it takes with the scheduler's choices; what a path holds when it is given up is sent again. */
    double scheduledSeconds(double bytes, boolean given) {
        PathScheduler scheduler = new PathScheduler(count, direct, given, 0);
        boolean[] open = new boolean[count];
        double[] limits = new double[count];
        double left = bytes;
        double second = 0;
        while (left > 0 && second < 100_000) {
            for (int i = 0; i < count; i++) {
                PathScheduler.Share share = scheduler.share(i);
                boolean wanted = share != PathScheduler.Share.CLOSED;
                limits[i] = share == PathScheduler.Share.CANARY ? scheduler.canaryBytesPerSecond() : Double.MAX_VALUE;
                if (wanted && !open[i] && second < diesAt[i]) {
                    open[i] = true;
                    openedAt[i] = second;
                    scheduler.opened(i, nanos(second));
                } else if (wanted && !open[i]) {
                    scheduler.lost(i, nanos(second));
                } else if (!wanted && open[i]) {
                    open[i] = false;
                    left += HELD_SECONDS * scheduler.rate(i);
                }
            }
            double[] rates = carried(open, limits, second);
            long[] delivered = new long[count];
            for (int i = 0; i < count; i++) {
                delivered[i] = (long) (rates[i] * TICK_SECONDS);
                left -= delivered[i];
            }
            second += TICK_SECONDS;
            for (int dead : scheduler.tick(nanos(second), delivered, left > 64 * MEBI)) {
                open[dead] = false;
                scheduler.lost(dead, nanos(second));
            }
        }
        return second;
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
