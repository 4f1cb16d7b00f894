package org.waybill.engine.mover.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.Entry;

/** What several threads have found so far: what is equal is counted, the rest kept as far as there is memory. */
final class ComparisonTally {
    private final PeerLimits limits = PeerLimits.tree();
    private final List<Difference> differences = new ArrayList<>();
    private final List<NotTransferred> leftOut = new ArrayList<>();
    private final List<Difference> otherPermissions = new ArrayList<>();
    private final List<Difference> otherTimes = new ArrayList<>();
    private final List<String> equalShared = new ArrayList<>();
    private final Set<String> staying = new HashSet<>();
    private long equal;
    private long equalBytes;
    private long untimed;
    private long timed;
    private long atSource;
    private long atDestination;

    synchronized void add(Difference one) throws TransferException {
        if (one.verdict() != Verdict.EQUAL) {
            limits.take(2L * one.path().length());
            differences.add(one);
            return;
        }
        equal++;
        Entry source = one.source();
        equalBytes += source == null ? 0 : Math.max(0, source.sizeBytes());
        untimed += one.why().isEmpty() ? 0 : 1;
        timed += one.why().isEmpty() && source != null && source.isFile() ? 1 : 0;
    }

    /** An equal file, by what its several names at the source have in common. */
    synchronized void share(String file) throws TransferException {
        limits.take(file.length());
        equalShared.add(file);
    }

    /** An equal file, but for its permissions. */
    synchronized void otherPermissions(Difference one) throws TransferException {
        limits.take(2L * one.path().length());
        otherPermissions.add(one);
    }

    /** A directory or link that both endpoints have, but for its time. */
    synchronized void otherTime(Difference one) throws TransferException {
        limits.take(2L * one.path().length());
        otherTimes.add(one);
    }

    synchronized void leaveOut(NotTransferred one) {
        leftOut.add(one);
    }

    /** A directory of the destination that holds what the filter leaves out, which keeps it from being deleted. */
    synchronized void stays(String directory) {
        for (String at = directory; !at.isEmpty() && staying.add(at); ) {
            at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
        }
    }

    /** One directory of each endpoint. */
    synchronized void seen(List<Entry> source, List<Entry> destination) {
        atSource += source.stream().filter(entry -> !Comparison.isOwn(entry)).count();
        atDestination +=
                destination.stream().filter(entry -> !Comparison.isOwn(entry)).count();
    }

    synchronized ComparisonResult findings(CompareBy by) {
        differences.removeIf(one -> one.verdict() == Verdict.ONLY_DESTINATION && staying.contains(one.path()));
        differences.sort(Comparator.comparing(Difference::path));
        otherPermissions.sort(Comparator.comparing(Difference::path));
        leftOut.sort(Comparator.comparing(NotTransferred::path));
        CompareBy done = by == CompareBy.MTIME && untimed > 0 && timed == 0 ? CompareBy.SIZE : by;
        return new ComparisonResult(
                done,
                differences,
                leftOut,
                equal,
                equalBytes,
                untimed,
                atSource,
                atDestination,
                otherPermissions,
                otherTimes,
                equalShared);
    }
}
