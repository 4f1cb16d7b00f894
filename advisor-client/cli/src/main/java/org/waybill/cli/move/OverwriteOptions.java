package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.RuleFiles;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.sync.HardLinkNames;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.FilterRule;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which files of the destination a copy replaces, as options. A sync has only the backup: it makes both endpoints equal. */
@Command
final class OverwriteOptions {
    @Option(
            names = "--overwrite",
            paramLabel = "POLICY",
            description = "Which files of DST are replaced: ${COMPLETION-CANDIDATES}. different: those whose size, "
                    + "time or content differ; newer: the same, except files newer than the source's; ask: asks "
                    + "for each file whose size or time differs. Default: different.")
    private @Nullable Policy overwrite;

    @Option(names = "--ignore-existing", description = "As in rsync: --overwrite never.")
    private boolean ignoreExisting;

    @Option(
            names = {"-u", "--update"},
            description = "As in rsync: --overwrite newer.")
    private boolean update;

    @Mixin
    private final BackupOption backup = new BackupOption();

    /** In the words of the command line. */
    enum Policy {
        always,
        different,
        newer,
        never,
        ask
    }

    boolean asks() {
        return overwrite == Policy.ask;
    }

    /** Compares the endpoints and asks for each file that would be replaced: the rules without what is to stay. */
    CopyRules ask(Session session, Endpoint source, Endpoint destination, CopyRules rules)
            throws TransferException, InterruptedException {
        if (!session.asks()) {
            throw Invalid.usage(
                    "--overwrite ask needs a terminal, without --json and --quiet: use --overwrite different or never");
        }
        TransferRequest request =
                TransferRequest.of(source.location(), destination.location()).with(rules);
        List<Difference> changed = PlannedCopy.look(
                        session, request, null, false, new NotKept(TransferListener.NONE), new HardLinkNames())
                .found()
                .differences()
                .stream()
                .filter(one -> one.verdict() == Verdict.DIFFERENT)
                .toList();
        List<FilterRule> kept = new ArrayList<>();
        String answer = "";
        for (Difference one : changed) {
            if (!answer.equals("all") && !answer.equals("none")) {
                answer = session.ask("replace " + SyncText.name(one) + " (" + one.why() + ")? (yes, no, all or none)");
            }
            if (!answer.equals("all") && !answer.equals("yes")) {
                RuleFiles.exclude(kept, one.path());
            }
        }
        if (kept.isEmpty()) {
            return rules;
        }
        session.note("waybill: kept as answered: " + SyncText.entries(kept.size()));
        return kept.size() == changed.size()
                ? new CopyRules(
                        rules.links(),
                        rules.filter(),
                        CopyRules.Overwrite.NEVER,
                        rules.backupDirectory(),
                        rules.extras())
                : rules.with(rules.filter().behind(kept));
    }

    /** Those rules, and what was asked for here. */
    CopyRules with(CopyRules rules) {
        return new CopyRules(rules.links(), rules.filter(), overwrite(), backup.directory(), rules.extras());
    }

    private CopyRules.Overwrite overwrite() {
        Policy wish = overwrite;
        if ((wish == null ? 0 : 1) + (ignoreExisting ? 1 : 0) + (update ? 1 : 0) > 1) {
            throw Invalid.usage("--overwrite, --ignore-existing and --update exclude each other: give one");
        }
        return ignoreExisting
                ? CopyRules.Overwrite.NEVER
                : update
                        ? CopyRules.Overwrite.NEWER
                        : wish == null || wish == Policy.ask
                                ? CopyRules.USUAL.overwrite()
                                : CopyRules.Overwrite.valueOf(wish.name().toUpperCase(Locale.ROOT));
    }
}
