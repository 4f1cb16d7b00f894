package org.waybill.client.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.waybill.api.ForecastBasis;
import org.waybill.api.TransferOutcome;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.client.workflow.survey.SshTunnels;
import org.waybill.engine.Sha256;
import org.waybill.planner.forecast.DataClass;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.PastTransfer;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TransferForecast;
import org.waybill.planner.forecast.TransferForecaster;
import org.waybill.planner.forecast.TransferQuery;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Protocols;

/**
 * The last transfers between two hosts by one transport, in the home: enough for the forecast of a copy that starts
 * without advice, for which no service is started. The service's history, which has all of them, stays what advice asks
 * (decision 0296).
 */
public final class RecentTransfers {
    private static final Logger LOG = System.getLogger(RecentTransfers.class.getName());
    /** Of one pair by one transport. */
    static final int MOST = 24;
    /** Pairs and transports; the ones that were not used for the longest time make room. */
    static final int MOST_FILES = 300;

    private static final int NAME_DIGITS = 40;
    private static final int FIELDS = 8;

    private final Path directory;

    public RecentTransfers(Path directory) {
        this.directory = directory;
    }

    /** Keeps the outcome of an order, where its time shows what the path gives. */
    void add(TransferOrder order, TransferOutcome outcome) {
        long bytes = outcome.bytes() - outcome.resumedBytes();
        boolean counts = outcome.status().equals("OK") && outcome.movedMost() && outcome.seconds() > 0;
        if (!counts || !outcome.showsThePath()) {
            return;
        }
        Path file = file(order, outcome.sourceHost(), outcome.destinationHost(), outcome.transport());
        try {
            List<PastTransfer> all = new ArrayList<>(read(file));
            if (all.isEmpty()) {
                makeRoom();
            }
            all.add(new PastTransfer(
                    outcome.startedAt().toEpochMilli(),
                    outcome.transport(),
                    outcome.via(),
                    outcome.streams(),
                    DataClass.valueOf(outcome.storage().name()),
                    bytes,
                    outcome.files(),
                    outcome.seconds()));
            PrivateFiles.replace(
                    file,
                    all.subList(Math.max(0, all.size() - MOST), all.size()).stream()
                            .map(RecentTransfers::line)
                            .collect(Collectors.joining()));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot keep a recent transfer: {0}", e.getMessage());
        }
    }

    /** Whether there are any by the transport of an order. */
    public boolean know(TransferOrder order) {
        return !read(order).isEmpty();
    }

    /** How long an order takes for data of this size; {@link Estimate#UNKNOWN} where its history does not say. */
    public Estimate forecast(TransferOrder order, long bytes, long files) {
        // what is limited takes as long as its limit makes it
        if (order.circuit() != null || order.request().isLimited() || files < 1 || bytes < 0) {
            return Estimate.UNKNOWN;
        }
        TransferForecast found = TransferForecaster.forecast(
                read(order),
                new TransferQuery(
                        order.transport(),
                        order.path(String.join(",", order.request().via())),
                        order.request().streams(),
                        DataClass.valueOf(TransferService.storage(order).name()),
                        bytes,
                        files),
                facts(order, bytes, files));
        return found.secondsP50() == null || found.samples() == 0
                ? Estimate.UNKNOWN
                : new Estimate(
                        found.secondsP50(),
                        found.secondsP90(),
                        found.goodputBitsPerSecond(),
                        ForecastBasis.HISTORY,
                        found.samples(),
                        found.pastMedianErrorPercent(),
                        found.predictor(),
                        null,
                        Evidence.HISTORY);
    }

    /** What a known forecast of these is based on, in words to go after it. */
    public static String basis(Estimate forecast) {
        return " from " + (forecast.samples() == 1 ? "one earlier copy" : forecast.samples() + " earlier copies");
    }

    /** Of a path without a survey, nothing, except where there is none: what this machine does is known. */
    private static PathFacts facts(TransferOrder order, long bytes, long files) {
        if (!isHere(order.sourceHost(), order.sourcePort())
                || !isHere(order.destinationHost(), order.destinationPort())) {
            return PathFacts.probed(null, null, null);
        }
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        PathState machine = PathState.within(Runtime.getRuntime().availableProcessors(), Math.max(0, load));
        return Estimator.facts(new Dataset(bytes, files), order.transport(), machine);
    }

    private static boolean isHere(String host, int port) {
        return LocalAddresses.isThisMachine(host) && (port == 0 || !SshTunnels.isAt(port));
    }

    private List<PastTransfer> read(TransferOrder order) {
        return read(file(order, order.sourceHost(), order.destinationHost(), order.transport()));
    }

    /**
     * Transports that are one protocol on the wire share a file, and servers at several ports of one host do not; it
     * does not show the hosts' names.
     */
    private Path file(TransferOrder order, String source, String destination, String transport) {
        String pair = source + port(order.sourcePort()) + "\n" + destination + port(order.destinationPort()) + "\n"
                + Protocols.transport(transport).history();
        return directory.resolve(Sha256.ofText(pair, NAME_DIGITS));
    }

    private static String port(int port) {
        return port == 0 ? "" : ":" + port;
    }

    private static String line(PastTransfer one) {
        return String.join(
                        "\t",
                        String.valueOf(one.startedAtMillis()),
                        one.transport(),
                        one.via(),
                        String.valueOf(one.streams()),
                        one.dataClass().name(),
                        String.valueOf(one.bytes()),
                        String.valueOf(one.files()),
                        String.valueOf(one.seconds()))
                + "\n";
    }

    private static List<PastTransfer> read(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .map(RecentTransfers::parse)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot read recent transfers: {0}", e.getMessage());
            return List.of();
        }
    }

    /** A line of a later version, or one that was damaged, is none. */
    private static Optional<PastTransfer> parse(String line) {
        String[] parts = line.split("\t", -1);
        if (parts.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PastTransfer(
                    Long.parseLong(parts[0]),
                    parts[1],
                    parts[2],
                    Integer.parseInt(parts[3]),
                    DataClass.valueOf(parts[4]),
                    Long.parseLong(parts[5]),
                    Long.parseLong(parts[6]),
                    Double.parseDouble(parts[FIELDS - 1])));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private void makeRoom() throws IOException {
        List<Path> files = PrivateFiles.list(directory, "*");
        if (files.size() >= MOST_FILES) {
            files.sort(Comparator.comparing(file -> file.toFile().lastModified()));
            for (Path old : files.subList(0, files.size() - MOST_FILES + 1)) {
                Files.deleteIfExists(old);
            }
        }
    }
}
