package org.waybill.service.admission;

import java.util.HashMap;
import java.util.Map;
import org.waybill.platform.SocketAddresses;

/**
 * Requests under way that show no credentials: a number at once in total, and of one caller. Each holds buffers and a
 * thread, and a stranger may send its body slowly; without a bound, 3,000 of them filled a heap of 512 MiB.
 */
final class AnonymousRequests {
    private final int most;
    private final int mostOfACaller;
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int all;

    AnonymousRequests(int most, int mostOfACaller) {
        this.most = most;
        this.mostOfACaller = mostOfACaller;
    }

    /** Whether one more is let in; each that is must {@link #leave}. */
    synchronized boolean enter(String address) {
        String caller = SocketAddresses.caller(address);
        int own = byCaller.getOrDefault(caller, 0);
        if (all >= most || own >= mostOfACaller) {
            return false;
        }
        all++;
        byCaller.put(caller, own + 1);
        return true;
    }

    synchronized void leave(String address) {
        all--;
        byCaller.computeIfPresent(SocketAddresses.caller(address), (_, own) -> own == 1 ? null : own - 1);
    }
}
