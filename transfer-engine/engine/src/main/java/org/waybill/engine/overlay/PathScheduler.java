package org.waybill.engine.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides which paths of a transfer carry data, from what each was seen to deliver. Pure: time and measurements come
 * in, shares go out, so that it runs alike over sockets and in simulation.
 *
 * <p>Blocks go to whichever path can take the next one, so paths share the work by their rates without an explicit
 * rule. What has to be decided is which of them take part. <em>Given</em> paths all do, and the direct path only while
 * none of them works. Otherwise the direct path is measured first, alone; then one candidate after the other joins for
 * a trial, all others continuing, and stays only if all together deliver {@link #WORTHWHILE} times what they did
 * before. A relay that later does not keep the whole {@link #MARGIN} above what the direct path alone delivers is left
 * again: no harm is done for longer than it takes to see it. A direct path that carries next to nothing is slowed down
 * to a canary of a few per cent, and let run free now and then to see whether it has become better. Near the end
 * nothing is tried any more, and a slow path takes nothing that the others would have delivered sooner.
 */
final class PathScheduler {
    /** A candidate must bring this factor, or it is not kept. */
    static final double WORTHWHILE = 1.10;
    /** Relays stay while all paths together deliver more by this factor than the direct path alone. */
    static final double MARGIN = 1.03;
    /** The canary's part of the whole rate. */
    static final double CANARY_SHARE = 0.03;

    private static final double NEGLIGIBLE_SHARE = 0.08;
    private static final double CLEAR_GAIN = 1.25;
    private static final double COLLAPSED = 0.12;
    private static final double SECOND = 1e9;
    private static final long WARM_NS = (long) SECOND;
    private static final long TRIAL_NS = (long) (2.5 * SECOND);
    /** Nothing at all for so long, while there is something to carry: the path is dead. */
    static final long STALL_NS = (long) (6 * SECOND);
    /** The same when no path delivers anything: the sink's disk may be to blame. */
    private static final long ALL_STALL_NS = (long) (9 * SECOND);

    private static final long COLLAPSE_NS = (long) (8 * SECOND);
    private static final long REBASE_EVERY_NS = (long) (60 * SECOND);
    private static final long BURST_EVERY_NS = (long) (20 * SECOND);
    private static final long BURST_NS = (long) (1.5 * SECOND);
    private static final long FIRST_RETRY_NS = (long) (4 * SECOND);
    private static final long LONGEST_RETRY_NS = (long) (120 * SECOND);
    /** A trial that would be over when the transfer nearly is could gain nothing. */
    private static final double WORTH_TRYING_SECONDS = 5;

    private static final double END_SECONDS = 3;
    private static final double GRACE_SECONDS = 0.25;

    /** What a path may carry. */
    enum Share {
        CLOSED,
        CANARY,
        FULL
    }

    private static final class Path {
        Share share = Share.CLOSED;
        boolean kept;
        boolean up;
        /** What it holds keeps it busy until the end. */
        boolean full;

        double rate;
        double usual;
        long silentSinceNs;
        long lowSinceNs = -1;
        long retryAtNs;
        int failures;
    }

    private enum Phase {
        BASELINE,
        TRIAL,
        STEADY,
        REBASE
    }

    private final Path[] paths;
    private final int direct;
    private final boolean given;
    private Phase phase;
    private long phaseSinceNs;
    private long phaseBytes;
    private int trial = -1;
    private double directAlone;
    private double together;
    private long rebasedAtNs;
    private long burstSinceNs;
    private long lastTickNs;
    private long remainingBytes = Long.MAX_VALUE;

    /**
     * A scheduler of paths 0 to {@code count - 1}.
     *
     * @param direct the direct path's number
     * @param given whether the others were asked for by the user, and not just offered
     */
    PathScheduler(int count, int direct, boolean given, long nowNs) {
        this.direct = direct;
        this.given = given;
        paths = new Path[count];
        Arrays.setAll(paths, _ -> new Path());
        lastTickNs = nowNs;
        enter(given ? Phase.STEADY : Phase.BASELINE, nowNs);
        for (int i = 0; i < count; i++) {
            paths[i].kept = given ? i != direct : i == direct;
        }
        decide(nowNs);
    }

    /** What this path may carry now. */
    Share share(int path) {
        return paths[path].share;
    }

    /** How fast a canary may go, bytes a second. */
    long canaryBytesPerSecond() {
        return Math.max(128 << 10, (long) (CANARY_SHARE * total()));
    }

    /** What all paths deliver together, bytes a second, smoothed. */
    double total() {
        return Arrays.stream(paths).mapToDouble(p -> p.rate).sum();
    }

    /** The smoothed rate of one, bytes a second. */
    double rate(int path) {
        return paths[path].rate;
    }

    /** A path that was requested has its streams. */
    void opened(int path, long nowNs) {
        Path p = paths[path];
        p.up = true;
        p.silentSinceNs = nowNs;
        p.lowSinceNs = -1;
        p.usual = 0;
        if (phase == Phase.TRIAL && path == trial || phase == Phase.BASELINE && path == direct) {
            enter(phase, nowNs);
        }
    }

    /** A path could not be opened, or broke; it is tried again later. */
    void lost(int path, long nowNs) {
        Path p = paths[path];
        p.up = false;
        p.rate = 0;
        p.usual = 0;
        p.failures++;
        p.retryAtNs = nowNs + Math.min(LONGEST_RETRY_NS, FIRST_RETRY_NS << Math.min(p.failures - 1, 10));
        if (path == trial) {
            trial = -1;
            enter(Phase.STEADY, nowNs);
        }
        if (path == direct) {
            directAlone = 0;
            if (phase == Phase.BASELINE || phase == Phase.REBASE) {
                enter(Phase.STEADY, nowNs);
            }
        }
        decide(nowNs);
    }

    /**
     * Takes in what each path delivered since the last tick.
     *
     * @param busy whether there was more to carry than the paths could take; when nothing at all is delivered, whether
     *     there was anything to carry
     * @return paths that are to be given up as dead or useless: call {@link #lost} once they are cut
     */
    List<Integer> tick(long nowNs, long[] deliveredBytes, boolean busy) {
        double seconds = Math.max(1e-3, (nowNs - lastTickNs) / SECOND);
        lastTickNs = nowNs;
        List<Integer> dead = new ArrayList<>();
        boolean nothing = Arrays.stream(deliveredBytes).sum() == 0;
        for (int i = 0; i < paths.length; i++) {
            if (isDead(paths[i], nowNs, deliveredBytes[i], seconds, busy, nothing)) {
                dead.add(i);
            }
            phaseBytes += nowNs - phaseSinceNs > WARM_NS ? deliveredBytes[i] : 0;
        }
        advance(nowNs);
        decide(nowNs);
        return dead;
    }

    /**
     * What is still to come; before each {@link #tick}.
     *
     * @param remaining bytes not yet delivered
     * @param held those of them that each path has taken already; 0 where that is not known
     */
    void outlook(long remaining, long[] held) {
        remainingBytes = remaining;
        double seconds = remainingSeconds();
        double most =
                Arrays.stream(paths).mapToDouble(PathScheduler::ability).max().orElse(0);
        for (int i = 0; i < paths.length; i++) {
            Path p = paths[i];
            boolean isSlow = p.up && ability(p) < most;
            p.full = seconds < END_SECONDS && (p.full || isSlow && held[i] > p.rate * seconds);
        }
    }

    private double remainingSeconds() {
        return remainingBytes
                / Math.max(
                        1,
                        Arrays.stream(paths).mapToDouble(PathScheduler::ability).sum());
    }

    /** What a path delivers while it has something to carry, bytes a second. */
    private static double ability(Path p) {
        return p.up && p.share == Share.FULL ? Math.max(p.rate, p.usual) : 0;
    }

    /** Whether what a path that takes no more still holds would arrive sooner if the others carried it again. */
    boolean isSoonerResent(int path, long held) {
        return held > paths[path].rate * (remainingSeconds() + GRACE_SECONDS);
    }

    private boolean isDead(Path p, long nowNs, long bytes, double seconds, boolean busy, boolean nothing) {
        double now = bytes / seconds;
        p.rate += (now - p.rate) * Math.min(1, seconds);
        if (!p.up || p.share != Share.FULL || !busy) {
            p.silentSinceNs = nowNs;
            p.lowSinceNs = -1;
            return false;
        }
        if (bytes > 0) {
            p.silentSinceNs = nowNs;
        }
        boolean low = p.rate < COLLAPSED * p.usual;
        if (!low) {
            p.usual += (p.rate - p.usual) * Math.min(1, seconds / 5);
            p.lowSinceNs = -1;
        } else if (p.lowSinceNs < 0) {
            p.lowSinceNs = nowNs;
        }
        boolean alone = Arrays.stream(paths).filter(other -> other.up).count() == 1 && paths[direct] == p;
        boolean collapsed = p.lowSinceNs >= 0 && nowNs - p.lowSinceNs > COLLAPSE_NS;
        return !alone && (nowNs - p.silentSinceNs > (nothing ? ALL_STALL_NS : STALL_NS) || collapsed);
    }

    private void enter(Phase next, long nowNs) {
        phase = next;
        phaseSinceNs = nowNs;
        phaseBytes = 0;
    }

    private double phaseRate(long nowNs) {
        return phaseBytes / ((nowNs - phaseSinceNs - WARM_NS) / SECOND);
    }

    private void advance(long nowNs) {
        boolean over = nowNs - phaseSinceNs >= TRIAL_NS;
        switch (phase) {
            case BASELINE -> {
                if (over && paths[direct].up) {
                    directAlone = phaseRate(nowNs);
                    together = directAlone;
                    steady(nowNs);
                }
            }
            case TRIAL -> {
                if (over && paths[trial].up) {
                    judge(nowNs);
                }
            }
            case REBASE -> {
                if (over) {
                    rebase(nowNs);
                }
            }
            case STEADY -> {
                if (!given) {
                    watch(nowNs);
                }
            }
            default -> throw new IllegalStateException("phase " + phase);
        }
    }

    private void judge(long nowNs) {
        double now = phaseRate(nowNs);
        Path tried = paths[trial];
        if (now >= together * WORTHWHILE) {
            tried.kept = true;
            tried.failures = 0;
            together = now;
        } else {
            tried.failures++;
            tried.retryAtNs = nowNs + Math.min(LONGEST_RETRY_NS, 30 * (long) SECOND << Math.min(tried.failures - 1, 6));
        }
        trial = -1;
        steady(nowNs);
    }

    private void rebase(long nowNs) {
        directAlone = phaseRate(nowNs);
        if (together < directAlone * MARGIN) {
            for (int i = 0; i < paths.length; i++) {
                if (i != direct && paths[i].kept) {
                    paths[i].kept = false;
                    paths[i].failures++;
                    paths[i].retryAtNs = nowNs + LONGEST_RETRY_NS;
                }
            }
            together = directAlone;
        }
        steady(nowNs);
    }

    private void steady(long nowNs) {
        rebasedAtNs = nowNs;
        burstSinceNs = nowNs;
        enter(Phase.STEADY, nowNs);
    }

    /** In the steady state: the next trial, or a look at the direct path alone where relays gain little. */
    private void watch(long nowNs) {
        boolean relayed = false;
        for (int i = 0; i < paths.length; i++) {
            relayed |= i != direct && paths[i].kept && paths[i].up;
        }
        if (relayed && nowNs - phaseSinceNs > WARM_NS + TRIAL_NS) {
            together = total();
        }
        boolean isWorthTrying = remainingBytes > WORTH_TRYING_SECONDS * total();
        for (int i = 0; i < paths.length; i++) {
            if (isWorthTrying && i != direct && !paths[i].kept && nowNs - paths[i].retryAtNs >= 0) {
                trial = i;
                enter(Phase.TRIAL, nowNs);
                return;
            }
        }
        if (relayed
                && paths[direct].up
                && nowNs - rebasedAtNs > REBASE_EVERY_NS
                && together < CLEAR_GAIN * directAlone) {
            enter(Phase.REBASE, nowNs);
        }
        if (nowNs - burstSinceNs > BURST_EVERY_NS) {
            burstSinceNs = nowNs;
        }
    }

    private void decide(long nowNs) {
        boolean others = false;
        for (int i = 0; i < paths.length; i++) {
            Path p = paths[i];
            boolean due = p.up || nowNs - p.retryAtNs >= 0;
            if (i != direct) {
                boolean wanted = !p.full && (p.kept || phase == Phase.TRIAL && i == trial);
                p.share = !wanted || !due ? Share.CLOSED : phase == Phase.REBASE ? Share.CANARY : Share.FULL;
                others |= p.up && p.share == Share.FULL;
            }
        }
        Path way = paths[direct];
        if (given) {
            way.share = others ? Share.CLOSED : due(way, nowNs) ? Share.FULL : Share.CLOSED;
        } else if (!due(way, nowNs)) {
            way.share = Share.CLOSED;
        } else {
            boolean burst = nowNs - burstSinceNs < BURST_NS + WARM_NS || phase != Phase.STEADY;
            boolean negligible = others && way.rate < NEGLIGIBLE_SHARE * total();
            way.share = way.full && others ? Share.CLOSED : negligible && !burst ? Share.CANARY : Share.FULL;
        }
    }

    /** Given paths come first: the direct path waits a moment for them at the very start. */
    private boolean due(Path way, long nowNs) {
        if (!given) {
            return way.up || nowNs - way.retryAtNs >= 0;
        }
        boolean tried = Arrays.stream(paths).anyMatch(p -> p != way && p.failures > 0);
        return tried && (way.up || nowNs - way.retryAtNs >= 0);
    }

    /**
     * Near the end a slow path may hold what others could send again sooner: such a path, or -1.
     *
     * @param remainingBytes not yet delivered
     */
    int holdsUpTheEnd(long remainingBytes) {
        int slowest = -1;
        double best = 0;
        for (int i = 0; i < paths.length; i++) {
            if (paths[i].up) {
                best = Math.max(best, paths[i].usual);
                slowest = slowest < 0 || paths[i].usual < paths[slowest].usual ? i : slowest;
            }
        }
        if (slowest < 0 || best <= 0 || paths[slowest].usual >= best / 2) {
            return -1;
        }
        double byIt = remainingBytes / Math.max(1, paths[slowest].rate);
        double byBest = remainingBytes / best;
        return byIt > 2 + 3 * byBest && fastAreIdle(best) ? slowest : -1;
    }

    private boolean fastAreIdle(double best) {
        return Arrays.stream(paths).filter(p -> p.up && p.usual >= best / 2).allMatch(p -> p.rate < p.usual / 4);
    }
}
