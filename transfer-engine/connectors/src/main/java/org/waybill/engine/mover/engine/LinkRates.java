package org.waybill.engine.mover.engine;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;

/**
 * What the links between the source of a distribution and its sinks carry: measured from here with some data where that
 * is unknown, towards a node and back, one after the other. What a node sends to this machine stands for what it can
 * send to others.
 *
 * @param home whose identity the nodes know
 * @param mostBytes in each direction to each node
 */
record LinkRates(Path home, long mostBytes) {
    private static final long FIRST_BYTES = 256 << 10;
    private static final double ENOUGH_SECONDS = 0.2;
    private static final int GROWTH = 4;

    /** In one direction. */
    @FunctionalInterface
    private interface Test {
        void run(long bytes, LongConsumer done) throws TransferException;
    }

    /**
     * The known rates, completed; those between two sinks stay unknown.
     *
     * @param known as {@link org.waybill.engine.overlay.DistributionPlan#of} takes them
     */
    double[][] measured(Location source, List<Location> sinks, double[][] known) {
        double[][] rates = Arrays.stream(known).map(double[]::clone).toArray(double[][]::new);
        for (int holder = source.isLocal() ? 1 : 0; holder < rates.length; holder++) {
            boolean sends = Arrays.stream(rates[holder]).anyMatch(rate -> rate > 0);
            boolean receives = holder == 0 || !source.isLocal() || rates[0][holder] > 0;
            try (MeasuringClient node = MeasuringClient.connect(home, holder == 0 ? source : sinks.get(holder - 1))) {
                if (!receives) {
                    rates[0][holder] = rate(node::upload);
                }
                if (!sends) {
                    double rate = rate(node::download);
                    for (int to = 1; to < rates.length; to++) {
                        rates[holder][to] = to == holder ? Double.NaN : rate;
                    }
                }
            } catch (TransferException _) {
                // a node that does not answer: the distribution itself reports that
            }
        }
        return rates;
    }

    /** Bit/s of the last and longest round. */
    private double rate(Test test) throws TransferException {
        for (long bytes = Math.min(FIRST_BYTES, mostBytes); ; bytes = Math.min(mostBytes, GROWTH * bytes)) {
            long startNanos = System.nanoTime();
            test.run(bytes, _ -> {});
            double seconds = Math.max(1e-6, (System.nanoTime() - startNanos) / 1e9);
            if (seconds >= ENOUGH_SECONDS || bytes >= mostBytes) {
                return bytes * 8 / seconds;
            }
        }
    }
}
