package org.waybill.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Random topologies in the emulator, for each what {@code advise} says, and what comes of every option. Run by
 * {@code lab/bench/advice-table}. Rows are kept in a file, so that the measurement can be made in several sittings,
 * and next to it, in a directory, each advice and what was said meanwhile.
 */
public final class AdviceTable {
    private static final long USUAL_TOPOLOGY_NS = 240_000_000_000L;

    private AdviceTable() {}

    /**
     * Measures the topologies that the file lacks and prints the table of all; one that cannot be measured is named on
     * standard error. Arguments: how many topologies, the seed, the file of rows, how many seconds this sitting may
     * take, the fastest link in Mbit/s, how often each option is run, the launcher of the commands,
     * {@code yes} for forecasts after transfers too, the kinds of topologies with commas between them.
     */
    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        Path file = Path.of(arguments[2]);
        List<AdviceRow> rows = new ArrayList<>();
        try {
            if (Files.exists(file)) {
                Files.readAllLines(file).stream().map(AdviceRow::parse).forEach(rows::add);
            }
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("advice-table: cannot go on with the rows of " + file + ": " + e.getMessage());
            System.exit(2);
        }
        long endNs = System.nanoTime() + Long.parseLong(arguments[3]) * 1_000_000_000L;
        List<AdviceTopology.Kind> kinds = Arrays.stream(arguments[8].split(","))
                .map(AdviceTopology.Kind::valueOf)
                .toList();
        long longestNs = USUAL_TOPOLOGY_NS;
        for (int i = 0; i < count; i++) {
            int number = i;
            long startNs = System.nanoTime();
            if (rows.stream().anyMatch(row -> row.topology() == number) || startNs + longestNs - endNs > 0) {
                continue;
            }
            AdviceTopology topology = AdviceTopology.of(i, seed, Double.parseDouble(arguments[4]), kinds);
            System.err.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " topology " + i + ": " + topology.kind()
                    + " " + topology.told() + ", " + topology.bytes() / 1_000_000 + " MB");
            try (AdviceSite site = new AdviceSite(topology, arguments[6])) {
                List<AdviceRow> measured =
                        new ArrayList<>(site.rows(Integer.parseInt(arguments[5]), Path.of(file + ".advice")));
                Optional<String> first = measured.stream()
                        .filter(AdviceRow::done)
                        .min(Comparator.comparingInt(AdviceRow::rank))
                        .map(AdviceRow::option);
                if (arguments[7].equals("yes") && first.isPresent()) {
                    measured.addAll(site.learned(first.get()));
                }
                rows.addAll(measured);
                Files.writeString(
                        file,
                        measured.stream().map(row -> row.line() + "\n").collect(Collectors.joining()),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                measured.forEach(row -> System.err.printf(
                        "  %s %d %s: %.1f to %.1f s by %s, took %s%s%n",
                        row.phase(),
                        row.rank(),
                        row.option(),
                        row.p50(),
                        row.p90(),
                        row.evidence(),
                        row.outcomes(),
                        row.exitCode() == 0 ? "" : " exit code " + row.exitCode()));
                longestNs = Math.max(longestNs, System.nanoTime() - startNs);
            } catch (IOException | RuntimeException e) {
                System.err.println("topology " + i + " could not be measured: " + e);
            }
        }
        List<AdviceRow> cold = rows.stream().filter(AdviceRow::isCold).toList();
        System.out.println(cold.stream().map(AdviceRow::topology).distinct().count() + " of " + count
                + " random topologies, seed " + seed + "\n\n" + new AdviceGoals(rows).markdown() + "\n"
                + AdviceScore.table(cold) + "\n"
                + new AdviceGoals(rows).widths() + AdviceScore.costs(cold));
    }
}
