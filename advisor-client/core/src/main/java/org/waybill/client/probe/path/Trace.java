package org.waybill.client.probe.path;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;

/**
 * What one tool saw of a route.
 *
 * @param hops the first hop first; a silent one has no address; silent ones at the end are left out
 * @param reached whether the last hop is the target
 * @param pathMtuBytes the largest packet that reached the target; null where none of a known size did
 * @param mtuAtMostBytes what this host and the routers that answered allow; null when the tool does not find it
 */
record Trace(
        List<Hop> hops,
        boolean reached,
        @Nullable Integer pathMtuBytes,
        @Nullable Integer mtuAtMostBytes) {
    static final Hop SILENT = new Hop(null, null, null, null);

    Trace {
        int length = hops.size();
        while (length > 0 && hops.get(length - 1).address() == null) {
            length--;
        }
        hops = List.copyOf(hops.subList(0, length));
    }

    /** One whose tool found that packets of {@code toldBytes} go as far as it looked. */
    Trace(List<Hop> hops, boolean reached, @Nullable Integer toldBytes) {
        this(hops, reached, reached ? toldBytes : null, toldBytes);
    }

    /** Hops from the first on; those that are not numbered did not answer. */
    static List<Hop> fromFirst(SortedMap<Integer, Hop> numbered) {
        int last = numbered.isEmpty() ? 0 : numbered.lastKey();
        return IntStream.rangeClosed(1, last)
                .mapToObj(number -> numbered.getOrDefault(number, SILENT))
                .toList();
    }

    /** The quicker of two answers of one hop; any answer is better than none. */
    static Hop quicker(Hop a, Hop b) {
        return a.rttMillis() == null || b.rttMillis() != null && b.rttMillis() < a.rttMillis() ? b : a;
    }

    /** This route, with what another tool saw where this one saw nothing; both start at the same host. */
    Trace completedBy(Trace other) {
        if (!reached && other.reached) {
            return other.completedBy(this);
        }
        int length = reached ? hops.size() : Math.max(hops.size(), other.hops.size());
        List<Hop> merged = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Hop mine = i < hops.size() ? hops.get(i) : SILENT;
            merged.add(mine.address() == null && i < other.hops.size() ? other.hops.get(i) : mine);
        }
        return new Trace(
                merged,
                reached,
                pathMtuBytes == null ? other.pathMtuBytes : pathMtuBytes,
                mtuAtMostBytes == null ? other.mtuAtMostBytes : mtuAtMostBytes);
    }

    /** The literal address in {@code text}, without a zone; null if it is not one. Never asks a name server. */
    static @Nullable String literal(String text) {
        int zone = text.indexOf('%');
        String bare = zone < 0 ? text : text.substring(0, zone);
        try {
            return InetAddress.ofLiteral(bare).getHostAddress();
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
