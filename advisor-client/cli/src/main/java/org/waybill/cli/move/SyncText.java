package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Predicate;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.client.HumanUnits;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;

/** What a sync would do, or did, for people. */
final class SyncText {
    private static final int MOST_SHOWN = 20;

    private SyncText() {}

    /**
     * What would be done: some lines of each kind, how many there are, and last what is left out.
     *
     * @param how by which transport, and in what time; empty where nothing would be copied
     */
    static void plan(PrintStream out, ComparisonResult found, SyncPlan plan, boolean delete, String how) {
        differences(
                out,
                found,
                delete ? "would delete and copy: " : "blocked by an entry of another kind (--delete replaces it): ",
                delete ? "would delete: " : "only at the destination, stays: ");
        out.println(total(plan)
                + permissions(found)
                + (delete ? ", and delete " + entries(plan.unwanted().size()) : ""));
        if (!how.isEmpty()) {
            out.println(how);
        }
        NotTransferredText.print(out, found.leftOut());
    }

    /** Some lines of each kind. */
    static void differences(PrintStream out, ComparisonResult found, String otherKind, String onlyDestination) {
        out.println("compared by " + found.comparedBy().words() + ": "
                + (found.equal() == 0 ? "no entry" : entries(found.equal()))
                + (found.equal() > 1 ? " are" : " is") + " equal" + untimed(found));
        some(out, found.differences(), one -> one.verdict() == Verdict.ONLY_SOURCE, "would copy, new: ");
        some(out, found.differences(), one -> one.verdict() == Verdict.DIFFERENT, "would copy, changed: ");
        some(out, found.differences(), one -> one.verdict() == Verdict.OTHER_KIND, otherKind);
        some(out, found.differences(), one -> one.verdict() == Verdict.ONLY_DESTINATION, onlyDestination);
        some(out, found.otherPermissions(), _ -> true, "would set permissions: ");
        some(out, found.differences(), Difference::isUnreadable, "cannot be read: ");
    }

    /** How many of the equal files were compared less closely than the rest; empty where none was. */
    static String untimed(ComparisonResult found) {
        return found.untimed() == 0
                ? ""
                : "; " + found.untimed()
                        + " of them by size only, since an endpoint cannot show when they were changed: "
                        + "--compare checksum compares their contents";
    }

    static String total(SyncPlan plan) {
        if (plan.fresh().files() + plan.changed().files() == 0) {
            return "would copy nothing";
        }
        return "would copy " + amount(plan.fresh(), "new") + " and " + amount(plan.changed(), "changed");
    }

    /** What is done to equal files; empty for nothing. */
    static String permissions(ComparisonResult found) {
        int files = found.otherPermissions().size();
        return files == 0 ? "" : ", and set the permissions of " + files + (files == 1 ? " file" : " files");
    }

    static String entries(long number) {
        return number + (number == 1 ? " entry" : " entries");
    }

    static String amount(SyncPlan.Amount amount, String what) {
        return amount.files() == 0
                ? "no " + what + " files"
                : amount.files() + " " + what + (amount.files() == 1 ? " file (" : " files (")
                        + HumanUnits.binarySize(amount.bytes()) + ")";
    }

    /** Some of the entries of one kind. */
    static void some(PrintStream out, List<Difference> all, Predicate<Difference> kind, String before) {
        some(
                out,
                all.stream()
                        .filter(kind)
                        .map(one -> name(one) + (one.why().isEmpty() ? "" : ": " + one.why()))
                        .toList(),
                before);
    }

    /** Some of many lines. */
    static void some(PrintStream out, List<String> all, String before) {
        all.stream().limit(MOST_SHOWN).forEach(one -> out.println(before + PrintableText.of(one)));
        if (all.size() > MOST_SHOWN) {
            out.println(before + "and " + (all.size() - MOST_SHOWN) + " more; --json names all");
        }
    }

    static String name(Difference one) {
        return PrintableText.of(one.path()) + (one.isDirectory() ? "/" : "");
    }

    /** What was done besides the transfers, and last what was left out. */
    static void done(PrintStream out, SyncDocument document, ComparisonResult found) {
        if (document.copies().isEmpty()) {
            out.println("nothing to copy, by " + found.comparedBy().words()
                    + (found.comparedBy() == CompareBy.SIZE ? " only" : ""));
        }
        if (document.otherPermissions() > 0) {
            out.println("permissions set, content equal: " + entries(document.otherPermissions()));
        }
        document.deleted().forEach(path -> out.println("deleted: " + PrintableText.of(path)));
        document.kept()
                .forEach(one -> out.println(
                        "not deleted: " + PrintableText.of(one.path()) + ": " + PrintableText.of(one.text())));
        if (found.equal() > 0 || !document.deleted().isEmpty()) {
            out.println(entries(found.equal()) + (found.equal() == 1 ? " was" : " were") + " equal"
                    + (document.deleted().isEmpty()
                            ? ""
                            : ", " + document.deleted().size() + " deleted")
                    + untimed(found));
        }
        NotTransferredText.print(out, document.leftOut());
    }
}
