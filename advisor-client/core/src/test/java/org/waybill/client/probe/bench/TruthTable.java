package org.waybill.client.probe.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.lab.InNamespace;
import org.waybill.client.probe.lab.Lab;
import org.waybill.client.probe.lab.TrainsBetween;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.client.probe.survey.PathSurvey;
import org.waybill.client.probe.train.TrainEstimator;

/**
 * Random topologies in the emulator, and for each what is true, what the probes say, and how far off they are. Run by
 * {@code lab/bench/truth-table}; arguments: how many topologies, and the seed.
 */
public final class TruthTable {
    private static final double[] RATES_MBIT = {2, 5, 10, 20, 40, 60, 200, 500, 1000};
    private static final long LONG_TRANSFER_SECONDS = 4;
    private static final int LONG_TRANSFERS = 5;

    /** One path; the bottleneck is the narrowest of its links. */
    private record Topology(int number, List<Double> linkMbit, double oneWayMillis, int routers, double crossMbit,
            long seed) {
        double bottleneckMbit() {
            return linkMbit.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        }

        static Topology random(int number, Random random) {
            double narrow = RATES_MBIT[number % RATES_MBIT.length];
            int links = 1 + random.nextInt(3);
            List<Double> rates = new ArrayList<>();
            for (int i = 0; i < links; i++) {
                rates.add(narrow * (1.2 + 3 * random.nextDouble()));
            }
            rates.set(random.nextInt(links), narrow);
            boolean cross = number % 3 == 2 && narrow <= 200;
            return new Topology(number, rates, 1 + random.nextInt(60), links > 1 ? 0 : random.nextInt(9),
                    cross ? narrow / 2 : 0, random.nextLong());
        }

        String text() {
            StringBuilder text = new StringBuilder("mtu 1500\nseed " + (seed >>> 40) + "\ntick 0\ngso 16384\n"
                    + "host A 10.77.1.1\nhost B 10.77.2.1\nhost X 10.77.3.1\nhost Y 10.77.4.1\n");
            List<String> there = new ArrayList<>();
            List<String> back = new ArrayList<>();
            for (int i = 0; i < linkMbit.size(); i++) {
                for (String way : new String[] {"f", "r"}) {
                    text.append(String.format(Locale.ROOT, "pipe %s%d rate=%.3fmbit delay=%.3fms queue=100ms%n", way, i,
                            linkMbit.get(i), oneWayMillis / linkMbit.size()));
                }
                there.add("f" + i);
                back.addFirst("r" + i);
            }
            text.append("path A B via ").append(String.join(",", there)).append(hops()).append('\n');
            text.append("path B A via ").append(String.join(",", back)).append('\n');
            int narrow = linkMbit.indexOf(bottleneckMbit());
            text.append("path X Y via f").append(narrow).append("\npath Y X via r").append(narrow).append('\n');
            return text.toString();
        }

        private String hops() {
            List<String> hops = new ArrayList<>();
            for (int i = 1; i <= routers; i++) {
                hops.add(String.format(Locale.ROOT, "10.77.200.%d@%.3fms", i, oneWayMillis * i / (routers + 1)));
            }
            return hops.isEmpty() ? "" : " hops=" + String.join(",", hops);
        }
    }

    private TruthTable() {}

    /** Prints the table; topologies that could not be measured are rows too. */
    public static void main(String[] arguments) throws Exception {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Random random = new Random(seed);
        System.out.printf("%d random topologies, seed %d; rates in Mbit/s, errors in %% of the truth%n", count, seed);
        System.out.printf("%3s %5s %4s | %7s %7s %6s | %7s | %7s %6s | %7s %6s | %7s %7s %6s | %7s %7s %6s %s%n", "n",
                "links", "hops", "RTT", "probe", "error", "rate", "icmp", "error", "trains", "error", "avail", "trains",
                "error", "long", "regr", "error", "interval");
        for (int i = 0; i < count; i++) {
            Topology topology = Topology.random(i, random);
            Path file = Files.createTempFile("truth", ".topo");
            try (Lab lab = Lab.wan("truth" + i + "x", Files.writeString(file, topology.text()))) {
                row(topology, lab);
            } catch (Exception e) {
                System.out.printf("%3d could not be measured: %s%n", i, e.getMessage());
            } finally {
                Files.delete(file);
            }
        }
    }

    private static void row(Topology topology, Lab lab) throws Exception {
        double rate = topology.bottleneckMbit();
        double rttTruth = 2 * topology.oneWayMillis();
        ProbeSpec spec = new ProbeSpec("B", InetAddress.ofLiteral("10.77.2.1"), 0, Duration.ofSeconds(8), 8 << 20);
        PathFacts path = InNamespace.call(lab.namespace("A"), () -> new PathSurvey(
                PathDiscovery.from(lab.commands("A")), ProbeContext.system()).thorough(spec)).path();
        double[] longRuns = new double[LONG_TRANSFERS];
        GrowingTransfers.Outcome regression;
        try (TcpSink sink = InNamespace.call(lab.namespace("B"), TcpSink::new)) {
            long bytes = (long) Math.max(2e6, rate * 1e6 / 8 * LONG_TRANSFER_SECONDS);
            try (TcpTransfer transfer = new TcpTransfer(lab.namespace("A"), sink.port())) {
                regression = GrowingTransfers.run(transfer,
                        new TransferBudget(Math.max(TransferBudget.LEAST_BYTES, bytes), Duration.ofSeconds(10)),
                        ProbeContext.system(), 1);
                for (int i = 0; i < LONG_TRANSFERS; i++) {
                    longRuns[i] = 8 * bytes / transfer.seconds(bytes) / 1e6;
                }
            }
        }
        Arrays.sort(longRuns);
        Optional<TrainEstimator.Estimate> idle = TrainsBetween.measure(lab, "A", "B", "10.77.2.1", topology.seed());
        Optional<TrainEstimator.Estimate> loaded = idle;
        if (topology.crossMbit() > 0) {
            try (CrossTraffic _ = CrossTraffic.start(lab, topology.crossMbit())) {
                loaded = TrainsBetween.measure(lab, "A", "B", "10.77.2.1", topology.seed());
            }
        }
        print(topology, rttTruth, path, idle, loaded, longRuns[LONG_TRANSFERS / 2], regression);
    }

    private static void print(Topology topology, double rttTruth, PathFacts path,
            Optional<TrainEstimator.Estimate> idle, Optional<TrainEstimator.Estimate> loaded, double longMbit,
            GrowingTransfers.Outcome regression) {
        double rate = topology.bottleneckMbit();
        double available = rate - topology.crossMbit();
        Double icmp = path.bottleneckBitsPerSecond() == null ? null
                : Double.valueOf(path.bottleneckBitsPerSecond() / 1e6);
        Double train = idle.map(estimate -> estimate.capacityBitsPerSecond() / 1e6).orElse(null);
        Double free = loaded.map(estimate -> estimate.availableBitsPerSecond() / 1e6).orElse(null);
        Double fitted = regression.fit().map(fit -> fit.bitsPerSecond() / 1e6).orElse(null);
        String interval = regression.fit().map(fit -> String.format(Locale.ROOT, "%.1f..%.1f%s",
                fit.lowBitsPerSecond() / 1e6, fit.highBitsPerSecond() / 1e6, fit.settled() ? "" : " not settled"))
                .orElse("-");
        System.out.printf(
                "%3d %5d %4d | %7.1f %7s %6s | %7.1f | %7s %6s | %7s %6s | %7.1f %7s %6s | %7.1f %7s %6s %s%n",
                topology.number(), topology.linkMbit().size(), topology.routers(), rttTruth, shown(path.rttMillis()),
                error(path.rttMillis(), rttTruth), rate, shown(icmp), error(icmp, rate), shown(train),
                error(train, rate), available, shown(free), error(free, available), longMbit, shown(fitted),
                error(fitted, longMbit), interval);
    }

    private static String shown(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String error(@Nullable Double value, double truth) {
        return value == null ? "-" : String.format(Locale.ROOT, "%+.1f", 100 * (value - truth) / truth);
    }

    /** A server that swallows what comes and acknowledges the end. */
    private static final class TcpSink implements AutoCloseable {
        private final ServerSocket server = new ServerSocket();

        TcpSink() throws Exception {
            server.bind(new InetSocketAddress(InetAddress.ofLiteral("10.77.2.1"), 0));
            Thread.ofPlatform().daemon().start(() -> {
                while (!server.isClosed()) {
                    try (Socket socket = server.accept(); InputStream in = socket.getInputStream()) {
                        in.skipNBytes(new DataInputStream(in).readLong());
                        socket.getOutputStream().write(1);
                    } catch (IOException _) {
                        Thread.onSpinWait(); // the client gave up, or the server was closed
                    }
                }
            });
        }

        int port() {
            return server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /** A transfer over one fresh TCP connection from a namespace. */
    private record TcpTransfer(String namespace, int port) implements TimedTransfer {
        @Override
        public String name() {
            return "tcp";
        }

        @Override
        public long largestBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public double seconds(long bytes) throws IOException {
            try {
                return InNamespace.call(namespace, () -> transfer(bytes));
            } catch (Exception e) {
                throw new IOException(e);
            }
        }

        private double transfer(long bytes) throws IOException {
            byte[] block = new byte[1 << 16];
            long startNs = System.nanoTime();
            try (Socket socket = new Socket(InetAddress.ofLiteral("10.77.2.1"), port);
                    OutputStream out = socket.getOutputStream()) {
                new DataOutputStream(out).writeLong(bytes);
                for (long left = bytes; left > 0; left -= block.length) {
                    out.write(block, 0, (int) Math.min(block.length, left));
                }
                if (socket.getInputStream().read() != 1) {
                    throw new IOException("not acknowledged");
                }
            }
            return (System.nanoTime() - startNs) / 1e9;
        }

        @Override
        public void close() {
            // each transfer closes its own connection
        }
    }
}
