package org.waybill.client.probe.path;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;

/** Reverse names of hops, all asked for at once; those that come too late stay unknown. */
final class ReverseNames {
    private ReverseNames() {}

    static List<Hop> named(List<Hop> hops, Duration limit) throws InterruptedException {
        List<String> wanted = hops.stream()
                .filter(hop -> hop.address() != null && hop.name() == null)
                .map(Hop::address)
                .distinct()
                .toList();
        Map<String, String> names = new ConcurrentHashMap<>();
        CountDownLatch pending = new CountDownLatch(wanted.size());
        for (String address : wanted) {
            Thread.ofVirtual().start(() -> {
                String name = nameOf(address);
                if (name != null) {
                    names.put(address, name);
                }
                pending.countDown();
            });
        }
        boolean _ = pending.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        List<Hop> named = new ArrayList<>();
        for (Hop hop : hops) {
            String name = hop.address() == null ? null : names.get(hop.address());
            named.add(name == null ? hop : new Hop(hop.address(), name, hop.rttMillis(), hop.place()));
        }
        return named;
    }

    private static @Nullable String nameOf(String address) {
        try {
            // from the raw address, so that only the reverse look-up is made
            String name = InetAddress.getByAddress(
                            InetAddress.ofLiteral(address).getAddress())
                    .getCanonicalHostName();
            return Trace.literal(name) == null ? name : null;
        } catch (UnknownHostException | IllegalArgumentException _) {
            return null;
        }
    }
}
