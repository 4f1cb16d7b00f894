package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waybill} itself: says what there is. */
@Command(name = "waybill",
        header = "Waybill finds the best way to move data between two hosts, and moves it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            AdviseCommand.class,
            MoveCommand.class,
            DistributeCommand.class,
            ScriptCommand.class,
            ProbeCommand.class,
            NodeCommand.class,
            PairCommand.class,
            GatewayCommand.class,
            AccountCommand.class,
            FindCommand.class,
            HistoryCommand.class,
            PlanCommand.class,
            ReserveCommand.class,
            StorageCommand.class,
            ServiceCommand.class,
            DesktopCommand.class,
            DoctorCommand.class,
            ExplainCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        },
        description = {
            "",
            "An end is a path, user@host:path, or a file: sftp: scp: ftp: ftps: gsiftp: http: https: dav: davs: srm: "
                + "or waybill: URL; - is a stream. Waybill keeps its things in WAYBILL_HOME (~/.waybill).",
            ""
        },
        footer = {
            "",
            "New here? '@|bold waybill demo|@' moves a file on this machine and says what to try next.",
            "'waybill COMMAND --help' has examples. Exit codes: 0 done, 2 bad usage, 3 not found, 4 cannot reach, "
                + "5 gave up, 6 refused, 7 disk full or read-only, 8 limit, 9 nothing to do, 10 deadline missed, "
                + "11 verification failed, 12 unsafe, 13 source changed, 14 target busy, 130 interrupted."
        })
final class Root implements Runnable {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Print the version and exit.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean version;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(),
                    "name a command, for example 'waybill demo' or 'waybill advise FILE user@host:/directory'");
        }
    }
}
