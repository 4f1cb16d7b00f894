package org.waybill.client.sync;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.KeptExtras;
import org.waybill.engine.mover.store.Store;

/**
 * The names of files with hard links in one command, each of whose sources is a transfer of its own: those that its
 * transfers have made, and the files that its comparisons have counted or found at the destination.
 */
public final class HardLinkNames {
    private final CopiedNames made = new CopiedNames();
    private final Set<String> counted;

    public HardLinkNames() {
        this(Set.of());
    }

    private HardLinkNames(Set<String> counted) {
        this.counted = new HashSet<>(counted);
    }

    public CopiedNames made() {
        return made;
    }

    /** The same count, to count something twice. */
    public HardLinkNames again() {
        return new HardLinkNames(counted);
    }

    /** The comparison with further names of files marked, where a copy makes them hard links. */
    public ComparisonResult marked(TreePair trees, CopyRules rules, ComparisonResult found) throws TransferException {
        if (!new KeptExtras(trees.source(), trees.destination()).hardLinks(rules.extras())) {
            return found;
        }
        counted.addAll(found.equalShared());
        List<Difference> all = new ArrayList<>(found.differences().size());
        for (Difference one : found.differences()) {
            boolean copied = one.verdict() == Verdict.ONLY_SOURCE || one.verdict() == Verdict.DIFFERENT;
            all.add(copied ? marked(one, trees.source()) : one);
        }
        // what something is in the way of is copied last, if at all
        for (int i = 0; i < all.size(); i++) {
            Difference one = all.get(i);
            all.set(i, one.verdict() == Verdict.OTHER_KIND ? marked(one, trees.source()) : one);
        }
        return found.with(all);
    }

    private Difference marked(Difference one, Store source) throws TransferException {
        Entry entry = one.source();
        Optional<String> file = entry != null && entry.isFile() ? source.sharedFile(entry.path()) : Optional.empty();
        return file.isPresent() && !counted.add(file.get()) ? one.asLink() : one;
    }
}
