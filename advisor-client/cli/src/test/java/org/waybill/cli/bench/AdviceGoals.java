package org.waybill.cli.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The goals of advice next to their results, as Markdown. Intervals are bootstrapped by topologies, whose rows are
 * alike (Cameron, Gelbach and Miller 2008); the same rows give the same intervals.
 */
record AdviceGoals(List<AdviceRow> rows, List<AdviceRow> learned) {
    private static final int RESAMPLES = 1_000;
    private static final int LEAST_OF_A_KIND = 30;
    private static final double LARGE_REGRET = .05;

    private static final String HEADER = "| figure | goal | seen | 95 % interval | |\n|:--|--:|--:|--:|:--|\n";

    AdviceGoals(List<AdviceRow> all) {
        this(
                all.stream().filter(AdviceRow::isCold).toList(),
                all.stream().filter(row -> !row.isCold()).toList());
    }

    String markdown() {
        AdviceScore all = new AdviceScore(rows);
        int topologies = all.byTopology().size();
        StringBuilder table = new StringBuilder(HEADER);
        table.append(counted("topologies", "at least 60", topologies, topologies >= 60));
        table.append(counted(
                "cold forecasts, all options",
                "at least 300",
                all.rows().size(),
                all.rows().size() >= 300));
        table.append(line(
                "median error, %",
                "at most 15",
                score -> 100 * score.medianError(row -> Math.abs(row.p50() / row.outcome() - 1)),
                seen -> seen <= 15));
        table.append(line(
                "the same of rank 1 alone",
                "at most 15",
                score -> 100 * score.firsts().medianError(row -> Math.abs(row.p50() / row.outcome() - 1)),
                seen -> seen <= 15));
        table.append(line(
                "median abs ln",
                "at most 0.15",
                score -> score.medianError(AdviceScore::absoluteLog),
                seen -> seen <= .15));
        table.append(line("mean abs ln", "at most 0.30", AdviceScore::meanAbsoluteLog, seen -> seen <= .3));
        table.append(line("bias, %", "-5 to 5", score -> 100 * score.bias(), seen -> Math.abs(seen) <= 5));
        table.append(
                line("P90 covers, %", "87 to 93", score -> 100 * score.coverage(), seen -> seen >= 87 && seen <= 93));
        table.append(kinds());
        table.append(width("P90/P50, test transfers and trains", 1.6, "TEST", "TRAINS"));
        table.append(width("P90/P50, ICMP only", 2.5, "ECHO"));
        table.append(line(
                "mean regret, % (failures left out)", "at most 3", AdviceGoals::meanRegretPercent, seen -> seen <= 3));
        table.append(line(
                "rank 1 over 5 % worse than the best, or failed, %",
                "at most 5",
                score -> 100 * share(score.regrets(), regret -> regret > LARGE_REGRET),
                seen -> seen <= 5));
        table.append(after(AdviceRow.Phase.AFTER_1, "after one transfer", 5));
        table.append(after(AdviceRow.Phase.AFTER_4, "after four", 2));
        table.append(after(AdviceRow.Phase.HALVED, "after one over half the capacity", 5));
        long unknown =
                all.rows().stream().filter(row -> Double.isNaN(row.p50())).count();
        long failed = all.rows().stream().filter(row -> !row.done()).count();
        table.append(counted("unknown forecasts", "0", unknown, unknown == 0));
        table.append(counted("failed transfers", "0", failed, failed == 0));
        return table.toString();
    }

    /** For each evidence the factor on P50 that nine in ten outcomes stayed within, next to the promised one. */
    String widths() {
        return new AdviceScore(rows)
                .rows().stream()
                        .filter(row -> row.done() && !Double.isNaN(row.p50()))
                        .collect(Collectors.groupingBy(AdviceRow::evidence, TreeMap::new, Collectors.toList()))
                        .entrySet()
                        .stream()
                        .map(one -> {
                            double[] factors = one.getValue().stream()
                                    .mapToDouble(row -> row.outcome() / row.p50())
                                    .sorted()
                                    .toArray();
                            return String.format(
                                    Locale.ROOT,
                                    "%s %.2f (said %.2f, of %d)",
                                    one.getKey(),
                                    factors[(int) (.9 * (factors.length - 1))],
                                    new AdviceScore(one.getValue()).width(),
                                    factors.length);
                        })
                        .collect(Collectors.joining("; ", "nine in ten outcomes over P50 stay within: ", "\n"));
    }

    private static double meanRegretPercent(AdviceScore score) {
        return 100
                * score.regrets().stream()
                        .filter(Double::isFinite)
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(Double.NaN);
    }

    private static <T> double share(List<T> all, Predicate<T> which) {
        return all.stream().filter(which).count() / (double) all.size();
    }

    private String kinds() {
        List<AdviceScore> large = new AdviceScore(rows)
                .rows().stream().collect(Collectors.groupingBy(AdviceRow::kind)).values().stream()
                        .filter(one -> one.size() >= LEAST_OF_A_KIND)
                        .map(AdviceScore::new)
                        .toList();
        long holding = large.stream()
                .map(AdviceScore::coverageInterval)
                .filter(interval -> interval[0] <= .9 && .9 <= interval[1])
                .count();
        return "| kinds of at least 30 forecasts whose interval of coverage holds 90 % | all | " + holding + " of "
                + large.size() + " | | " + verdict(holding == large.size()) + " |\n";
    }

    private String after(AdviceRow.Phase phase, String learned, double mostPercent) {
        AdviceScore of = new AdviceScore(this.learned.stream()
                .filter(row -> row.phase().equals(phase.name()))
                .toList());
        double seen = 100 * of.medianError(row -> Math.abs(row.p50() / row.outcome() - 1));
        return of.rows().isEmpty()
                ? ""
                : "| median error " + learned + ", % (" + of.rows().size() + ") | at most " + number(mostPercent)
                        + " | " + number(seen) + " | | " + verdict(seen <= mostPercent) + " |\n";
    }

    private String width(String figure, double most, String... evidence) {
        AdviceScore of = new AdviceScore(rows.stream()
                .filter(row -> List.of(evidence).contains(row.evidence()))
                .toList());
        return of.rows().isEmpty()
                ? ""
                : "| " + figure + " | at most " + most + " | " + number(of.width()) + " | | "
                        + verdict(of.width() <= most) + " |\n";
    }

    private static String counted(String figure, String goal, long seen, boolean met) {
        return "| " + figure + " | " + goal + " | " + seen + " | | " + verdict(met) + " |\n";
    }

    private String line(String figure, String goal, ToDoubleFunction<AdviceScore> value, Predicate<Double> met) {
        double seen = value.applyAsDouble(new AdviceScore(rows));
        double[] sorted = resampled(value);
        return "| " + figure + " | " + goal + " | " + number(seen) + " | "
                + (sorted.length == 0
                        ? ""
                        : number(sorted[(int) (.025 * sorted.length)]) + " to "
                                + number(sorted[(int) (.975 * sorted.length)]))
                + " | " + verdict(met.test(seen)) + " |\n";
    }

    private double[] resampled(ToDoubleFunction<AdviceScore> value) {
        List<List<AdviceRow>> clusters =
                List.copyOf(new AdviceScore(rows).byTopology().values());
        Random random = new Random(1);
        double[] values = new double[clusters.size() < 2 ? 0 : RESAMPLES];
        for (int i = 0; i < values.length; i++) {
            List<AdviceRow> drawn = new ArrayList<>();
            for (int k = 0; k < clusters.size(); k++) {
                int number = k; // one that is drawn twice counts as two
                clusters.get(random.nextInt(clusters.size())).forEach(row -> drawn.add(row.ofTopology(number)));
            }
            values[i] = value.applyAsDouble(new AdviceScore(drawn));
        }
        Arrays.sort(values);
        return values;
    }

    private static String verdict(boolean met) {
        return met ? "met" : "**missed**";
    }

    private static String number(double value) {
        return Double.isInfinite(value)
                ? "miss"
                : Double.isNaN(value) ? "-" : String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.2f" : "%.0f", value);
    }
}
