package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
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
            "As with rsync, an SRC that ends in a slash means what the directory holds, and is compared with DST "
                    + "itself. Any other SRC is compared with what has its name below a DST that ends in a slash, else "
                    + "with DST.",
            "",
            "One line for each name: + only at the source, - only at the destination, * different, ! could not be "
                    + "read. The first line says what was compared.",
            "",
            "Exit code 0: equal; 11: different; 3, 4, 6: something could not be listed or read, and is not called "
                    + "equal.",
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
    private final Ends ends = new Ends();

    @Mixin
    private final CopyRuleOptions rules = new CopyRuleOptions();

    @Option(
            names = "--compare",
            paramLabel = "WHAT",
            description = "exists, size, mtime (size and time) or checksum (SHA-256). Default: checksum where both "
                    + "ends can compute it without sending the data here, else mtime.")
    private @Nullable CompareBy compare;

    @Option(names = "--one-way", description = "What only the destination has is no difference.")
    private boolean oneWay;

    CheckCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Ends.Named named = ends.named(session);
        try (OpenEndpoints open = OpenEndpoints.open(session, named.source(), named.destination())) {
            TreePair trees = open.trees();
            if (trees.there() == null) {
                throw new TransferException(
                        Reason.NOT_FOUND,
                        "there is no " + StorePath.shown(trees.path()) + " at "
                                + trees.destination().label());
            }
            ComparisonResult all = trees.compare(new TreeComparison.Wanted(compare, rules.rules(), false));
            ComparisonResult found = oneWay ? all.without(Verdict.ONLY_DESTINATION) : all;
            session.answer(
                    CheckDocument.of(
                            named.source().format(), named.destination().format(), found),
                    out -> print(out, trees, found));
            return found.verdict().map(Reason::exitCode).orElse(0);
        }
    }

    private static void print(PrintStream out, TreePair trees, ComparisonResult found) {
        out.println("comparing " + StorePath.shown(trees.here().path()) + " at "
                + trees.source().label() + " with "
                + StorePath.shown(trees.path()) + " at " + trees.destination().label() + " by "
                + found.comparedBy().words());
        lines(out, found.differences());
        NotTransferredText.print(out, found.leftOut());
        out.println((found.differences().isEmpty()
                        ? "equal: "
                        : found.differences().size() + " different (+ only at "
                                + "the source, - only at the destination, * different, ! unreadable), equal: ")
                + found.equal()
                + " entries, " + HumanUnits.binarySize(found.equalBytes())
                + (found.untimed() == 0 ? "" : "; " + found.untimed() + " of them by size alone: no time is told"));
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
