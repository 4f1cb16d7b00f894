package org.waybill.client.probe.icmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BingTest {
    /** Round trips over links of these capacities, each way, with exponential queueing of the given mean. */
    private static SizeFit simulated(double[] capacities, double queueMeanNs, int rounds, long seed) {
        Random random = new Random(seed);
        Map<Integer, List<Long>> rtts = new LinkedHashMap<>();
        for (int bytes = 60; bytes <= 1500; bytes += 288) {
            List<Long> list = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                double rttNs = 20e6;
                for (double capacity : capacities) {
                    rttNs += 2 * 8e9 * bytes / capacity;
                }
                list.add((long) (rttNs - queueMeanNs * Math.log(1 - random.nextDouble())));
            }
            rtts.put(bytes, list);
        }
        SizeFit fit = SizeFit.of(rtts);
        assertThat(fit).isNotNull();
        return fit;
    }

    @ParameterizedTest
    @ValueSource(doubles = {2e6, 10e6, 60e6})
    void findsTheNarrowLinkAmongWideOnes(double capacity) {
        double[][] prefixes = {{1e9}, {1e9, 400e6}, {1e9, 400e6, capacity}, {1e9, 400e6, capacity, 1e9}};
        List<Bing.HopFit> hops = new ArrayList<>();
        for (int i = 0; i < prefixes.length; i++) {
            hops.add(new Bing.HopFit(i + 1, simulated(prefixes[i], 200_000, 40, i)));
        }
        Bing.Estimate estimate = Bing.bottleneck(hops);
        assertThat(estimate).isNotNull();
        assertThat(estimate.toHop()).isEqualTo(3);
        assertThat(estimate.isLowerBound()).isFalse();
        assertThat(estimate.bitsPerSecond()).isCloseTo(capacity, within(0.1 * capacity));
    }

    @Test
    void theStatedIntervalHoldsTheTruthNineTimesInTen() {
        int held = 0;
        for (int seed = 0; seed < 400; seed++) {
            Bing.Estimate estimate =
                    Bing.bottleneck(List.of(new Bing.HopFit(1, simulated(new double[] {20e6}, 300_000, 16, seed))));
            double half = estimate == null ? 0 : estimate.bitsPerSecond() * estimate.errorPercent() / 100;
            if (estimate != null && Math.abs(estimate.bitsPerSecond() - 20e6) <= half) {
                held++;
            }
        }
        assertThat(held).isGreaterThanOrEqualTo(345);
    }

    @Test
    void hiddenLinksMakeALowerBound() {
        Bing.Estimate estimate =
                Bing.bottleneck(List.of(new Bing.HopFit(3, simulated(new double[] {30e6, 30e6, 30e6}, 10_000, 20, 1))));
        assertThat(estimate).isNotNull();
        assertThat(estimate.isLowerBound()).isTrue();
        assertThat(estimate.bitsPerSecond()).isCloseTo(10e6, within(0.3e6));
    }

    @Test
    void aRouterThatIsSlowWithLargeEchoesIsLeftOut() {
        Bing.Estimate estimate = Bing.bottleneck(List.of(
                new Bing.HopFit(1, simulated(new double[] {1e6}, 10_000, 20, 1)),
                new Bing.HopFit(2, simulated(new double[] {50e6}, 10_000, 20, 2))));
        assertThat(estimate).isNotNull();
        assertThat(estimate.bitsPerSecond()).isCloseTo(50e6, within(2e6));
    }

    @Test
    void noiseAloneIsNoEstimate() {
        assertThat(Bing.bottleneck(List.of(new Bing.HopFit(1, simulated(new double[] {100e9}, 3_000_000, 6, 3)))))
                .isNull();
        assertThat(SizeFit.of(Map.of(60, List.of(1L, 2L, 3L)))).isNull();
        assertThat(Bing.bottleneck(List.of())).isNull();
    }

    @Test
    void trainsAndSizesTogether() {
        Bing.Estimate sizes = new Bing.Estimate(10e6, 3, 0, 1, 90);
        assertThat(Bottleneck.of(sizes, new TrainRates.Estimate(10.4e6, 2, 12)))
                .isNotNull()
                .satisfies(both -> assertThat(both.bitsPerSecond()).isBetween(10e6, 10.4e6));
        assertThat(Bottleneck.of(sizes, new TrainRates.Estimate(30e6, 2, 12)))
                .as("hidden links")
                .isNotNull()
                .extracting(Bottleneck::bitsPerSecond)
                .isEqualTo(30e6);
        assertThat(Bottleneck.of(sizes, new TrainRates.Estimate(2e6, 2, 12)))
                .as("disagreement")
                .isNotNull()
                .satisfies(both -> assertThat(both.errorPercent()).isGreaterThan(50));
        assertThat(Bottleneck.of(null, null)).isNull();
        assertThat(TrainRates.rate(1500, new long[] {0, 1_200_000, 2_400_000})).isEqualTo(10e6);
        assertThat(TrainRates.rate(1500, new long[] {5})).isNull();
        assertThat(TrainRates.rate(1500, new long[] {5, 5})).isNull();
        assertThat(TrainRates.of(List.of(1e6, 2e6))).isNull();
    }
}
