package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jobs whose size or number of files no earlier copy had, against a simulated truth of set-up, files and bytes: by
 * whatever history and facts, a forecast is near, or wide, or none.
 */
class UnlikeJobsTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final PathFacts NONE = PathFacts.probed(null, null, null);
    /** Two processes of one machine, of whose processors an order of magnitude is known. */
    private static final PathFacts ONE_MACHINE =
            PathFacts.probed(.1, null, null).withEnds(1.0, 5e9);

    private static final int PAIRS = 150;

    private static PastTransfer copied(int at, String transport, long bytes, long files, double seconds) {
        return new PastTransfer(at, transport, "", 1, DataClass.DISK, bytes, files, seconds);
    }

    private static TransferForecast forecast(
            List<PastTransfer> history, String transport, long bytes, long files, PathFacts facts) {
        return TransferForecaster.forecast(
                history, new TransferQuery(transport, "", 1, DataClass.DISK, bytes, files), facts);
    }

    /** Seen: one copy of 4 MB to a node of the same machine let 4.8 to 10 s be forecast for 200 MiB, which took 0.7. */
    @Test
    void oneSmallCopyDoesNotSayWhatAByteCosts() {
        for (double seconds : new double[] {.2, .35, .6}) {
            List<PastTransfer> history = List.of(copied(1, "tcp", 4_000_000, 1, seconds));
            TransferForecast known = forecast(history, "tcp", 200 * MIB, 1, ONE_MACHINE);
            assertThat(known.secondsP50()).as("%s s", seconds).isBetween(.35, 1.4);
            assertThat(known.secondsP90()).as("%s s", seconds).isBetween(.7, 3.0);
            assertThat(forecast(history, "tcp", 200 * MIB, 1, NONE))
                    .as("%s s", seconds)
                    .isEqualTo(TransferForecast.unknown());
            // and it says all of its like
            assertThat(forecast(history, "tcp", 4_000_000, 1, NONE).secondsP50())
                    .isBetween(.95 * seconds, 1.05 * seconds);
        }
    }

    /** Seen: copies of large files by SFTP let 19 to 37 s be forecast for 600 tiny ones, which took 3.1. */
    @Test
    void copiesOfSingleFilesDoNotSayWhatAFileCosts() {
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            history.add(copied(i, "sftp", i * 100 * MIB, 1, .6 + i * .5));
        }
        TransferForecast known = forecast(history, "sftp", 600 * KIB, 600, ONE_MACHINE);
        assertThat(known.secondsP50()).isBetween(1.5, 6.0);
        assertThat(known.secondsP90()).isGreaterThan(3.1);
        assertThat(forecast(history, "sftp", 600 * KIB, 600, NONE)).isEqualTo(TransferForecast.unknown());
        assertThat(forecast(history, "sftp", 300 * MIB, 1, NONE).secondsP50()).isBetween(2.0, 2.2);
    }

    /** Seen: small copies and such as were held to a rate let 5.2 to 8.6 s be forecast for 200 MiB, which took 1.0. */
    @Test
    void copiesThatContradictTheOthersWidenTheBandAtMost() {
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            history.add(copied(i, "tcp", (i + 1) * 300 * KIB, 1, .33 + .01 * i));
        }
        history.add(copied(7, "tcp", 20 * MIB, 1, 10)); // by an earlier version, which did not know of the rate
        history.add(copied(8, "tcp", 8 * MIB, 1, .36));
        TransferForecast known = forecast(history, "tcp", 200 * MIB, 1, ONE_MACHINE);
        assertThat(known.secondsP50()).isBetween(.4, 2.2);
        assertThat(known.secondsP90()).isGreaterThan(1.0);
    }

    @Test
    void manyJobsUnlikeTheirHistoriesAreForecastNearOrWideOrNotAtAll() {
        areForecastNearOrWideOrNotAtAll(0, PAIRS);
    }

    @Test
    @Tag("nightly")
    void thousandsOfJobsUnlikeTheirHistoriesAreForecastNearOrWideOrNotAtAll() {
        areForecastNearOrWideOrNotAtAll(1_000_000, 3_000);
    }

    private static void areForecastNearOrWideOrNotAtAll(int firstSeed, int pairs) {
        SoftAssertions all = new SoftAssertions();
        for (Facts facts : Facts.values()) {
            List<Calibration.Scored> scored = new ArrayList<>();
            for (int seed = firstSeed; seed < firstSeed + pairs; seed++) {
                SimulatedCosts pair = new SimulatedCosts(random(3L * seed + facts.ordinal()), facts);
                List<PastTransfer> history = pair.history();
                PastTransfer job = pair.unlike();
                TransferForecast made = TransferForecaster.forecast(history, job.asQuery(), pair.facts());
                if (made.secondsP50() != null) {
                    scored.add(new Calibration.Scored(made.secondsP50(), made.secondsP90(), job.seconds()));
                }
            }
            double error = median(scored, one -> Math.abs(Math.log(one.p50() / one.actual())));
            double confident = 100.0
                    * scored.stream()
                            .filter(UnlikeJobsTest::isConfidentAndWrong)
                            .count()
                    / scored.size();
            Calibration calibration = Calibration.of(scored);
            System.out.printf(
                    Locale.ROOT,
                    "jobs unlike their history, facts %s: %d of %d answered, median |ln error| %.3f, bias %+.1f %%, P90"
                            + " covers %.1f %%, median P90/P50 %.2f, confident and wrong %.1f %%%n",
                    facts,
                    scored.size(),
                    pairs,
                    error,
                    calibration.biasPercent(),
                    calibration.p90CoveragePercent(),
                    median(scored, one -> one.p90() / one.p50()),
                    confident);
            all.assertThat(calibration.p90CoveragePercent()).as("%s", facts).isGreaterThan(85);
            all.assertThat(error).as("%s", facts).isLessThan(facts == Facts.NONE ? .5 : .3);
            all.assertThat(confident).as("%s", facts).isLessThan(3);
        }
        all.assertAll();
    }

    private static double median(List<Calibration.Scored> scored, ToDoubleFunction<Calibration.Scored> of) {
        double[] sorted = scored.stream().mapToDouble(of).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The outcome is further from P50, in either direction, than twice the way to P90 and than a factor of two. */
    private static boolean isConfidentAndWrong(Calibration.Scored one) {
        double error = Math.abs(Math.log(one.actual() / one.p50()));
        return error > Math.max(Math.log(2), 2 * Math.log(one.p90() / one.p50()));
    }

    @Test
    void jobsLikeTheirHistoryAreWithinFivePercentAfterOneAndTwoAfterFour() {
        for (int after : new int[] {1, 4}) {
            List<Calibration.Scored> scored = new ArrayList<>();
            for (Facts facts : Facts.values()) {
                for (int seed = 0; seed < PAIRS; seed++) {
                    SimulatedCosts pair = new SimulatedCosts(random(97L * seed + after), facts);
                    SimulatedCosts.Shape shape = pair.shape();
                    List<PastTransfer> history = new ArrayList<>();
                    for (int k = 0; k < after; k++) {
                        history.add(pair.copied(shape, .02));
                    }
                    PastTransfer job = pair.copied(shape, .02);
                    TransferForecast made = TransferForecaster.forecast(history, job.asQuery(), pair.facts());
                    scored.add(new Calibration.Scored(made.secondsP50(), made.secondsP90(), job.seconds()));
                }
            }
            Calibration calibration = Calibration.of(scored);
            System.out.printf(
                    Locale.ROOT,
                    "jobs like their history, after %d: median error %.2f %%, P90 covers %.1f %%%n",
                    after,
                    calibration.medianAbsoluteErrorPercent(),
                    calibration.p90CoveragePercent());
            assertThat(calibration.medianAbsoluteErrorPercent()).isLessThan(after == 1 ? 5 : 2);
        }
    }

    /** Neighbouring seeds begin alike in {@link Random}: spread them (Steele, Lea and Flood 2014). */
    private static Random random(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    private enum Facts {
        NONE,
        ECHOES,
        ONE_MACHINE
    }

    /** A pair of hosts by SFTP whose copies cost what they cost, with noise, and of which histories tell a part. */
    private static final class SimulatedCosts {
        record Shape(long bytes, long files) {}

        private final Random random;
        private final Facts known;
        private final double rttSeconds;
        private final double bitsPerSecond;
        private final Random measured;
        /** Of the path, which one connection reaches a part of. */
        private final double capacity;

        private final double setupSeconds;
        private final double fileSeconds;
        private long at = 1_700_000_000_000L;
        private int seen;

        SimulatedCosts(Random random, Facts known) {
            this.random = random;
            this.known = known;
            boolean oneMachine = known == Facts.ONE_MACHINE;
            rttSeconds = oneMachine ? 1e-4 : between(5e-4, .15);
            bitsPerSecond = oneMachine ? between(8e8, 6e9) : Math.min(between(2e7, 8e9), (2 << 23) / rttSeconds);
            setupSeconds = (6 + 6 * random.nextDouble()) * rttSeconds + between(.2, .9);
            fileSeconds = (2 + 3 * random.nextDouble()) * rttSeconds + between(1e-3, 8e-3);
            measured = UnlikeJobsTest.random(Double.doubleToLongBits(fileSeconds));
            capacity = bitsPerSecond / (.5 + .5 * measured.nextDouble());
        }

        private double between(double low, double high) {
            return low * Math.exp(random.nextDouble() * Math.log(high / low));
        }

        /** A small file, a large one, many tiny ones, or a mixed directory. */
        Shape shape() {
            return shape(random.nextInt(4));
        }

        private Shape shape(int kind) {
            long large = (long) Math.min(bitsPerSecond / 8 * between(2, 60), 1e11);
            return switch (kind) {
                case 0 -> new Shape((long) between(1e3, 4e6), 1);
                case 1 -> new Shape(large, 1);
                case 2 -> {
                    long files = (long) between(100, 3_000);
                    yield new Shape(files * (long) between(200, 8_000), files);
                }
                default -> new Shape(large, (long) between(5, 60));
            };
        }

        PastTransfer copied(Shape shape, double noise) {
            at += 3_600_000;
            double seconds = setupSeconds + shape.files() * fileSeconds + shape.bytes() * 8 / bitsPerSecond;
            return UnlikeJobsTest.copied(
                    (int) (at / 1000 % Integer.MAX_VALUE),
                    "sftp",
                    shape.bytes(),
                    shape.files(),
                    seconds * Math.exp(noise * random.nextGaussian()));
        }

        /** One to eight copies of one kind. */
        List<PastTransfer> history() {
            seen = random.nextInt(4);
            PastTransfer[] copies = new PastTransfer[1 + random.nextInt(8)];
            Arrays.setAll(copies, _ -> copied(shape(seen), .08));
            return List.of(copies);
        }

        PastTransfer unlike() {
            return copied(shape((seen + 1 + random.nextInt(3)) % 4), .08);
        }

        PathFacts facts() {
            return switch (known) {
                case NONE -> UnlikeJobsTest.NONE;
                case ECHOES ->
                    PathFacts.probed(
                                    1000 * rttSeconds * Math.exp(.03 * measured.nextGaussian()),
                                    0.0,
                                    capacity * (capacity < 2e8 ? 1 : 1.03 + .27 * measured.nextDouble()))
                            .withEnds(.3, 5e9);
                case ONE_MACHINE -> PathFacts.probed(.1, null, null).withEnds(.4, 1.8e9);
            };
        }
    }
}
