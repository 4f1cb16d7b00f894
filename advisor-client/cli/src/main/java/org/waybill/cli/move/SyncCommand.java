package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.List;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.RuleFiles;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.StandardOutput;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.cli.sources.SourceList;
import org.waybill.cli.task.BackgroundOption;
import org.waybill.client.sync.HardLinkNames;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.FilterRule;
import org.waybill.engine.mover.store.StorePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill sync SRC DST}. */
@Command(
        name = "sync",
        header = "Make DST equal to SRC: copy what differs, verified; delete nothing without --delete.",
        description = {
            "",
            "SRC/ makes DST equal to the files in SRC. SRC makes a copy of that name in DST/; if DST has no slash, DST"
                + " is the copy, whether it exists already or not. Several SRC each get a copy in the directory DST,"
                + " and wildcards in a quoted SRC are expanded at the source.",
            "",
            "With --delete entries that only DST has are deleted, after every copy was verified. Nothing is deleted "
                    + "(exit code 12) if a part of SRC cannot be listed, SRC is empty or on another file system than "
                    + "at the last sync, DST is /, a home directory, above SRC or inside it, or more entries would be "
                    + "deleted than --max-delete allows. On a terminal you are asked first.",
            "",
            "After an interruption, re-run the command to resume.",
            "",
            "Options of rsync are accepted where they ask for what is done anyway: -a, -r, -p, -t, -l, --partial, "
                    + "--progress, -P without a port. -z has no effect. A directory of --backup-dir is not deleted.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill sync --dry-run --delete run7/ user@dtn.example.org:/data/run7/",
            "  waybill sync run7/ sftp://archive.example.org/archive/run7/",
            "  waybill sync --delete --max-delete 50 --yes /data/photos/ /backup/photos/"
        })
public final class SyncCommand extends WaybillCommand {
    @Mixin
    private final TreeOptions tree = new TreeOptions();

    @Mixin
    private final BackupOption backup = new BackupOption();

    @Mixin
    private final ExtraOptions extras = new ExtraOptions();

    @Mixin
    private final SyncOptions options = new SyncOptions();

    @Mixin
    private final TransferOptions transfer = new TransferOptions();

    @Mixin
    private final ReportOptions reports = new ReportOptions();

    @Mixin
    private final BackgroundOption background = new BackgroundOption();

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        options.check();
        reports.check(tree.ends);
        reports.checkOutput(session, false);
        if (background.isWanted()) {
            tree.requireReadable(session);
            return background.submit(session, () -> tree.requireSources(session));
        }
        if (!options.dryRun) {
            StandardOutput.mayLose(session.terminal().out());
        }
        tree.habits.note(session);
        List<String> places = tree.places();
        CopyRules given = tree.rules.rules();
        CopyRules wanted = keepingBackups(extras.with(given));
        SourceList.Expanded sources = SourceList.expand(session, tree.ends, places, wanted);
        boolean several = sources.parts().size() > 1;
        if (options.delete && several && sources.parts().stream().anyMatch(SyncCommand::isContents)) {
            throw Invalid.usage(
                    "--delete with several sources that end in a slash would delete each other's files: sync one");
        }
        HardLinkNames names = new HardLinkNames();
        List<SyncComparison> compared = new ArrayList<>();
        for (SourceList.Part part : sources.parts()) {
            Ends.Named named = tree.ends.named(session, part.source(), sources.target());
            SyncComparison looked = SyncComparison.of(
                    new SyncSource(
                            session,
                            named.source(),
                            named.destination(),
                            part.chosen(),
                            options,
                            transfer,
                            part.rules(wanted),
                            names),
                    several);
            tree.rules.noteMissing(session, given, Comparisons.unread(looked.found()));
            if (Comparisons.selectsNothing(looked.found()) && !given.filter().isAll()) {
                FilterOptions.noteNothingSelected(session, named.source().format());
            }
            compared.add(looked);
        }
        return reports.exitCode(new SyncSession(session, options, reports, places, compared).run());
    }

    private static boolean isContents(SourceList.Part part) {
        return part.chosen().isEmpty() && part.source().endsWith("/");
    }

    /** With the backups of earlier syncs left alone: they are part of no source. */
    private CopyRules keepingBackups(CopyRules given) {
        String directory = backup.directory();
        if (directory.isEmpty()) {
            return given;
        }
        if (options.deleteExcluded) {
            throw Invalid.usage("--delete-excluded would delete the backups: leave it or --backup-dir out");
        }
        List<FilterRule> kept = new ArrayList<>();
        RuleFiles.exclude(kept, StorePath.withoutTrailingSlash(directory));
        return new CopyRules(given.links(), given.filter().behind(kept), given.overwrite(), directory, given.extras());
    }
}
