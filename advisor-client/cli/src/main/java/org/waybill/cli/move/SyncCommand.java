package org.waybill.cli.move;

import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill sync SRC DST}. */
@Command(
        name = "sync",
        header = "Make DST equal to SRC: copy what differs, verified; delete nothing without --delete.",
        description = {
            "",
            "SRC/ makes DST equal to what SRC holds. SRC makes DST/ have a copy of that name, and DST without a slash "
                    + "the copy itself, whether it is there already or not.",
            "",
            "With --delete what only DST has is deleted, after every copy was verified. Nothing is deleted (exit code "
                    + "12) if a part of SRC cannot be listed, SRC is empty or on another file system than at the last "
                    + "sync, DST is /, a home directory, above SRC or inside it, or more would go than --max-delete "
                    + "allows. On a terminal you are asked first.",
            "",
            "After an interruption, re-run the command: it goes on where it was.",
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
    private final Ends ends = new Ends();

    @Mixin
    private final CopyRuleOptions rules = new CopyRuleOptions();

    @Mixin
    private final SyncOptions options = new SyncOptions();

    SyncCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        return new SyncRun(session, ends.named(session), options, rules.rules()).run();
    }
}
