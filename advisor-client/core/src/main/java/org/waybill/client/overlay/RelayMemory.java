package org.waybill.client.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.PathShare;
import org.waybill.planner.routing.SplitChoice;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Transport;

/**
 * How fast this user's copies to and from nodes were, directly and over relays: relays that made a copy slower than the
 * direct path are not tried again for that pair of hosts ({@link SplitChoice#harmPercent}), until that is forgotten. In
 * the home, since {@code copy --via auto} needs no service. A service has such a memory of all its users.
 */
public final class RelayMemory {
    /** Older copies are forgotten. */
    public static final Duration MEMORY = Duration.ofDays(30);

    /** Smaller copies show set-up and slow start. */
    private static final long LEAST_BYTES = 16L << 20;

    private static final int MOST = 500;
    /** The newest direct copies say what the direct path carries. */
    private static final int COMPARED = 5;

    private static final String TAB = "\t";

    private final Path file;

    /** One copy; its relays as in {@link TransferReport#via}, none for a direct one. */
    record Copy(Instant at, String source, String destination, List<String> via, double bitsPerSecond) {
        private static Optional<Copy> parse(String line) {
            String[] parts = line.split(TAB, -1);
            try {
                return parts.length != 5
                        ? Optional.empty()
                        : Optional.of(new Copy(
                                Instant.parse(parts[0]),
                                parts[1],
                                parts[2],
                                parts[3].isEmpty() ? List.of() : List.of(parts[3].split(",")),
                                Double.parseDouble(parts[4])));
            } catch (DateTimeException | NumberFormatException _) {
                return Optional.empty();
            }
        }

        private String line() {
            return String.join(
                    TAB, at.toString(), source, destination, String.join(",", via), String.valueOf(bitsPerSecond));
        }

        private boolean isOf(String from, String to) {
            return source.equals(from) && destination.equals(to);
        }
    }

    public RelayMemory(Path file) {
        this.file = file;
    }

    /** By how much the relays were last slower than the direct path between these hosts; empty if they were not. */
    public OptionalDouble harmPercent(String source, String destination, List<String> via, Instant now) {
        List<Copy> ofPair = recent(now).stream()
                .filter(copy -> copy.isOf(source, destination))
                .toList();
        double[] direct = ofPair.reversed().stream()
                .filter(copy -> copy.via().isEmpty())
                .limit(COMPARED)
                .mapToDouble(Copy::bitsPerSecond)
                .sorted()
                .toArray();
        if (direct.length == 0) {
            return OptionalDouble.empty();
        }
        double usual = (direct[(direct.length - 1) / 2] + direct[direct.length / 2]) / 2;
        List<SplitChoice.Outcome> outcomes = ofPair.stream()
                .filter(copy -> !copy.via().isEmpty())
                .map(copy -> {
                    double percent = 100 * (copy.bitsPerSecond() / usual - 1);
                    return new SplitChoice.Outcome(copy.via(), percent, percent);
                })
                .toList();
        return SplitChoice.harmPercent(via, outcomes);
    }

    /**
     * Keeps what a copy by the engine showed: of each path over relays that carried a part of it, or of the direct path
     * if no other was allowed. One that was held to a rate, or went by way of a cache, shows nothing.
     */
    public void note(TransferOrder order, TransferResult result) throws IOException {
        TransferReport report = result.report();
        boolean bulk = report.bytes() - report.resumedBytes() >= LEAST_BYTES && report.goodputBitsPerSecond() > 0;
        if (!bulk
                || !report.transport().equals(Transport.TCP.name())
                || order.circuit() != null
                || order.request().networkPaths().cached()
                || order.request().isLimited()) {
            return;
        }
        List<List<String>> paths = order.request().networkPaths().isDirect()
                ? List.of(List.of())
                : report.paths().stream()
                        .map(PathShare::via)
                        .filter(via -> !via.isEmpty())
                        .toList();
        List<Copy> copies = new ArrayList<>(recent(result.startedAt()));
        for (List<String> via : paths) {
            copies.add(new Copy(
                    result.startedAt(),
                    order.sourceHost(),
                    order.destinationHost(),
                    via,
                    report.goodputBitsPerSecond()));
        }
        if (!paths.isEmpty()) {
            List<String> lines = copies.subList(Math.max(0, copies.size() - MOST), copies.size()).stream()
                    .map(Copy::line)
                    .toList();
            PrivateFiles.replace(file, String.join("\n", lines) + "\n");
        }
    }

    /** Oldest first. What cannot be read is not known. */
    private List<Copy> recent(Instant now) {
        try {
            return Files.readAllLines(file).stream()
                    .flatMap(line -> Copy.parse(line).stream())
                    .filter(copy -> copy.at().isAfter(now.minus(MEMORY)))
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
