package org.waybill.cli.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * How good the forecasts of some rows were, and the choice between them. Options that cannot be carried out do not
 * count. Unknown forecasts and failures are misses: infinitely wrong in the medians, outside of P90; means, bias and
 * pinball loss are of the others.
 */
record AdviceScore(List<AdviceRow> rows) {
    static final String HEADER = "| of | topologies | forecasts | median error % | median abs ln | mean | bias % "
            + "| P90 covers % | 95 % interval | P90/P50 | pinball P50 | P90 | mean regret % | worst | above 5 % "
            + "| unknown | failed |\n|:--" + "|--:".repeat(16) + "|";
    private static final double NORMAL_975 = 1.96;
    private static final double LARGE_REGRET = .05;

    AdviceScore {
        rows = rows.stream().filter(AdviceRow::movable).toList();
    }

    private List<AdviceRow> known() {
        return rows.stream()
                .filter(row -> row.done() && !Double.isNaN(row.p50()))
                .toList();
    }

    private static double logError(AdviceRow row) {
        return Math.log(row.p50() / row.outcome());
    }

    static double absoluteLog(AdviceRow row) {
        return Math.abs(logError(row));
    }

    /** Mean of |ln(P50 / outcome)| of those that are known and done. */
    double meanAbsoluteLog() {
        return mean(AdviceScore::absoluteLog);
    }

    private boolean covered(AdviceRow row) {
        return row.done() && row.outcome() <= row.p90(); // false for NaN
    }

    /** The median, the misses taken for infinitely wrong. */
    double medianError(ToDoubleFunction<AdviceRow> error) {
        return median(rows.stream()
                .mapToDouble(row ->
                        row.done() && !Double.isNaN(row.p50()) ? error.applyAsDouble(row) : Double.POSITIVE_INFINITY)
                .toArray());
    }

    static double median(double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    private double mean(ToDoubleFunction<AdviceRow> value) {
        return known().stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    /** Geometric mean of P50 over outcome, less one. */
    double bias() {
        return Math.exp(mean(AdviceScore::logError)) - 1;
    }

    /** Share of outcomes at or below P90. */
    double coverage() {
        return rows.stream().filter(this::covered).count() / (double) rows.size();
    }

    /**
     * Wilson's interval of the coverage; rows of a topology are alike, so as many independent ones are reckoned with as
     * would spread like the sums of topologies (design effect; Kish 1965, section 5.4).
     */
    double[] coverageInterval() {
        double p = coverage();
        double clustered = 0;
        var topologies = byTopology().values();
        for (List<AdviceRow> one : topologies) {
            clustered += Math.pow(one.stream().filter(this::covered).count() - p * one.size(), 2);
        }
        double k = topologies.size();
        double effect = p * (1 - p) == 0 || k < 2 ? 1 : clustered * k / (k - 1) / (p * (1 - p) * rows.size());
        double n = rows.size() / Math.max(1, effect);
        double z2 = NORMAL_975 * NORMAL_975 / n;
        double half = NORMAL_975 * Math.sqrt(p * (1 - p) / n + z2 / (4 * n));
        return new double[] {(p + z2 / 2 - half) / (1 + z2), (p + z2 / 2 + half) / (1 + z2)};
    }

    /** Mean pinball loss (Koenker and Bassett 1978) relative to the outcome. */
    double pinball(double quantile, ToDoubleFunction<AdviceRow> forecast) {
        return mean(row -> {
            double left = 1 - forecast.applyAsDouble(row) / row.outcome();
            return left >= 0 ? quantile * left : (quantile - 1) * left;
        });
    }

    Map<Integer, List<AdviceRow>> byTopology() {
        return rows.stream().collect(Collectors.groupingBy(AdviceRow::topology, TreeMap::new, Collectors.toList()));
    }

    /** For each topology how much longer its first option took than its best one, infinite where it failed. */
    List<Double> regrets() {
        return byTopology().values().stream()
                .filter(one -> one.stream().anyMatch(AdviceRow::done))
                .map(one -> {
                    AdviceRow first = one.stream()
                            .min(Comparator.comparingInt(AdviceRow::rank))
                            .orElseThrow();
                    double best = one.stream()
                            .filter(AdviceRow::done)
                            .mapToDouble(AdviceRow::best)
                            .min()
                            .orElseThrow();
                    return first.done() ? first.best() / best - 1 : Double.POSITIVE_INFINITY;
                })
                .toList();
    }

    /** A line of the Markdown table. */
    String markdown(String of) {
        double[] interval = coverageInterval();
        List<Double> regrets = regrets();
        double[] ended = regrets.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .toArray();
        return "| "
                + String.join(
                        " | ",
                        of,
                        "" + byTopology().size(),
                        "" + rows.size(),
                        percent(medianError(row -> Math.abs(row.p50() / row.outcome() - 1))),
                        number(medianError(AdviceScore::absoluteLog)),
                        number(meanAbsoluteLog()),
                        percent(bias()),
                        percent(coverage()),
                        percent(interval[0]) + " to " + percent(interval[1]),
                        number(width()),
                        number(pinball(.5, AdviceRow::p50)),
                        number(pinball(.9, AdviceRow::p90)),
                        percent(Arrays.stream(ended).average().orElse(Double.NaN)),
                        percent(regrets.stream()
                                .mapToDouble(Double::doubleValue)
                                .max()
                                .orElse(Double.NaN)),
                        regrets.stream().filter(one -> one > LARGE_REGRET).count() + " of " + regrets.size(),
                        ""
                                + rows.stream()
                                        .filter(row -> Double.isNaN(row.p50()))
                                        .count(),
                        "" + rows.stream().filter(row -> !row.done()).count())
                + " |";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : Double.isNaN(value) ? "-" : "miss";
    }

    private static String percent(double value) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%.0f", 100 * value)
                : Double.isNaN(value) ? "-" : "miss";
    }

    /** The first option of each topology: what is advised. */
    AdviceScore firsts() {
        return new AdviceScore(byTopology().values().stream()
                .map(one -> one.stream()
                        .min(Comparator.comparingInt(AdviceRow::rank))
                        .orElseThrow())
                .toList());
    }

    /** P90 over P50 in the median. */
    double width() {
        return median(known().stream()
                .mapToDouble(row -> row.p90() / row.p50())
                .filter(Double::isFinite)
                .toArray());
    }

    /** A line for all rows, one for rank 1, one for each kind of topology, and one for each class of evidence. */
    static String table(List<AdviceRow> all) {
        StringBuilder table = new StringBuilder(HEADER + "\n" + new AdviceScore(all).markdown("all") + "\n"
                + new AdviceScore(all).firsts().markdown("rank 1 alone") + "\n");
        for (Function<AdviceRow, String> group :
                List.<Function<AdviceRow, String>>of(row -> row.kind().toString(), row -> "by " + row.evidence())) {
            all.stream()
                    .filter(AdviceRow::movable)
                    .collect(Collectors.groupingBy(group, TreeMap::new, Collectors.toList()))
                    .forEach((name, rows) ->
                            table.append(new AdviceScore(rows).markdown(name)).append('\n'));
        }
        return table.toString();
    }

    /** What {@code advise} cost, and where it offered nothing to carry out. */
    static String costs(List<AdviceRow> all) {
        List<AdviceRow> each = List.copyOf(all.stream()
                .collect(Collectors.toMap(AdviceRow::topology, Function.identity(), (first, _) -> first, TreeMap::new))
                .values());
        Map<Integer, AdviceRow> firsts = all.stream()
                .collect(Collectors.toMap(
                        AdviceRow::topology,
                        Function.identity(),
                        (one, other) -> one.rank() <= other.rank() ? one : other));
        return String.format(
                Locale.ROOT,
                "advise took %.1f s in the median, %.1f s at most; it moved more than 4 MiB or 1 %% of the data in %d"
                    + " of %d (median %.1f %% of the data); rank 1 cannot be carried out in %d, no option was found in"
                    + " %d%n",
                median(each.stream().mapToDouble(AdviceRow::adviseSeconds).toArray()),
                each.stream().mapToDouble(AdviceRow::adviseSeconds).max().orElse(Double.NaN),
                each.stream()
                        .filter(row -> row.adviseBytes() > Math.max(4 << 20, row.bytes() / 100))
                        .count(),
                each.size(),
                100
                        * median(each.stream()
                                .mapToDouble(row -> row.adviseBytes() / (double) row.bytes())
                                .toArray()),
                firsts.values().stream()
                        .filter(row -> !row.movable() && !row.option().equals(AdviceRow.NO_OPTION))
                        .count(),
                firsts.values().stream()
                        .filter(row -> row.option().equals(AdviceRow.NO_OPTION))
                        .count());
    }
}
