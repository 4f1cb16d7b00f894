package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.cli.sources.SourceList;
import org.waybill.client.HumanUnits;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.StorePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill check SRC DST}. */
@Command(
        name = "check",
        header = "Compare SRC with its copy at DST and list what differs; nothing is changed.",
        description = {
            "",
            "As with rsync, an SRC that ends in a slash means the files in the directory, which are compared with DST"
                + " itself. Any other SRC is compared with the entry of its name in a DST that ends in a slash, else"
                + " with DST. Several SRC are compared with their copies in the directory DST.",
            "",
            "One line for each name: + only at the source, - only at the destination, * different, ! could not be "
                    + "read. The first line says what was compared.",
            "",
            "Exit code 0: equal; 11: different; 2, 3, 4, 6: an entry could not be listed or read, so that it may"
                    + " differ.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill check run7/ user@dtn.example.org:/data/run7/",
            "  waybill check --compare mtime /data/run7 sftp://archive.example.org/archive/",
            "  waybill check --one-way --json run7/ /backup/run7/"
        })
public final class CheckCommand extends WaybillCommand {
    @Mixin
    private final TreeOptions tree = new TreeOptions();

    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            description = "exists, size, mtime (size and time) or checksum (SHA-256). Default: checksum where both "
                    + "endpoints can compute it without sending the data to this machine, else mtime.")
    private @Nullable CompareBy compare;

    @Option(names = "--one-way", description = "Ignore entries that only the destination has.")
    private boolean oneWay;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        List<String> places = tree.places();
        CopyRules rules = tree.rules.rules();
        SourceList.Expanded sources = SourceList.expand(session, tree.ends, places, rules);
        boolean several = sources.parts().size() > 1;
        List<ComparisonResult> all = new ArrayList<>();
        Ends.Named named = null;
        for (SourceList.Part part : sources.parts()) {
            named = tree.ends.named(session, part.source(), sources.target());
            try (OpenEndpoints open = OpenEndpoints.open(session, named.source(), named.destination())) {
                TreePair trees = open.trees();
                if (trees.there() == null) {
                    throw new TransferException(
                            Reason.NOT_FOUND,
                            "there is no " + StorePath.shown(trees.path()) + " at "
                                    + trees.destination().label());
                }
                ComparisonResult found = open.compare(session, new TreeComparison.Wanted(compare, part.rules(rules)));
                tree.rules.noteMissing(session, rules, Comparisons.unread(found));
                if (!rules.filter().isAll() && Comparisons.selectsNothing(found)) {
                    FilterOptions.noteNothingSelected(session, named.source().format());
                }
                String directory = Comparisons.directory(
                        trees, several, named.source().location().saysDirectory());
                all.add(Comparisons.below(directory, oneWay ? found.without(Verdict.ONLY_DESTINATION) : found));
                if (!session.json()) {
                    session.terminal().out().println(heading(trees, found));
                }
            }
        }
        ComparisonResult found = Comparisons.together(all);
        session.answer(
                CheckDocument.of(
                        several || named == null
                                ? String.join(" ", places.subList(0, places.size() - 1))
                                : named.source().format(),
                        several || named == null
                                ? places.getLast()
                                : named.destination().format(),
                        found),
                out -> print(out, found));
        return found.verdict().map(Reason::exitCode).orElse(0);
    }

    private static String heading(TreePair trees, ComparisonResult found) {
        return "comparing " + StorePath.shown(trees.here().path()) + " at "
                + trees.source().label() + " with "
                + StorePath.shown(trees.path()) + " at " + trees.destination().label() + " by "
                + found.comparedBy().words();
    }

    private static void print(PrintStream out, ComparisonResult found) {
        lines(out, found.differences());
        out.println((found.differences().isEmpty()
                        ? "equal: "
                        : found.differences().size() + " different (+ only at "
                                + "the source, - only at the destination, * different, ! unreadable), equal: ")
                + SyncText.entries(found.equal())
                + ", " + HumanUnits.binarySize(found.equalBytes())
                + SyncText.untimed(found));
        NotTransferredText.print(out, found.leftOut());
    }

    /** One line each, with the signs of {@code rclone check --combined}. */
    static void lines(PrintStream out, List<Difference> differences) {
        for (Difference one : differences) {
            String name = one.path().isEmpty() ? "." : one.path();
            out.println(one.verdict().sign() + " " + PrintableText.of(name) + (one.isDirectory() ? "/" : "")
                    + (one.why().isEmpty() ? "" : ": " + PrintableText.of(one.why())));
        }
    }
}
