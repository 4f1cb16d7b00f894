package org.waybill.planner.admission;

import java.util.HashMap;
import java.util.Map;

/**
 * Places that several known clients share, well-meaning or not: none takes more than it leaves (dynamic thresholds,
 * Choudhury and Hahne 1998, equation 1 with alpha = 1). One alone has half of them at most, each of two a third, and so
 * on, so that there is room for the next client as long as there are fewer of them than places. For any threads.
 *
 * @param <K> what one who takes places is known by
 */
public final class FairShares<K> {
    private final int places;
    private final Map<K, Integer> held = new HashMap<>();
    private int taken;

    public FairShares(int places) {
        this.places = places;
    }

    /** Takes this number, if that leaves at least what {@code who} has then; all of them where there is but one. */
    public synchronized boolean take(K who, int count) {
        int mine = heldBy(who) + count;
        if (mine > places - taken) {
            return false;
        }
        taken += count;
        held.put(who, mine);
        return true;
    }

    /** Gives back what was taken. */
    public synchronized void give(K who, int count) {
        taken -= count;
        held.computeIfPresent(who, (_, mine) -> mine == count ? null : mine - count);
    }

    public synchronized int heldBy(K who) {
        return held.getOrDefault(who, 0);
    }

    /** By all together. */
    public synchronized int taken() {
        return taken;
    }
}
