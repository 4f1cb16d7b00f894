package org.waybill.planner.admission;

import java.util.HashMap;
import java.util.Map;

/**
 * Places that several share who are known and mean well, or not: nobody takes more than he leaves (dynamic thresholds,
 * Choudhury and Hahne 1998, equation 1 with alpha = 1). One alone has half of them at most, each of two a third, and so
 * on, so that there is room for whoever comes next as long as there are fewer of them than places. For any threads.
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

    /** Takes so many, if that leaves as many as {@code who} has then; all of them where there is but one. */
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
