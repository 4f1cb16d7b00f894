package org.waybill.cli.move;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** Comparisons of several sources with one destination, as one. */
final class Comparisons {
    private Comparisons() {}

    /** The directory of the destination that a source's paths are below; empty for the destination itself. */
    static String directory(TreePair trees, boolean several, boolean contents) {
        return several && trees.here().isDirectory() && !contents ? trees.here().name() : "";
    }

    /** The same with all paths below a directory. */
    static ComparisonResult below(String directory, ComparisonResult one) {
        return directory.isEmpty()
                ? one
                : one.with(
                        differencesBelow(directory, one.differences()),
                        leftOutBelow(directory, one.leftOut()),
                        differencesBelow(directory, one.otherPermissions()));
    }

    static List<Difference> differencesBelow(String directory, List<Difference> all) {
        return all.stream().map(one -> one.at(path(directory, one.path()))).toList();
    }

    static List<NotTransferred> leftOutBelow(String directory, List<NotTransferred> all) {
        return all.stream()
                .map(one -> new NotTransferred(path(directory, one.path()), one.reason(), one.text()))
                .toList();
    }

    /** The same, where what would be copied and may not be read is unreadable. */
    static ComparisonResult readable(Store source, ComparisonResult one) {
        return one.with(one.differences().stream()
                .map(each -> isUnreadableFile(source, each)
                        ? new Difference(
                                each.path(),
                                Verdict.SOURCE_UNREADABLE,
                                each.source(),
                                each.destination(),
                                "permission denied",
                                Reason.PERMISSION)
                        : each)
                .toList());
    }

    private static boolean isUnreadableFile(Store source, Difference one) {
        Entry entry = one.source();
        return entry != null
                && entry.isFile()
                && (one.verdict() == Verdict.ONLY_SOURCE || one.verdict() == Verdict.DIFFERENT)
                && !source.isReadable(entry.path());
    }

    /** Whether the filters leave nothing of the source. */
    static boolean selectsNothing(ComparisonResult found) {
        return found.equal() == 0
                && found.leftOut().isEmpty()
                && found.differences().stream().allMatch(one -> one.verdict() == Verdict.ONLY_DESTINATION);
    }

    /** What cannot be copied, since something else is in its way, as a copy names it. */
    static List<NotTransferred> blocked(List<Difference> blocked, Reason reason, String remedy) {
        return blocked.stream()
                .map(one -> new NotTransferred(one.path(), reason.name(), one.why() + remedy))
                .toList();
    }

    /** What could not be read, as a copy names it. */
    static List<NotTransferred> unread(ComparisonResult found) {
        return found.differences().stream()
                .filter(one -> one.reason() != null)
                .map(one -> new NotTransferred(one.path(), String.valueOf(one.reason()), one.why()))
                .toList();
    }

    static String path(String directory, String path) {
        return directory.isEmpty() ? path : path.isEmpty() ? directory : StorePath.join(directory, path);
    }

    /** @param all at least one, whose paths are below the destination */
    static ComparisonResult together(List<ComparisonResult> all) {
        ToLongFunction<ToLongFunction<ComparisonResult>> sum =
                number -> all.stream().mapToLong(number).sum();
        return new ComparisonResult(
                all.stream()
                        .map(ComparisonResult::comparedBy)
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                all.stream().flatMap(one -> one.differences().stream()).toList(),
                all.stream().flatMap(one -> one.leftOut().stream()).toList(),
                sum.applyAsLong(ComparisonResult::equal),
                sum.applyAsLong(ComparisonResult::equalBytes),
                sum.applyAsLong(ComparisonResult::untimed),
                sum.applyAsLong(ComparisonResult::atSource),
                sum.applyAsLong(ComparisonResult::atDestination),
                all.stream().flatMap(one -> one.otherPermissions().stream()).toList(),
                List.of(),
                List.of());
    }
}
