package org.waybill.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.planner.forecast.DataClass;
import org.waybill.planner.forecast.PairModel;
import org.waybill.planner.forecast.PastTransfer;
import org.waybill.planner.forecast.SeriesForecaster;
import org.waybill.planner.forecast.TransferTimeModel;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.WidestPath;
import org.waybill.planner.tree.Overlay;
import org.waybill.planner.tree.TreeBuilder;

/**
 * Times the planner's hot paths against their bounds. Not part of any build: run it by name, as docs/planner.md says.
 * Each figure is the median of its rounds after a warm-up.
 */
@Tag("bench")
class PlannerBenchmark {
    private static final int ROUNDS = 15;

    @Test
    void aForecastUpdateTakesLessThanTwentyMicroseconds() {
        int updates = 20_000;
        double[] values = new Random(1).doubles(updates, 1e9, 9e9).toArray();
        double micros = median("forecast update (18 primaries, 16 derived)", updates, "us", 1e3, () -> {
            SeriesForecaster forecaster = SeriesForecaster.nws();
            for (double value : values) {
                forecaster.observe(value);
            }
            return forecaster.value();
        });
        assertThat(micros).isLessThan(20);
    }

    @Test
    void anUpdateOfAPairsModelTakesLessThanTwentyMicroseconds() {
        int updates = 5_000;
        Random random = new Random(2);
        List<PastTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < updates; i++) {
            long bytes = 1 + (long) (1e9 * random.nextDouble());
            transfers.add(new PastTransfer(i, "tcp", "", 4, DataClass.DISK, bytes, 1 + random.nextInt(9),
                    .5 + bytes * 1e-8 * (1 + .1 * random.nextGaussian())));
        }
        double micros = median("pair model update", updates, "us", 1e3, () -> {
            PairModel model = new PairModel(new TransferTimeModel(.1, .01, 1e-8), .5);
            transfers.forEach(model::observe);
            return model.forecast(1_000_000_000L, 1).secondsP50();
        });
        assertThat(micros).isLessThan(20);
    }

    @Test
    void aWidestPathOverAMillionLinksTakesLessThanASecond() {
        Random random = new Random(3);
        Network.Builder builder = Network.builder();
        for (int i = 0; i < 2000; i++) {
            for (int k = 0; k < 500; k++) {
                builder.link("n" + i, "n" + (i + 1 + random.nextInt(1999)) % 2000, random.nextInt(1_000_000));
            }
        }
        Network network = builder.build();
        double millis = median("widest path, 2,000 nodes, 1,000,000 links", 1, "ms", 1e6,
                () -> WidestPath.between(network, "n0", "n1").orElseThrow().bitsPerSecond());
        assertThat(millis).isLessThan(1000);
    }

    @Test
    void aTreeOverTenThousandNodesTakesLessThanASecond() {
        Random random = new Random(4);
        int nodes = 10_000;
        List<List<Integer>> next = new ArrayList<>();
        List<String> names = new ArrayList<>();
        double[] outgoing = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            next.add(new ArrayList<>());
            names.add("n" + i);
            outgoing[i] = random.nextInt(32768);
        }
        for (int link = 0; link < 100_000; link++) {
            int a = link < nodes - 1 ? link + 1 : random.nextInt(nodes);
            int b = link < nodes - 1 ? random.nextInt(link + 1) : random.nextInt(nodes);
            if (a != b) {
                next.get(a).add(b);
                next.get(b).add(a);
            }
        }
        Overlay overlay = Overlay.of(names, outgoing,
                next.stream().map(l -> l.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new));
        double millis = median("LBSF, 10,000 nodes, 100,000 links", 1, "ms", 1e6,
                () -> TreeBuilder.lbsf(overlay, "n0").minNodeThroughputBitsPerSecond());
        assertThat(millis).isLessThan(1000);
    }

    private interface Work {
        double run();
    }

    private static double median(String name, int operations, String unit, double nanosPerUnit, Work work) {
        double[] nanos = new double[ROUNDS];
        double sink = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long start = System.nanoTime();
            sink += work.run();
            nanos[round % ROUNDS] = (System.nanoTime() - start) / (double) operations;
        }
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "%s: %.2f %s (median of %d; fastest %.2f, slowest %.2f)%s%n", name,
                nanos[ROUNDS / 2] / nanosPerUnit, unit, ROUNDS, nanos[0] / nanosPerUnit,
                nanos[ROUNDS - 1] / nanosPerUnit, Double.isNaN(sink) ? " not a number" : "");
        return nanos[ROUNDS / 2] / nanosPerUnit;
    }
}
