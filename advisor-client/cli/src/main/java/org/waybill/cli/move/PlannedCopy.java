package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.Session;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.sync.HardLinkNames;
import org.waybill.client.sync.SyncPlan;
import org.waybill.client.sync.SyncPlan.Amount;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.ResendCheck;
import org.waybill.engine.mover.store.Store;

/**
 * What a copy would do, found by comparing both endpoints.
 *
 * @param newFiles that the destination does not have
 * @param changedFiles that would be replaced: they differ there by size or time, or all are replaced
 * @param equal entries that are there already
 * @param otherPermissions equal files that would get the permissions of their sources
 * @param keptFiles that differ and stay, by the policy on what is replaced
 * @param differences what would be copied, and what could not be read
 * @param toDeleteAtSource files that {@code --delete-source} would delete, if the destination proves to be another
 *     place than the source
 */
record PlannedCopy(
        long newFiles,
        long newBytes,
        long changedFiles,
        long changedBytes,
        long equal,
        long otherPermissions,
        long keptFiles,
        List<CheckDocument.Line> differences,
        List<String> toDeleteAtSource) {

    /**
     * What one copy would do, or several together.
     *
     * @param found without what the destination keeps
     * @param kept what differs and stays
     * @param again equal files that are copied all the same
     * @param deleted paths of the source that would be deleted
     */
    record Found(ComparisonResult found, List<Difference> kept, Amount again, List<String> deleted) {
        /** What would be left out, what would be kept, and what would fail. */
        List<NotTransferred> notTransferred() {
            List<NotTransferred> missing = new ArrayList<>(found.leftOut());
            kept.forEach(one -> missing.add(NotTransferred.kept(one.path())));
            missing.addAll(Comparisons.unread(found));
            missing.addAll(Comparisons.blocked(
                    found.differences().stream().filter(Difference::isBlocked).toList(), Reason.BAD_INPUT, ""));
            return missing;
        }

        SyncPlan plan() {
            return PlannedCopy.plan(found);
        }

        /** All that would be copied. */
        Amount all() {
            return plan().all().plus(again);
        }

        /** The time by earlier copies of this home; unknown where there are none, nothing is copied, or it makes hops. */
        Estimate forecast(RecentTransfers recent, TransferOrder order) {
            return order.hops().isEmpty() ? recent.forecast(order, all().bytes(), all().sentFiles()) : Estimate.UNKNOWN;
        }

        PlannedCopy document() {
            SyncPlan plan = plan();
            return new PlannedCopy(
                    plan.fresh().files(),
                    plan.fresh().bytes(),
                    plan.changed().files() + again.files(),
                    plan.changed().bytes() + again.bytes(),
                    found.equal() - again.files(),
                    found.otherPermissions().size(),
                    kept.size(),
                    found.differences().stream().map(CheckDocument.Line::of).toList(),
                    deleted);
        }
    }

    private static SyncPlan plan(ComparisonResult found) {
        return SyncPlan.of(found, _ -> true, Difference::isBlocked);
    }

    /**
     * Compares the endpoints of a copy.
     *
     * @param deletion of the source afterwards; null where it stays
     * @param several whether others go to the same destination
     * @param notKept hears what the copy would not keep
     * @param names of files that the command's comparisons before have counted
     */
    static Found look(
            Session session,
            TransferRequest request,
            @Nullable SourceDeletion deletion,
            boolean several,
            NotKept notKept,
            HardLinkNames names)
            throws TransferException, InterruptedException {
        CopyRules rules = request.rules();
        try (OpenEndpoints open = OpenEndpoints.ofCopy(session, session.stores(), request)) {
            notKept.tell(NotKept.planned(open, rules));
            TreePair trees = open.trees();
            TreeComparison.Wanted wanted = new TreeComparison.Wanted(CompareBy.MTIME, rules);
            ComparisonResult all = open.compare(
                            session,
                            wanted,
                            new ResendCheck(OpenEndpoints.remote(session), request.verify() == Verify.SHA256))
                    .without(Verdict.ONLY_DESTINATION);
            List<Difference> kept = new ArrayList<>();
            List<Difference> rest = new ArrayList<>();
            for (Difference one : all.differences()) {
                (keeps(rules, one, trees) ? kept : rest).add(blocked(rules, one));
            }
            List<Difference> permissions = all.otherPermissions().stream()
                    .filter(one -> rules.overwrite() != Overwrite.ALWAYS && !staysEqual(rules, one))
                    .toList();
            HardLinkNames before = names.again();
            ComparisonResult found = names.marked(
                    trees, rules, Comparisons.readable(trees.source(), all.with(rest, all.leftOut(), permissions)));
            notKept.tell(NotKept.planned(trees, rules, found.hasLinks() || found.hasEqualLinks()));
            Amount again = Amount.NOTHING;
            if (rules.overwrite() == Overwrite.ALWAYS && trees.there() != null) {
                TreePair whole = new TreePair(trees.source(), trees.here(), trees.destination(), trees.path(), null);
                again = plan(before.marked(whole, rules, whole.compare(wanted)))
                        .fresh()
                        .minus(SyncPlan.of(found, _ -> true, _ -> false).all());
            }
            String directory =
                    Comparisons.directory(trees, several, request.source().saysDirectory());
            List<NotTransferred> missing = new ArrayList<>(all.leftOut());
            kept.forEach(one -> missing.add(NotTransferred.kept(one.path())));
            return new Found(
                    Comparisons.below(directory, found),
                    Comparisons.differencesBelow(directory, kept),
                    again,
                    deletion == null
                            ? List.of()
                            : deletion.planned(missing).stream()
                                    .map(path -> Comparisons.path(directory, path))
                                    .toList());
        }
    }

    private static boolean keeps(CopyRules rules, Difference one, TreePair trees)
            throws TransferException, InterruptedException {
        Entry source = one.source();
        Entry there = one.destination();
        if (one.verdict() != Verdict.DIFFERENT || source == null || there == null || source.isDirectory()) {
            return false;
        }
        boolean byTime = rules.overwrite() == Overwrite.NEWER;
        boolean files = source.isFile() && there.isFile();
        return rules.keepsSome()
                && (files || !byTime)
                && rules.keeps(
                        (byTime ? exact(trees.destination(), there) : there).modified(),
                        (byTime ? exact(trees.source(), source) : source).modified());
    }

    /** A link that stays is in the way of a directory. */
    private static Difference blocked(CopyRules rules, Difference one) {
        return rules.overwrite() == Overwrite.NEVER && one.verdict() == Verdict.DIFFERENT && one.isDirectory()
                ? new Difference(
                        one.path(), Verdict.OTHER_KIND, one.source(), one.destination(), one.why(), one.reason())
                : one;
    }

    private static boolean staysEqual(CopyRules rules, Difference one) {
        Entry source = one.source();
        Entry there = one.destination();
        return source != null && there != null && rules.keeps(there.modified(), source.modified());
    }

    /** Listings of some servers have no times. */
    private static Entry exact(Store store, Entry entry) throws TransferException, InterruptedException {
        return entry.exact() ? entry : store.stat(entry.path()).orElse(entry);
    }

    /** What several copies would do. */
    static Found together(List<Found> all) {
        return new Found(
                Comparisons.together(all.stream().map(Found::found).toList()),
                all.stream().flatMap(one -> one.kept().stream()).toList(),
                all.stream().map(Found::again).reduce(Amount.NOTHING, Amount::plus),
                all.stream().flatMap(one -> one.deleted().stream()).toList());
    }

    /** @param how by which transport, and in what time */
    static void print(PrintStream out, Found looked, String how) {
        ComparisonResult found = looked.found();
        SyncPlan plan = looked.plan();
        SyncText.differences(out, found, plan, "blocked by an entry of another kind at the destination: ", "");
        SyncText.some(out, looked.kept(), _ -> true, "would keep: ");
        SyncText.some(out, looked.deleted(), "would delete at the source: ");
        out.println(SyncText.total(plan)
                + SyncText.permissions(found)
                + (looked.again().files() == 0 ? "" : ", and replace " + SyncText.amount(looked.again(), "equal"))
                + (looked.kept().isEmpty()
                        ? ""
                        : ", and keep " + SyncText.entries(looked.kept().size()))
                + (looked.deleted().isEmpty()
                        ? ""
                        : ", and delete " + SyncText.entries(looked.deleted().size()) + " at the source"));
        if (plan.fresh().files() + plan.changed().files() + looked.again().files() > 0) {
            out.println(how);
        }
        NotTransferredText.print(out, found.leftOut());
    }
}
