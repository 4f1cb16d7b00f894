package org.waybill.service.overlay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.springframework.data.domain.Limit;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.Route;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.planner.routing.SplitChoice;
import org.waybill.service.TimedCache;

/**
 * What transfers over relays taught: how much they gained over direct ones of the same pair, and how much had been
 * forecast. The memory of harm, and what threshold and overhead are learned from (Rizk 2006, section 5.3.7).
 */
final class RelayOutcomes {
    /** Older transfers are forgotten, the harm that they did with them. */
    static final Duration MEMORY = Duration.ofDays(30);

    private static final Duration STALE = Duration.ofMinutes(10);
    private static final int MOST_OF_PAIR = 200;
    private static final int MOST_OF_ALL = 2_000;
    /** Each asks for the forecasts of some links at its time. */
    private static final int MOST_LEARNED_FROM = 50;
    /** The direct transfers next in time say what the direct path carried then. */
    private static final int COMPARED = 5;

    private final Transfers transfers;
    private final LinkForecasts links;
    private final Clock clock;
    private final TimedCache<String, SplitChoice.Policy> learned = new TimedCache<>(STALE, 1, System::nanoTime);

    RelayOutcomes(Transfers transfers, LinkForecasts links, Clock clock) {
        this.transfers = transfers;
        this.links = links;
        this.clock = clock;
    }

    /** Of one pair, oldest first. What had been forecast is not looked up. */
    List<SplitChoice.Outcome> between(String source, String destination) {
        List<TransferRow.Facts> rows = rows(source, destination, MOST_OF_PAIR);
        return rows.reversed().stream()
                .filter(RelayOutcomes::isRelayed)
                .flatMap(row -> actual(row, rows).stream()
                        .mapToObj(percent -> new SplitChoice.Outcome(via(row), percent, percent)))
                .toList();
    }

    /** From which improvement on relays are used, and what they are seen to cost. */
    SplitChoice.Policy policy() {
        return learned.get("", _ -> SplitChoice.learn(ofAllPairs()));
    }

    private List<SplitChoice.Outcome> ofAllPairs() {
        List<TransferRow.Facts> rows = rows("", "", MOST_OF_ALL);
        Map<List<String>, List<TransferRow.Facts>> byPair =
                rows.stream().collect(Collectors.groupingBy(RelayOutcomes::pair));
        return rows.stream()
                .filter(RelayOutcomes::isRelayed)
                .limit(MOST_LEARNED_FROM)
                .flatMap(row -> outcome(row, byPair.getOrDefault(pair(row), List.of())).stream())
                .toList()
                .reversed();
    }

    private Optional<SplitChoice.Outcome> outcome(TransferRow.Facts row, List<TransferRow.Facts> ofPair) {
        OptionalDouble actual = actual(row, ofPair);
        OptionalDouble predicted = actual.isPresent() ? predicted(row) : OptionalDouble.empty();
        return predicted.isPresent()
                ? Optional.of(new SplitChoice.Outcome(via(row), predicted.getAsDouble(), actual.getAsDouble()))
                : Optional.empty();
    }

    private List<TransferRow.Facts> rows(String source, String destination, int most) {
        Instant since = clock.instant().minus(MEMORY);
        return transfers.since(source, destination, since, Limit.of(most)).stream()
                .map(TransferRow::facts)
                .filter(LinkForecasts::says)
                .toList();
    }

    private static List<String> pair(TransferRow.Facts row) {
        return List.of(row.route().sourceHost(), row.route().destinationHost());
    }

    private static boolean isRelayed(TransferRow.Facts row) {
        String via = row.route().via();
        return !via.isEmpty() && !via.startsWith(TransferOutcome.CIRCUIT);
    }

    private static List<String> via(TransferRow.Facts row) {
        return List.of(row.route().via().split(","));
    }

    /** Against the median of the direct transfers of the pair that are next in time; empty if there are none. */
    private static OptionalDouble actual(TransferRow.Facts relayed, List<TransferRow.Facts> ofPair) {
        double[] direct = ofPair.stream()
                .filter(row -> row.route().via().isEmpty())
                .sorted(Comparator.comparing(row ->
                        Duration.between(row.startedAt(), relayed.startedAt()).abs()))
                .limit(COMPARED)
                .mapToDouble(LinkForecasts::goodput)
                .sorted()
                .toArray();
        return direct.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(100 * (LinkForecasts.goodput(relayed) / median(direct) - 1));
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }

    /** What the links had promised before it began. */
    private OptionalDouble predicted(TransferRow.Facts row) {
        Route route = row.route();
        Optional<LinkForecasts.Width> direct =
                links.before(row.startedAt(), route.sourceHost(), route.destinationHost());
        double least = Double.POSITIVE_INFINITY;
        String from = route.sourceHost();
        for (String relay : via(row)) {
            String at = host(relay);
            least = Math.min(least, width(row.startedAt(), from, at));
            from = at;
        }
        least = Math.min(least, width(row.startedAt(), from, route.destinationHost()));
        return direct.isEmpty() || Double.isNaN(least)
                ? OptionalDouble.empty()
                : OptionalDouble.of(100 * (least / direct.get().bitsPerSecond() - 1));
    }

    /** Of {@code host:port}, as a transfer's report has it. */
    private static String host(String relay) {
        int colon = relay.lastIndexOf(':');
        return (colon < 0 ? relay : relay.substring(0, colon)).replaceAll("^\\[|]$", "");
    }

    private double width(Instant then, String from, String to) {
        return links.before(then, from, to)
                .map(LinkForecasts.Width::bitsPerSecond)
                .orElse(Double.NaN);
    }
}
