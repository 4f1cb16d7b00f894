package org.waybill.engine.mover.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.Difference.Verdict;

/**
 * What a comparison of two trees found.
 *
 * @param comparedBy the closest that both endpoints could do
 * @param differences all but what is equal, in the order of their paths
 * @param leftOut what no transfer takes of the source: links out of the tree, devices
 * @param equal files, directories and links that are the same at both endpoints
 * @param equalBytes of the files among them
 * @param untimed files of them that were compared by their size only: an endpoint provides no time, or the destination
 *     cannot keep the source's
 * @param atSource entries that the source has
 * @param atDestination entries that the destination has
 * @param otherPermissions equal files whose permissions a copy would change
 * @param otherTimes directories and links of both endpoints whose time a copy would change, where that was asked
 * @param equalShared of each name of an equal file that has several at the source what those have in common, where hard
 *     links are kept
 */
public record ComparisonResult(
        CompareBy comparedBy,
        List<Difference> differences,
        List<NotTransferred> leftOut,
        long equal,
        long equalBytes,
        long untimed,
        long atSource,
        long atDestination,
        List<Difference> otherPermissions,
        List<Difference> otherTimes,
        List<String> equalShared) {
    public ComparisonResult {
        differences = List.copyOf(differences);
        leftOut = List.copyOf(leftOut);
        otherPermissions = List.copyOf(otherPermissions);
        otherTimes = List.copyOf(otherTimes);
        equalShared = List.copyOf(equalShared);
    }

    /** Whether any of the differences is a further name of a file. */
    public boolean hasLinks() {
        return differences.stream().anyMatch(Difference::linked);
    }

    /** Whether any of what is equal is a further name of a file at the source. */
    public boolean hasEqualLinks() {
        return equalShared.stream().distinct().count() < equalShared.size();
    }

    /** How many entries there are of a verdict other than equal. */
    public long count(Verdict verdict) {
        return differences.stream().filter(one -> one.verdict() == verdict).count();
    }

    /** The same except for what is of one verdict. */
    public ComparisonResult without(Verdict verdict) {
        return with(differences.stream().filter(one -> one.verdict() != verdict).toList());
    }

    /** The same with other differences. */
    public ComparisonResult with(List<Difference> others) {
        return with(others, leftOut);
    }

    /** The same with other differences, and other entries that are left out. */
    public ComparisonResult with(List<Difference> others, List<NotTransferred> otherLeftOut) {
        return with(others, otherLeftOut, otherPermissions);
    }

    /** The same with other entries of each list. */
    public ComparisonResult with(
            List<Difference> others, List<NotTransferred> otherLeftOut, List<Difference> permissions) {
        return new ComparisonResult(
                comparedBy,
                others,
                otherLeftOut,
                equal,
                equalBytes,
                untimed,
                atSource,
                atDestination,
                permissions,
                otherTimes,
                equalShared);
    }

    /** The first of what could not be read; what a list names in vain comes last, as in a copy. */
    public Optional<Difference> firstUnreadable() {
        return differences.stream().filter(Difference::isUnreadable).min(Comparator.comparing(Difference::isUnmet));
    }

    /** Why they are not equal: what could not be read is never equal. */
    public Optional<Reason> verdict() {
        return firstUnreadable()
                .map(Difference::reason)
                .or(() -> differences.isEmpty() ? Optional.empty() : Optional.of(Reason.DIFFERENT));
    }
}
