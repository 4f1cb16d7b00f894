package org.waybill.client.probe.path;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.waybill.client.probe.Hop;

/** Lists of hops. */
final class Hops {
    private Hops() {}

    /** Hops 1 to the last; numbers that are missing are silent. */
    static List<Hop> fromFirst(SortedMap<Integer, Hop> numbered) {
        List<Hop> hops = new ArrayList<>();
        int last = numbered.isEmpty() ? 0 : numbered.lastKey();
        for (int number = 1; number <= last; number++) {
            hops.add(numbered.getOrDefault(number, Trace.SILENT));
        }
        return hops;
    }
}
