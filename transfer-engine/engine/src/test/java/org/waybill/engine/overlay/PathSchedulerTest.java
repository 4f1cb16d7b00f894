package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.overlay.PathScheduler.Share;

/** The choice of paths, with time and rates set by hand, and over many simulated worlds. */
class PathSchedulerTest {
    private static final long TICK = 250_000_000L;
    private static final int RELAY = 0;
    private static final int DIRECT = 1;

    private long now;

    /** Lets each open path deliver at its rate (bytes a second) for a number of seconds. */
    private List<Integer> run(PathScheduler scheduler, double seconds, long... rates) {
        List<Integer> dead = new ArrayList<>();
        for (double t = 0; t < seconds; t += 0.25) {
            now += TICK;
            long[] delivered = new long[rates.length];
            for (int i = 0; i < rates.length; i++) {
                long rate =
                        switch (scheduler.share(i)) {
                            case CLOSED -> 0;
                            case CANARY -> Math.min(rates[i], scheduler.canaryBytesPerSecond());
                            case FULL -> rates[i];
                        };
                delivered[i] = rate / 4;
            }
            dead.addAll(scheduler.tick(now, delivered, true));
        }
        return dead;
    }

    private PathScheduler choosing() {
        PathScheduler scheduler = new PathScheduler(2, DIRECT, false, now);
        scheduler.opened(DIRECT, now);
        return scheduler;
    }

    @Test
    void measuresTheDirectWayAloneFirst() {
        PathScheduler scheduler = choosing();
        run(scheduler, 2, 9_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.CLOSED);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.FULL);
    }

    @Test
    void keepsARelayThatMakesItFaster() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 5_000_000);
        assertThat(scheduler.share(RELAY)).as("on trial").isEqualTo(Share.FULL);
        scheduler.opened(RELAY, now);
        run(scheduler, 30, 9_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.FULL);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.FULL);
    }

    @Test
    void leavesARelayThatSharesTheBottleneck() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 8_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 4, 4_000_000, 4_000_000);
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.CLOSED);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.FULL);
    }

    @Test
    void keepsACanaryOnADirectWayThatCarriesLittle() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 500_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 8, 10_000_000, 500_000);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.CANARY);
        assertThat(scheduler.canaryBytesPerSecond()).isBetween(200_000L, 400_000L);
    }

    @Test
    void theCanaryRunsFreeNowAndThenAndComesBackWhenItHasBecomeBetter() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 500_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 8, 10_000_000, 500_000);
        run(scheduler, 30, 10_000_000, 9_000_000);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.FULL);
    }

    @Test
    void trafficReturnsWhenTheRelayNoLongerBeatsTheDirectWay() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 5_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 10, 4_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.FULL);
        // now both share one bottleneck: together they get what the direct path gets alone
        for (int i = 0; i < 400; i++) {
            boolean alone = scheduler.share(RELAY) != Share.FULL;
            run(scheduler, 0.25, 2_500_000, alone ? 5_000_000 : 2_500_000);
        }
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.CLOSED);
    }

    @Test
    void aPathThatDeliversNothingForSixSecondsIsDead() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 5_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 10, 9_000_000, 5_000_000);
        assertThat(run(scheduler, 5.5, 0, 5_000_000)).isEmpty();
        assertThat(run(scheduler, 1.5, 0, 5_000_000)).contains(RELAY);
    }

    @Test
    void aPathThatBecameVerySlowIsGivenUpWithinTenSeconds() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 5_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 20, 9_000_000, 5_000_000);
        assertThat(run(scheduler, 13, 90_000, 5_000_000)).contains(RELAY);
    }

    @Test
    void aGivenPathIsUsedAloneAndTheDirectWayOnlyWhenItIsLost() {
        PathScheduler scheduler = new PathScheduler(2, DIRECT, true, now);
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.FULL);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.CLOSED);
        scheduler.opened(RELAY, now);
        run(scheduler, 5, 9_000_000, 5_000_000);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.CLOSED);
        scheduler.lost(RELAY, now);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.FULL);
        scheduler.opened(DIRECT, now);
        run(scheduler, 6, 9_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY)).as("tried again").isEqualTo(Share.FULL);
        scheduler.opened(RELAY, now);
        run(scheduler, 1, 9_000_000, 5_000_000);
        assertThat(scheduler.share(DIRECT)).isEqualTo(Share.CLOSED);
    }

    @Test
    void namesTheSlowPathThatHoldsUpTheEnd() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 9_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 20, 2_000_000, 9_000_000);
        assertThat(scheduler.holdsUpTheEnd(10_000_000))
                .as("the fast one is busy still")
                .isEqualTo(-1);
        for (int i = 0; i < 16; i++) {
            now += TICK;
            scheduler.tick(now, new long[] {500_000, 0}, false);
        }
        assertThat(scheduler.holdsUpTheEnd(20_000_000)).isEqualTo(RELAY);
    }

    @Test
    void triesNothingThatHasNoTimeLeftToPay() {
        PathScheduler scheduler = choosing();
        scheduler.outlook(30_000_000, new long[2]);
        run(scheduler, 4, 9_000_000, 9_000_000);
        assertThat(scheduler.share(RELAY)).isEqualTo(Share.CLOSED);
        scheduler.outlook(90_000_000, new long[2]);
        run(scheduler, 1, 9_000_000, 9_000_000);
        assertThat(scheduler.share(RELAY)).as("with ten seconds to go").isEqualTo(Share.FULL);
    }

    @Test
    void aSlowPathTakesNoMoreOnceItIsBusyUntilTheEnd() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 5_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 10, 1_000_000, 5_000_000);
        scheduler.outlook(12_000_000, new long[] {1_500_000, 500_000});
        run(scheduler, 0.25, 1_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY))
                .as("two seconds left, and it has work for one and a half")
                .isEqualTo(Share.FULL);
        scheduler.outlook(7_000_000, new long[] {1_500_000, 5_000_000});
        run(scheduler, 0.25, 1_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY))
                .as("a little more than one second left")
                .isEqualTo(Share.CLOSED);
        assertThat(scheduler.share(DIRECT))
                .as("the fastest goes on whatever it holds")
                .isEqualTo(Share.FULL);
        scheduler.outlook(6_000_000, new long[] {100_000, 500_000});
        run(scheduler, 0.25, 1_000_000, 5_000_000);
        assertThat(scheduler.share(RELAY)).as("once is for good").isEqualTo(Share.CLOSED);
    }

    @Test
    void whatASlowPathHoldsIsSentAgainOnlyIfThatIsSooner() {
        PathScheduler scheduler = choosing();
        run(scheduler, 3, 0, 5_000_000);
        scheduler.opened(RELAY, now);
        run(scheduler, 10, 1_000_000, 5_000_000);
        scheduler.outlook(60_000_000, new long[2]);
        assertThat(scheduler.isSoonerResent(RELAY, 4_000_000))
                .as("four of ten seconds")
                .isFalse();
        scheduler.outlook(6_000_000, new long[2]);
        assertThat(scheduler.isSoonerResent(RELAY, 4_000_000))
                .as("four seconds, and one is left")
                .isTrue();
        assertThat(scheduler.isSoonerResent(RELAY, 500_000)).isFalse();
    }

    /** Harm: more than 1 % slower than the direct path alone in the same world. */
    @Test
    void harmsAtMostTwoPercentOfTwoHundredWorlds() {
        double gigabyte = 1e9;
        List<String> harmed = new ArrayList<>();
        double[] gains = new double[200];
        for (int seed = 0; seed < gains.length; seed++) {
            SimulatedPaths world = new SimulatedPaths(seed);
            double alone = world.directSeconds(gigabyte);
            double scheduled = world.scheduledSeconds(gigabyte, false);
            gains[seed] = alone / scheduled;
            if (scheduled > 1.01 * alone) {
                harmed.add(world + " direct " + alone + " s, scheduled " + scheduled + " s");
            }
        }
        Arrays.sort(gains);
        System.out.printf(
                "harm rate %.1f %%, gain: least %.3f, median %.2f, most %.1f%n",
                harmed.size() / 2.0, gains[0], gains[100], gains[199]);
        assertThat(harmed).hasSizeLessThanOrEqualTo(4);
        assertThat(gains[100]).as("median gain").isGreaterThan(1.1);
    }

    /** The same for transfers of ten seconds, in which a relay has little time to pay for its trial. */
    @Test
    void harmsAtMostTwoPercentOfShortTransfers() {
        List<String> harmed = new ArrayList<>();
        double[] gains = new double[200];
        for (int seed = 0; seed < gains.length; seed++) {
            SimulatedPaths world = new SimulatedPaths(seed);
            double bytes = world.directBytes(10);
            double alone = world.directSeconds(bytes);
            double scheduled = world.scheduledSeconds(bytes, false);
            gains[seed] = alone / scheduled;
            if (scheduled > 1.02 * alone) {
                harmed.add(world + " direct " + alone + " s, scheduled " + scheduled + " s");
            }
        }
        Arrays.sort(gains);
        System.out.printf(
                "transfers of 10 s: harm rate %.1f %%, gain: least %.3f, median %.2f, most %.1f%n",
                harmed.size() / 2.0, gains[0], gains[100], gains[199]);
        assertThat(harmed).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void finishesAlsoWhenAllGivenRelaysDieOrSlowDown() {
        for (int seed = 0; seed < 100; seed++) {
            SimulatedPaths world = new SimulatedPaths(seed);
            assertThat(world.scheduledSeconds(3e8, true)).as(world.toString()).isLessThan(10_000);
        }
    }
}
