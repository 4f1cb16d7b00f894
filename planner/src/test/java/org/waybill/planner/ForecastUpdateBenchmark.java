package org.waybill.planner;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.waybill.planner.forecast.DataClass;
import org.waybill.planner.forecast.PairModel;
import org.waybill.planner.forecast.PastTransfer;
import org.waybill.planner.forecast.SeriesForecaster;
import org.waybill.planner.forecast.TransferTimeModel;

/**
 * What one more observation costs a forecaster that has seen enough that all its windows are full, the next forecast
 * included. {@code lab/bench/forecast-update} runs it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ForecastUpdateBenchmark {
    /** More than any window; a power of two. */
    private static final int OBSERVATIONS = 1 << 12;

    private final double[] values =
            new Random(1).doubles(OBSERVATIONS, 1e9, 9e9).toArray();
    private final PastTransfer[] transfers = new PastTransfer[OBSERVATIONS];
    private SeriesForecaster series = SeriesForecaster.nws();
    private PairModel pair = new PairModel(new TransferTimeModel(.1, .01, 1e-8), .5);
    private int next;

    /** Full windows, the same for every iteration. */
    @Setup(Level.Iteration)
    public void fill() {
        Random random = new Random(2);
        series = SeriesForecaster.nws();
        pair = new PairModel(new TransferTimeModel(.1, .01, 1e-8), .5);
        for (int i = 0; i < OBSERVATIONS; i++) {
            long bytes = 1 + (long) (1e9 * random.nextDouble());
            transfers[i] = new PastTransfer(
                    i,
                    "tcp",
                    "",
                    4,
                    DataClass.DISK,
                    bytes,
                    1 + random.nextInt(9),
                    .5 + bytes * 1e-8 * (1 + .1 * random.nextGaussian()));
            series.observe(values[i]);
            pair.observe(transfers[i]);
        }
    }

    /** The Network Weather Service's predictors over one more measurement. */
    @Benchmark
    public double series() {
        series.observe(values[next++ & (OBSERVATIONS - 1)]);
        return series.value();
    }

    /** A pair's model over one more transfer, and the time it then forecasts for another. */
    @Benchmark
    public double transfers() {
        pair.observe(transfers[next++ & (OBSERVATIONS - 1)]);
        Double seconds = pair.forecast(1_000_000_000L, 1).secondsP50();
        return seconds == null ? 0 : seconds;
    }
}
