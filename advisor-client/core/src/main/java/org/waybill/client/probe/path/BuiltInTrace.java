package org.waybill.client.probe.path;

import java.io.IOException;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.Hop;

/**
 * A route found without any tool. All hops are asked at once, in rounds; a round ends when the target has answered and
 * so has every hop before it, or when its time is over.
 */
final class BuiltInTrace {
    private static final int MOST_HOPS = 30;
    private static final int ROUNDS = 3;
    private static final Duration ROUND = Duration.ofMillis(1500);
    private static final long GAP_NS = 2_000_000;
    private static final double NS_PER_MILLI = 1e6;

    private final TtlProber prober;
    private final TreeMap<Integer, Hop> hops = new TreeMap<>();
    private int targetAt = Integer.MAX_VALUE;

    BuiltInTrace(TtlProber prober) {
        this.prober = prober;
    }

    Trace run(Duration budget) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + budget.toNanos();
        for (int round = 0; round < ROUNDS; round++) {
            long roundEndNs = System.nanoTime() + ROUND.toNanos();
            ask(roundEndNs - endNs < 0 ? roundEndNs : endNs);
            if (isComplete() || System.nanoTime() - endNs >= 0) {
                break;
            }
        }
        hops.tailMap(targetAt, false).clear();
        return new Trace(Trace.fromFirst(hops), targetAt != Integer.MAX_VALUE, null);
    }

    private void ask(long deadlineNs) throws IOException, InterruptedException {
        for (int ttl = 1; ttl <= MOST_HOPS && ttl <= targetAt; ttl++) {
            if (!hops.containsKey(ttl)) {
                prober.send(ttl);
                // a gap, or routers take the burst for an attack; answers that are here already are read in it
                hear(prober.receive(System.nanoTime() + GAP_NS));
            }
        }
        while (!isComplete() && System.nanoTime() - deadlineNs < 0) {
            hear(prober.receive(deadlineNs));
        }
    }

    private void hear(TtlProber.@Nullable Answer answer) {
        if (answer == null) {
            return;
        }
        if (answer.reached()) {
            targetAt = Math.min(targetAt, answer.timeToLive());
        }
        hops.merge(
                answer.timeToLive(),
                new Hop(answer.from().getHostAddress(), null, answer.rttNs() / NS_PER_MILLI, null),
                Trace::quicker);
    }

    private boolean isComplete() {
        return targetAt != Integer.MAX_VALUE && hops.headMap(targetAt).size() == targetAt - 1;
    }
}
