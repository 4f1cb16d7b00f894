package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.estimate.PathStates;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.icmp.QueueDelay;
import org.waybill.client.workflow.survey.SurveyInputs;
import org.waybill.planner.forecast.Evidence;

/**
 * What is forecast of SFTP by echoes and test transfers of seconds, against transfers over the same simulated paths,
 * whose queues connections of others fill: 2 to 40 Mbit/s, 3 to 150 ms, queues of 10 to 600 ms.
 */
class ForecastBesideOthersTest {
    private static final int PATHS = 80;
    private static final int ECHOES = 96;
    /** As of the survey of a path. */
    private static final double LEAST_LOSS = .02;
    /** Other paths than the usual ones. */
    private static final long SEED = Long.getLong("waybill.test.seed", 3);

    private static final double LEAST_QUEUE_SECONDS = .01;
    /** From here on the round trips of log-ins leave test transfers no time. */
    private static final double LONG_QUEUE_SECONDS = .15;

    private static final Estimator.How SFTP = new Estimator.How("sftp", 1);

    /** @param seen whether the echoes showed others */
    private record Forecast(boolean seen, Estimate said, double tookSeconds) {
        /** ln of how much longer it took. */
        double error() {
            return Math.log(tookSeconds / said.secondsP50());
        }

        boolean isCovered() {
            return tookSeconds <= said.secondsP90();
        }
    }

    /** @param queueSeconds the shortest queue; those of the paths are up to sixty, or five, times as long */
    private static Forecast forecast(int others, long seed, double queueSeconds) throws InterruptedException {
        boolean tested = queueSeconds < LONG_QUEUE_SECONDS;
        Random random = new Random(seed);
        double rate = 2e6 * Math.pow(20, random.nextDouble());
        double rtt = .003 * Math.pow(50, random.nextDouble());
        double queue = queueSeconds * Math.pow(tested ? 60 : 5, random.nextDouble());
        Duration before = Duration.ofSeconds(3 + random.nextInt(30));
        SharedBottleneck path = new SharedBottleneck(rate, rtt, queue, others, before, seed);
        double[] heard = Arrays.stream(path.echoes(ECHOES, .02))
                .filter(millis -> !Double.isNaN(millis))
                .toArray();
        double lost = 1 - (double) heard.length / ECHOES;
        double rttMillis = Arrays.stream(heard).min().orElseThrow();
        boolean seen = SurveyInputs.isShared(new PathFacts(
                PathFacts.Kind.INTERNET,
                List.of(),
                rttMillis,
                rate,
                "simulated",
                Instant.EPOCH,
                ECHOES,
                2.0,
                lost,
                QueueDelay.millis(heard),
                null));
        double loss = lost < LEAST_LOSS ? 0 : lost / 2;
        PathState echoed = PathStates.of(rttMillis, rate, loss, null, 6L << 20, "cubic", false, 2.0, 0.0);
        PathState state = seen ? echoed.shared(PathState.LIKELY_FLOWS) : echoed;
        long bytes = (long) (rate / 8 / (1 + others) * (8 + 50 * random.nextDouble()));
        double testSeconds = 1.5 + 3 * random.nextDouble();
        RateFit line = !tested
                ? null
                : GrowingTransfers.run(path.within(testSeconds), TransferBudget.forJob(bytes), path, seed)
                        .fit()
                        .orElse(null);
        Estimate said = Estimator.measured(new Dataset(bytes, 1), SFTP, line, state);
        double logIn = Estimator.measured(new Dataset(1, 1), SFTP, null, echoed).secondsP50();
        path.idle(3);
        return new Forecast(seen, said, logIn + path.transferSeconds(bytes));
    }

    private static Forecast[] forecasts(int leastOthers, int mostOthers, double queueSeconds)
            throws InterruptedException {
        Forecast[] all = new Forecast[PATHS];
        for (int i = 0; i < PATHS; i++) {
            all[i] = forecast(leastOthers + i % (mostOthers - leastOthers + 1), 7_919L * i + SEED, queueSeconds);
        }
        return all;
    }

    private static double mean(Forecast[] forecasts, ToDoubleFunction<Forecast> figure) {
        return Arrays.stream(forecasts).mapToDouble(figure).average().orElseThrow();
    }

    /** The rate of a newcomer's seconds, taken for that of minutes, made it 0.51 and 56 % too long. */
    @Test
    void whereEchoesShowOthersSecondsOfANewcomerAreNotTakenForItsShare() throws InterruptedException {
        Forecast[] seen = Arrays.stream(forecasts(1, 4, LEAST_QUEUE_SECONDS))
                .filter(Forecast::seen)
                .filter(one -> one.said.evidence().isOfTests())
                .toArray(Forecast[]::new);
        assertThat(seen.length).isGreaterThan(PATHS / 4);
        assertThat(seen).anyMatch(one -> one.said.evidence() == Evidence.SHARED);
        assertThat(mean(seen, one -> Math.abs(one.error()))).isLessThan(.35);
        assertThat(mean(seen, Forecast::error)).isBetween(-.15, .15);
        assertThat(mean(seen, one -> one.isCovered() ? 1 : 0)).isGreaterThan(.9);
        assertThat(mean(seen, one -> one.said.p90Factor())).isLessThan(2.05);
    }

    /** 0.40 and 26 % too long over all of them. */
    @Test
    void forecastsBesideOthersAreNotTooLongEither() throws InterruptedException {
        Forecast[] all = forecasts(1, 4, LEAST_QUEUE_SECONDS);
        assertThat(mean(all, one -> Math.abs(one.error()))).isLessThan(.32);
        assertThat(mean(all, Forecast::error)).isBetween(-.1, .1);
        assertThat(mean(all, one -> one.isCovered() ? 1 : 0)).isGreaterThan(.9);
    }

    @Test
    void onPathsWithoutOthersNoneAreSeenAndTheMedianErrorIsSmall() throws InterruptedException {
        Forecast[] alone = forecasts(0, 0, LEAST_QUEUE_SECONDS);
        double[] errors = IntStream.range(0, PATHS)
                .mapToDouble(i -> Math.abs(alone[i].error()))
                .sorted()
                .toArray();
        assertThat(errors[PATHS / 2]).isLessThan(.05);
        assertThat(alone).noneMatch(Forecast::seen);
    }

    /** Before, echoes showed others on 78 % of such paths; 0.47, and 35 % too short in the mean. */
    @Test
    void behindQueuesTooLongForTestTransfersEchoesShowOthers() throws InterruptedException {
        Forecast[] all = forecasts(1, 4, LONG_QUEUE_SECONDS);
        assertThat(all).allMatch(one -> one.said.evidence() == Evidence.ECHO);
        assertThat(mean(all, one -> one.seen ? 1 : 0)).isGreaterThan(.88);
        assertThat(mean(all, one -> Math.abs(one.error()))).isLessThan(.35);
        assertThat(mean(all, Forecast::error)).isBetween(-.15, .15);
        assertThat(mean(all, one -> one.isCovered() ? 1 : 0)).isGreaterThan(.9);
        assertThat(forecasts(0, 0, LONG_QUEUE_SECONDS)).noneMatch(Forecast::seen);
    }
}
