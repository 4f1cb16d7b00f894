package org.waybill.service.console;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.waybill.api.TransferOutcome;
import org.waybill.service.console.Chart.Bar;
import org.waybill.service.console.Chart.Line;
import org.waybill.service.console.Chart.Point;
import org.waybill.service.console.Scale.Tick;

/**
 * The charts of past transfers: pure functions of the transfers, the period and the way numbers are shown.
 *
 * @param done those that started between the two instants, in any order
 */
record HistoryCharts(List<TransferOutcome> done, Instant since, Instant until, Formats show) {
    /** Errors beyond are drawn at the edge. */
    private static final double WORST_PERCENT = 200;

    HistoryCharts {
        done = done.stream()
                .filter(HistoryCharts::hasRate)
                .sorted(Comparator.comparing(TransferOutcome::startedAt))
                .toList();
    }

    /** Whether it says how fast its path is. */
    static boolean hasRate(TransferOutcome one) {
        return one.status().equals("OK") && one.seconds() > 0 && one.bytes() > one.resumedBytes();
    }

    List<Chart> all() {
        return List.of(rate(), outcome(), error(), harm());
    }

    static double goodputBitsPerSecond(TransferOutcome one) {
        return 8.0 * (one.bytes() - one.resumedBytes()) / one.seconds();
    }

    /** |forecast - outcome| in percent of the outcome. */
    static double errorPercent(TransferOutcome one) {
        Double p50 = one.forecastSecondsP50();
        return p50 == null ? Double.NaN : 100 * Math.abs(p50 - one.seconds()) / one.seconds();
    }

    private List<TransferOutcome> forecast() {
        return done.stream()
                .filter(one -> one.showsThePath()
                        && one.resumedBytes() == 0
                        && one.forecastSecondsP50() != null
                        && one.forecastSecondsP50() > 0)
                .toList();
    }

    private double xOf(Instant time) {
        double share = (double) Duration.between(since, time).toSeconds()
                / Math.max(1, Duration.between(since, until).toSeconds());
        return Chart.round(Chart.LEFT + Math.clamp(share, 0, 1) * (Chart.RIGHT - Chart.LEFT));
    }

    private List<Tick> timeTicks() {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            Instant at =
                    since.plus(Duration.between(since, until).multipliedBy(i).dividedBy(4));
            String label = show.time(at);
            ticks.add(new Tick(
                    xOf(at),
                    Duration.between(since, until).toDays() < 3 ? label.substring(11) : label.substring(0, 10)));
        }
        return ticks;
    }

    Chart rate() {
        Scale scale = scale(done, HistoryCharts::goodputBitsPerSecond, Chart.BOTTOM, Chart.TOP);
        List<Point> points = done.stream()
                .map(one -> new Point(
                        xOf(one.startedAt()),
                        scale.at(goodputBitsPerSecond(one)),
                        one.via().isEmpty() ? "direct" : "relayed",
                        pair(one) + ": " + show.rate(goodputBitsPerSecond(one))))
                .toList();
        Map<LocalDate, Double> medians = dailyMedians(done, HistoryCharts::goodputBitsPerSecond);
        List<List<String>> rows = medians.entrySet().stream()
                .map(day -> List.of(day.getKey().toString(), show.rate(day.getValue())))
                .toList();
        return new Chart(
                "rate",
                "Rate over time",
                done.isEmpty()
                        ? ""
                        : "Each dot is a transfer; the line joins the "
                                + "medians of the days. The median of all is "
                                + show.rate(median(done.stream()
                                        .mapToDouble(HistoryCharts::goodputBitsPerSecond)
                                        .toArray()))
                                + ".",
                "",
                "Goodput",
                timeTicks(),
                scale.ticks(show::rate),
                points,
                dayLine(medians, scale),
                List.of(),
                List.of("Day", "Median goodput"),
                rows);
    }

    private static Scale scale(
            List<TransferOutcome> of, ToDoubleFunction<TransferOutcome> value, double start, double end) {
        double least = of.stream().mapToDouble(value).filter(v -> v > 0).min().orElse(1);
        double most = of.stream().mapToDouble(value).max().orElse(10);
        return Scale.logarithmic(least, most, start, end);
    }

    private List<Line> dayLine(Map<LocalDate, Double> medians, Scale scale) {
        String places = medians.entrySet().stream()
                .map(day -> xOf(day.getKey().atTime(12, 0).toInstant(ZoneOffset.UTC)) + "," + scale.at(day.getValue()))
                .collect(Collectors.joining(" "));
        return medians.size() < 2 ? List.of() : List.of(new Line(places, "median"));
    }

    Chart outcome() {
        List<TransferOutcome> scored = forecast();
        double least = scored.stream()
                .mapToDouble(one -> Math.min(one.seconds(), p50(one)))
                .min()
                .orElse(1);
        double most = scored.stream()
                .mapToDouble(one -> Math.max(one.seconds(), p50(one)))
                .max()
                .orElse(10);
        Scale across = Scale.logarithmic(least, most, Chart.LEFT, Chart.RIGHT);
        Scale up = Scale.logarithmic(least, most, Chart.BOTTOM, Chart.TOP);
        List<Point> points = scored.stream()
                .map(one -> new Point(
                        across.at(p50(one)),
                        up.at(one.seconds()),
                        within(one) ? "direct" : "late",
                        pair(one) + ": forecast " + show.seconds(p50(one)) + ", took " + show.seconds(one.seconds())))
                .toList();
        long within = scored.stream().filter(HistoryCharts::within).count();
        String diagonal = Chart.LEFT + "," + Chart.BOTTOM + " " + Chart.RIGHT + "," + Chart.TOP;
        return new Chart(
                "outcome",
                "Forecast compared with result",
                scored.isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "Dots on the line were forecast correctly; dots above it took longer. %d of %d (%.0f"
                                        + " %%) finished within P90.",
                                within,
                                scored.size(),
                                100.0 * within / scored.size()),
                "Forecast (P50)",
                "Result",
                across.ticks(show::seconds),
                up.ticks(show::seconds),
                points,
                List.of(new Line(diagonal, "right")),
                List.of(),
                List.of("Transfer", "Forecast P50", "Result"),
                scored.reversed().stream()
                        .limit(50)
                        .map(one -> List.of(pair(one), show.seconds(p50(one)), show.seconds(one.seconds())))
                        .toList());
    }

    private static double p50(TransferOutcome one) {
        Double p50 = one.forecastSecondsP50();
        return p50 == null ? Double.NaN : p50;
    }

    private static boolean within(TransferOutcome one) {
        Double p90 = one.forecastSecondsP90();
        return p90 != null && one.seconds() <= p90;
    }

    Chart error() {
        List<TransferOutcome> scored = forecast();
        Map<LocalDate, Double> medians = dailyMedians(scored, HistoryCharts::errorPercent);
        double most = Math.min(
                WORST_PERCENT,
                scored.stream().mapToDouble(HistoryCharts::errorPercent).max().orElse(0));
        Scale scale = Scale.fromZero(most, Chart.BOTTOM, Chart.TOP);
        List<Point> points = scored.stream()
                .map(one -> new Point(
                        xOf(one.startedAt()),
                        scale.at(errorPercent(one)),
                        "direct",
                        pair(one) + ": " + show.percent(errorPercent(one))))
                .toList();
        return new Chart(
                "error",
                "Forecast error",
                scored.isEmpty()
                        ? ""
                        : "The difference between forecast and result in percent of the result; the line joins the"
                                + " medians of the days. The median of all is "
                                + show.percent(median(scored.stream()
                                        .mapToDouble(HistoryCharts::errorPercent)
                                        .toArray()))
                                + ".",
                "",
                "Error",
                timeTicks(),
                scale.ticks(percent -> Math.round(percent) + " %"),
                points,
                dayLine(medians, scale),
                List.of(),
                List.of("Day", "Median error"),
                medians.entrySet().stream()
                        .map(day -> List.of(day.getKey().toString(), show.percent(day.getValue())))
                        .toList());
    }

    Chart harm() {
        Map<String, RelayHarmStatistics> harms = RelayHarmStatistics.byWay(done);
        Scale scale = Scale.fromZero(100, Chart.BOTTOM, Chart.TOP);
        double room = (Chart.RIGHT - Chart.LEFT) / Math.max(1, harms.size());
        double width = Math.min(60, room * 0.6);
        List<Bar> bars = new ArrayList<>();
        List<Tick> names = new ArrayList<>();
        harms.forEach((via, harm) -> {
            double middle = Chart.LEFT + room * (names.size() + 0.5);
            double top = Math.min(scale.at(harm.percent()), Chart.BOTTOM - 1);
            bars.add(new Bar(
                    middle - width / 2,
                    top,
                    width,
                    Chart.BOTTOM - top,
                    harm.percent() > 50 ? "late" : "direct",
                    via + ": " + harm.slower() + " of " + harm.all()));
            names.add(new Tick(middle, via.length() > 18 ? via.substring(0, 17) + "…" : via));
        });
        return new Chart(
                "harm",
                "Transfers slowed by relays",
                harms.isEmpty()
                        ? ""
                        : "How often a transfer through relays was "
                                + "slower than the median of the direct ones of the same pair.",
                "",
                "Slower than direct",
                names,
                scale.ticks(percent -> Math.round(percent) + " %"),
                List.of(),
                List.of(),
                bars,
                List.of("Relays", "Slower", "Of", "Share"),
                harms.entrySet().stream()
                        .map(entry -> List.of(
                                entry.getKey(), String.valueOf(entry.getValue().slower()),
                                String.valueOf(entry.getValue().all()),
                                        show.percent(entry.getValue().percent())))
                        .toList());
    }

    static String pair(TransferOutcome one) {
        return one.sourceHost() + " → " + one.destinationHost();
    }

    private static Map<LocalDate, Double> dailyMedians(
            List<TransferOutcome> of, ToDoubleFunction<TransferOutcome> value) {
        Map<LocalDate, List<TransferOutcome>> days = of.stream()
                .collect(Collectors.groupingBy(
                        one -> LocalDate.ofInstant(one.startedAt().truncatedTo(ChronoUnit.SECONDS), ZoneOffset.UTC),
                        TreeMap::new,
                        Collectors.toList()));
        Map<LocalDate, Double> medians = new LinkedHashMap<>();
        days.forEach((day, some) ->
                medians.put(day, median(some.stream().mapToDouble(value).toArray())));
        return medians;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }
}
