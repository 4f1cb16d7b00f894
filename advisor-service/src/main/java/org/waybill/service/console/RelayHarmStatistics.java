package org.waybill.service.console;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.waybill.api.TransferOutcome;
import org.waybill.planner.routing.SplitChoice;

/**
 * How often transfers over relays did harm: were slower than the median of the same pair's direct ones by more than
 * what cannot be told from noise.
 *
 * @param all those of pairs whose direct rate is known
 */
record RelayHarmStatistics(int slower, int all) {
    /** A pair's direct rate is known from this many direct transfers on. */
    private static final int ENOUGH_DIRECT = 3;

    /** Of one or more, 0 to 100. */
    public double percent() {
        return 100.0 * slower / all;
    }

    RelayHarmStatistics plus(RelayHarmStatistics other) {
        return new RelayHarmStatistics(slower + other.slower, all + other.all);
    }

    /** By path, which is the relays in order; only those that were held against a direct rate. */
    static Map<String, RelayHarmStatistics> byWay(List<TransferOutcome> transfers) {
        List<TransferOutcome> done =
                transfers.stream().filter(HistoryCharts::hasRate).toList();
        Map<String, List<TransferOutcome>> direct =
                done.stream().filter(one -> one.via().isEmpty()).collect(Collectors.groupingBy(HistoryCharts::pair));
        Map<String, RelayHarmStatistics> harms = new TreeMap<>();
        for (TransferOutcome one : done) {
            List<TransferOutcome> usual = direct.getOrDefault(HistoryCharts.pair(one), List.of());
            if (!one.via().isEmpty() && usual.size() >= ENOUGH_DIRECT) {
                double bar = HistoryCharts.median(usual.stream()
                        .mapToDouble(HistoryCharts::goodputBitsPerSecond)
                        .toArray());
                double least = bar * (1 - SplitChoice.HARM_PERCENT / 100);
                int slower = HistoryCharts.goodputBitsPerSecond(one) < least ? 1 : 0;
                harms.merge(one.via(), new RelayHarmStatistics(slower, 1), RelayHarmStatistics::plus);
            }
        }
        return harms;
    }

    /** By relay: each of a path's counts. */
    static Map<String, RelayHarmStatistics> byRelay(List<TransferOutcome> transfers) {
        Map<String, RelayHarmStatistics> harms = new TreeMap<>();
        byWay(transfers)
                .forEach((way, harm) ->
                        List.of(way.split(",")).forEach(relay -> harms.merge(relay, harm, RelayHarmStatistics::plus)));
        return harms;
    }
}
