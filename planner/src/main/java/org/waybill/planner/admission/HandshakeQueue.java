package org.waybill.planner.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who may begin a key exchange: they cost time that transfers need. Where more are requested than allowed, the newest
 * goes first, of an address that had fewest lately; a client that waits long has given up or is an attacker. Its owner
 * has the lock.
 */
final class HandshakeQueue {
    private static final double SECOND_NS = 1e9;

    /** A client that waits. */
    interface Waiting {
        Prefix address();

        boolean isKnown();

        long sinceNs();

        /** What to run: the turn has come. */
        Runnable take();
    }

    private final int perSecond;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<Prefix, Integer> lately = new HashMap<>();
    private double tokens;
    private long refilledNs;
    private long forgottenNs;

    HandshakeQueue(int perSecond, long nowNs) {
        this.perSecond = perSecond;
        this.tokens = perSecond;
        this.refilledNs = nowNs;
        this.forgottenNs = nowNs;
    }

    void add(Waiting one) {
        waiting.add(one);
    }

    void remove(Waiting one) {
        waiting.remove(one);
    }

    /** The exchange of this address has shown that it was welcome: it does not count. */
    void giveBack(Prefix address) {
        tokens++;
        lately.computeIfPresent(address, (_, count) -> count - 1);
    }

    /** What may begin now. */
    List<Runnable> take(long nowNs) {
        tokens = Math.min(perSecond, tokens + Math.max(0, nowNs - refilledNs) / SECOND_NS * perSecond);
        refilledNs = nowNs;
        if (nowNs - forgottenNs > SECOND_NS) {
            forgottenNs = nowNs;
            lately.replaceAll((_, count) -> count / 2);
            lately.values().removeIf(count -> count <= 0);
        }
        List<Runnable> begun = new ArrayList<>();
        while (tokens >= 1 && !waiting.isEmpty()) {
            Waiting next = waiting.stream()
                    .min(Comparator.comparing((Waiting one) -> !one.isKnown())
                            .thenComparing(one -> lately.getOrDefault(one.address(), 0))
                            .thenComparing(one -> nowNs - one.sinceNs()))
                    .orElseThrow();
            waiting.remove(next);
            tokens--;
            lately.merge(next.address(), 1, Integer::sum);
            begun.add(next.take());
        }
        return begun;
    }
}
