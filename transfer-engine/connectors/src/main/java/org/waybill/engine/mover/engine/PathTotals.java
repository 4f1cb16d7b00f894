package org.waybill.engine.mover.engine;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.waybill.engine.TransferReport.PathShare;

/** What each path carried. */
final class PathTotals {
    private final Map<List<String>, PathShare> totals = new LinkedHashMap<>();

    void add(List<PathShare> shares) {
        shares.forEach(share -> totals.merge(
                share.via(),
                share,
                (one, other) -> new PathShare(
                        one.via(), one.bytes() + other.bytes(), one.cachedBytes() + other.cachedBytes())));
    }

    /** The best path first. */
    List<PathShare> shares() {
        return totals.values().stream()
                .sorted(Comparator.comparingLong(PathShare::bytes).reversed())
                .toList();
    }

    /** The relays of the path that carried most. */
    List<String> via() {
        return shares().stream().findFirst().map(PathShare::via).orElse(List.of());
    }
}
