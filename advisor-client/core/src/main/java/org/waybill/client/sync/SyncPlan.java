package org.waybill.client.sync;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.Entry;

/**
 * What there is to do to make a destination equal to its source.
 *
 * @param copies paths of the source that are copied, each with all that is in it
 * @param inTheWay entries of the destination that are of another kind than the source's: those must go first
 * @param deletions what only the destination has, with all that is in its directories
 */
public record SyncPlan(
        List<String> copies, List<Difference> inTheWay, List<Difference> deletions, Amount fresh, Amount changed) {
    /** Files, and the bytes of those whose size is known. */
    public record Amount(long files, long bytes) {
        public Amount plus(Amount other) {
            return new Amount(files + other.files, bytes + other.bytes);
        }
    }

    public SyncPlan {
        copies = List.copyOf(copies);
        inTheWay = List.copyOf(inTheWay);
        deletions = List.copyOf(deletions);
    }

    /**
     * What follows of a comparison.
     *
     * @param found in the order of the paths
     * @param chosen whether only some of the source's paths are meant, so that no directory is copied with all in it
     */
    public static SyncPlan of(ComparisonResult found, boolean chosen) {
        Set<String> covered = new HashSet<>();
        List<String> copies = new ArrayList<>();
        List<Difference> inTheWay = new ArrayList<>();
        List<Difference> deletions = new ArrayList<>();
        Amount fresh = new Amount(0, 0);
        Amount changed = new Amount(0, 0);
        for (Difference one : found.differences()) {
            switch (one.verdict()) {
                case ONLY_DESTINATION -> deletions.add(one);
                case OTHER_KIND -> {
                    inTheWay.add(one);
                    covered.add(one.path());
                    fresh = fresh.plus(amount(one));
                }
                case ONLY_SOURCE, DIFFERENT -> {
                    boolean whole = chosen && one.isDirectory();
                    if (!covered.contains(parent(one.path())) && !whole) {
                        copies.add(one.path());
                    }
                    if (one.verdict() == Verdict.ONLY_SOURCE) {
                        if (!whole || covered.contains(parent(one.path()))) {
                            covered.add(one.path());
                        }
                        fresh = fresh.plus(amount(one));
                    } else {
                        changed = changed.plus(amount(one));
                    }
                }
                default -> {}
            }
        }
        return new SyncPlan(copies, inTheWay, deletions, fresh, changed);
    }

    private static Amount amount(Difference one) {
        Entry source = one.source();
        return source == null || !source.isFile() ? new Amount(0, 0) : new Amount(1, Math.max(0, source.sizeBytes()));
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /** What goes when all is deleted that the source does not have. */
    public List<Difference> unwanted() {
        List<Difference> all = new ArrayList<>(deletions);
        all.addAll(inTheWay);
        return all;
    }

    public boolean isEmpty() {
        return copies.isEmpty() && inTheWay.isEmpty();
    }
}
