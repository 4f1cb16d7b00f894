package org.waybill.client.sync;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.Entry;

/**
 * What there is to do to make a destination equal to its source.
 *
 * @param copies paths of the source that are copied, each with all that is in it
 * @param inTheWay entries of the destination that are of another kind than the source's: those must go first
 * @param replacements paths of the source that are copied when what is in their way is gone, each with all that is in it
 * @param deletions what only the destination has, with all that is in its directories
 * @param behind paths that cannot be copied, since something else stays in the way of them or of what is above them
 * @param fresh what is new, without those
 */
public record SyncPlan(
        List<String> copies,
        List<Difference> inTheWay,
        List<String> replacements,
        List<Difference> deletions,
        Set<String> behind,
        Amount fresh,
        Amount changed) {
    /**
     * How much there is to copy.
     *
     * @param files all names
     * @param bytes to send, of files whose size is known
     * @param linked names that become hard links to other files, of which nothing is sent
     * @param unsized files that are sent whose size is unknown
     */
    public record Amount(long files, long bytes, long linked, long unsized) {
        public static final Amount NOTHING = new Amount(0, 0, 0, 0);

        public Amount plus(Amount other) {
            return new Amount(files + other.files, bytes + other.bytes, linked + other.linked, unsized + other.unsized);
        }

        public Amount minus(Amount other) {
            return new Amount(files - other.files, bytes - other.bytes, linked - other.linked, unsized - other.unsized);
        }

        /** What is sent, as the history counts it. */
        public long sentFiles() {
            return files - linked;
        }
    }

    public SyncPlan {
        copies = List.copyOf(copies);
        inTheWay = List.copyOf(inTheWay);
        replacements = List.copyOf(replacements);
        deletions = List.copyOf(deletions);
        behind = Set.copyOf(behind);
    }

    /**
     * What follows of a comparison.
     *
     * @param found in the order of the paths
     * @param whole whether all in a directory of this path is meant
     * @param blocked whether what is in the way of an entry stays there
     */
    public static SyncPlan of(ComparisonResult found, Predicate<String> whole, Predicate<Difference> blocked) {
        Set<String> covered = new HashSet<>();
        Set<String> behind = new HashSet<>();
        List<String> copies = new ArrayList<>();
        List<Difference> inTheWay = new ArrayList<>();
        List<String> replacements = new ArrayList<>();
        Set<String> replaced = new HashSet<>(); // directories that are not copied with all that is in them
        List<Difference> deletions = new ArrayList<>();
        Amount fresh = Amount.NOTHING;
        Amount changed = Amount.NOTHING;
        for (Difference one : found.differences()) {
            switch (one.verdict()) {
                case ONLY_DESTINATION -> deletions.add(one);
                case OTHER_KIND -> {
                    inTheWay.add(one);
                    if (one.isDirectory() && !whole.test(one.path())) {
                        replaced.add(one.path());
                    } else {
                        replacements.add(one.path());
                        covered.add(one.path());
                    }
                    if (blocked.test(one)) {
                        behind.add(one.path());
                    } else {
                        fresh = fresh.plus(amount(one));
                    }
                }
                case ONLY_SOURCE, DIFFERENT -> {
                    if (behind.contains(parent(one.path()))) {
                        behind.add(one.path());
                        continue;
                    }
                    boolean listed = !one.isDirectory() || whole.test(one.path());
                    boolean above = covered.contains(parent(one.path()));
                    boolean later = replaced.contains(parent(one.path()));
                    if (!above && listed) {
                        (later ? replacements : copies).add(one.path());
                    } else if (!above && later) {
                        replaced.add(one.path());
                    }
                    if (above || listed) {
                        covered.add(one.path());
                    }
                    if (one.verdict() == Verdict.ONLY_SOURCE) {
                        fresh = fresh.plus(amount(one));
                    } else {
                        changed = changed.plus(amount(one));
                    }
                }
                default -> {}
            }
        }
        return new SyncPlan(copies, inTheWay, replacements, deletions, behind, fresh, changed);
    }

    private static Amount amount(Difference one) {
        Entry source = one.source();
        if (source == null || !source.isFile()) {
            return Amount.NOTHING;
        }
        if (one.linked()) {
            return new Amount(1, 0, 1, 0);
        }
        long bytes = source.sizeBytes();
        return bytes < 0 ? new Amount(1, 0, 0, 1) : new Amount(1, bytes, 0, 0);
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /** What is copied of the new and the changed. */
    public Amount all() {
        return fresh.plus(changed);
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
