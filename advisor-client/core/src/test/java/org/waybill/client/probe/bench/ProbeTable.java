package org.waybill.client.probe.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.client.probe.lab.TrainsBetween;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.client.probe.survey.PathSurvey;
import org.waybill.client.probe.train.TrainEstimator;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/**
 * Random topologies in the emulator, and for each what its links are, what the probes say, and how far off they are.
 * Run by {@code lab/bench/probe-table}. Rows are kept in a file, so that the measurement can be made in sittings.
 */
public final class ProbeTable {
    private static final double LONG_TRANSFER_SECONDS = 2.5;
    /** Long enough that slow start is over in the first third. */
    private static final double LONG_TRANSFER_ROUND_TRIPS = 40;

    private static final int LONG_TRANSFERS = 5;
    private static final long USUAL_ROW_NS = 50_000_000_000L;

    private final int count;
    private final long seed;
    private final Path file;
    private final Map<Integer, ProbeRow> rows = new TreeMap<>();

    private ProbeTable(int count, long seed, Path file) {
        this.count = count;
        this.seed = seed;
        this.file = file;
    }

    /**
     * Measures the rows that the file lacks and prints all; a topology that cannot be measured is named on standard
     * error. Arguments: how many topologies, the seed, the file of rows, how many seconds this sitting may take.
     */
    public static void main(String[] arguments) throws Exception {
        ProbeTable table =
                new ProbeTable(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]), Path.of(arguments[2]));
        try {
            table.load();
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("probe-table: cannot go on with the rows of " + table.file + ": " + e.getMessage());
            System.exit(2);
        }
        table.measure(System.nanoTime() + Long.parseLong(arguments[3]) * 1_000_000_000L);
        table.print();
    }

    private void load() throws IOException {
        if (Files.exists(file)) {
            Files.readAllLines(file).stream().map(ProbeRow::parse).forEach(row -> rows.put(row.number(), row));
        }
    }

    /** Begins no row that would not end in time, as long as the longest so far. */
    private void measure(long endNs) throws Exception {
        long longestNs = USUAL_ROW_NS;
        for (int i = 0; i < count; i++) {
            long startNs = System.nanoTime();
            if (rows.containsKey(i) || startNs + longestNs - endNs > 0) {
                continue;
            }
            RandomTopology topology = RandomTopology.of(i, seed);
            Path text = Files.createTempFile("probe-table", ".topo");
            try (Lab lab = Lab.wan("probe-table" + i + "x", Files.writeString(text, topology.text()))) {
                ProbeRow row = row(topology, lab);
                rows.put(i, row);
                Files.writeString(file, row.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                System.err.println(row.markdown());
                longestNs = Math.max(longestNs, System.nanoTime() - startNs);
            } catch (IOException e) {
                System.err.println("topology " + i + " could not be measured: " + e.getMessage());
            } finally {
                Files.delete(text);
            }
        }
    }

    private void print() {
        System.out.println(rows.size() + " of " + count + " random topologies, seed " + seed
                + "; rates in Mbit/s, errors in % of the actual value\n");
        System.out.println(ProbeRow.HEADER);
        rows.values().forEach(row -> System.out.println(row.markdown()));
        System.out.println("\n| bound | holds | of |\n|:--|--:|--:|");
        for (ProbeRow.Bound bound : ProbeRow.Bound.values()) {
            List<Boolean> verdicts = rows.values().stream()
                    .map(row -> row.holds(bound))
                    .filter(verdict -> verdict != null)
                    .toList();
            System.out.println("| " + bound + " | "
                    + verdicts.stream().filter(Boolean.TRUE::equals).count() + " | " + verdicts.size() + " |");
        }
    }

    private static ProbeRow row(RandomTopology topology, Lab lab) throws Exception {
        ProbeSpec spec = new ProbeSpec("B", InetAddress.ofLiteral("10.77.2.1"), 0, Duration.ofSeconds(8), 8 << 20);
        PathFacts path = InNamespace.call(
                        lab.namespace("A"),
                        () -> new PathSurvey(PathDiscovery.from(new LabCommands(lab, "A")), ProbeContext.system())
                                .thorough(spec))
                .path();
        double rate = topology.bottleneckMbit();
        double[] longMbit = new double[LONG_TRANSFERS];
        Optional<RateFit> fit;
        try (TcpTransfers.Sink sink = InNamespace.call(lab.namespace("B"), TcpTransfers.Sink::new);
                TcpTransfers transfers = new TcpTransfers(lab.namespace("A"), sink.port())) {
            double longSeconds =
                    Math.max(LONG_TRANSFER_SECONDS, LONG_TRANSFER_ROUND_TRIPS * topology.rttMillis() / 1e3);
            long bytes = (long) Math.max(2e6, rate * 1e6 / 8 * longSeconds);
            fit = GrowingTransfers.run(
                            transfers,
                            new TransferBudget(Math.max(TransferBudget.LEAST_BYTES, bytes), Duration.ofSeconds(10)),
                            ProbeContext.system(),
                            1)
                    .fit();
            for (int i = 0; i < LONG_TRANSFERS; i++) {
                longMbit[i] = transfers.steadyBitsPerSecond(bytes) / 1e6;
            }
        }
        Arrays.sort(longMbit);
        Optional<TrainEstimator.Estimate> idle = TrainsBetween.measure(lab, "A", "B", "10.77.2.1", topology.seed());
        Optional<TrainEstimator.Estimate> loaded = idle;
        if (topology.crossMbit() > 0) {
            try (CrossTraffic _ = CrossTraffic.start(lab, topology.crossMbit())) {
                loaded = TrainsBetween.measure(lab, "A", "B", "10.77.2.1", topology.seed());
            }
        }
        return new ProbeRow(
                topology.number(),
                topology.linkMbit().size(),
                topology.routers(),
                topology.crossMbit(),
                topology.lossRatio(),
                topology.rttMillis(),
                orNan(path.rttMillis(), 1),
                rate,
                orNan(path.bottleneckBitsPerSecond(), 1e6),
                orNan(idle.map(TrainEstimator.Estimate::capacityBitsPerSecond).orElse(null), 1e6),
                rate - topology.crossMbit(),
                orNan(
                        loaded.map(TrainEstimator.Estimate::availableBitsPerSecond)
                                .orElse(null),
                        1e6),
                longMbit[LONG_TRANSFERS / 2],
                orNan(fit.map(RateFit::bitsPerSecond).orElse(null), 1e6),
                orNan(fit.map(RateFit::lowBitsPerSecond).orElse(null), 1e6),
                orNan(fit.map(RateFit::highBitsPerSecond).orElse(null), 1e6));
    }

    private static double orNan(@Nullable Double value, double unit) {
        return value == null ? Double.NaN : value / unit;
    }
}
