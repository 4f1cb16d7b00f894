package org.waybill.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.account.AccountCommand;
import org.waybill.cli.account.TrustCommand;
import org.waybill.cli.advise.AdviseCommand;
import org.waybill.cli.advise.ExplainCommand;
import org.waybill.cli.advise.ReplayCommand;
import org.waybill.cli.advise.ScriptCommand;
import org.waybill.cli.command.HelpOption;
import org.waybill.cli.files.CatCommand;
import org.waybill.cli.files.DuCommand;
import org.waybill.cli.files.HashCommand;
import org.waybill.cli.files.LsCommand;
import org.waybill.cli.files.MkdirCommand;
import org.waybill.cli.files.RenameCommand;
import org.waybill.cli.files.RmCommand;
import org.waybill.cli.history.FindCommand;
import org.waybill.cli.history.HistoryCommand;
import org.waybill.cli.mcp.McpCommand;
import org.waybill.cli.move.CheckCommand;
import org.waybill.cli.move.DemoCommand;
import org.waybill.cli.move.DistributeCommand;
import org.waybill.cli.move.MoveCommand;
import org.waybill.cli.move.SyncCommand;
import org.waybill.cli.node.GatewayCommand;
import org.waybill.cli.node.NodeCommand;
import org.waybill.cli.node.PairCommand;
import org.waybill.cli.plan.PlanCommand;
import org.waybill.cli.probe.DoctorCommand;
import org.waybill.cli.probe.ProbeCommand;
import org.waybill.cli.remote.RemoteCommand;
import org.waybill.cli.reserve.ReserveCommand;
import org.waybill.cli.service.DesktopCommand;
import org.waybill.cli.service.ServiceCommand;
import org.waybill.cli.storage.StorageCommand;
import org.waybill.cli.task.AgentCommand;
import org.waybill.cli.task.TaskCommand;
import org.waybill.cli.task.WorkerCommand;
import org.waybill.protocol.Protocols;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waybill} itself: says what there is. */
@Command(
        name = "waybill",
        header = "Waybill finds the fastest way to copy data between two hosts, and copies it.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "New here? '@|bold waybill demo|@' copies a file on this machine and shows what to try next.",
            "'waybill COMMAND --help' has examples. Exit codes: 0 done, 1 internal error, 2 bad usage, 3 not found, 4"
                + " cannot reach, 5 gave up after retries, 6 refused, 7 disk full, read-only or failing, 8 limit, 9"
                + " nothing to do, 10 deadline missed, 11 verification failed or (check, replay) different, 12 unsafe,"
                + " 13 source changed, 14 target busy, 15 done with entries left out (--strict), 130 interrupted, 129,"
                + " 141 and 143 ended by a signal."
        })
final class Root implements Runnable {
    /** All commands by their names, in the order in which help lists them. */
    static final Map<String, Class<?>> COMMANDS = commands();
    /** Names of version 0.1, which stay. */
    static final Map<String, String> FORMER_NAMES = Map.of("move", "copy");

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final HelpOption help = new HelpOption.Usual();

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean version;

    @Spec
    private @Nullable CommandSpec spec;

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> all = new LinkedHashMap<>();
        all.put("demo", DemoCommand.class);
        all.put("advise", AdviseCommand.class);
        all.put("copy", MoveCommand.class);
        all.put("check", CheckCommand.class);
        all.put("sync", SyncCommand.class);
        all.put("ls", LsCommand.class);
        all.put("du", DuCommand.class);
        all.put("cat", CatCommand.class);
        all.put("hash", HashCommand.class);
        all.put("mkdir", MkdirCommand.class);
        all.put("rename", RenameCommand.class);
        all.put("rm", RmCommand.class);
        all.put("distribute", DistributeCommand.class);
        all.put("task", TaskCommand.class);
        all.put("script", ScriptCommand.class);
        all.put("probe", ProbeCommand.class);
        all.put("node", NodeCommand.class);
        all.put("pair", PairCommand.class);
        all.put("gateway", GatewayCommand.class);
        all.put("account", AccountCommand.class);
        all.put("remote", RemoteCommand.class);
        all.put("trust", TrustCommand.class);
        all.put("find", FindCommand.class);
        all.put("history", HistoryCommand.class);
        all.put("replay", ReplayCommand.class);
        all.put("plan", PlanCommand.class);
        all.put("reserve", ReserveCommand.class);
        all.put("storage", StorageCommand.class);
        all.put("agent", AgentCommand.class);
        all.put("mcp", McpCommand.class);
        all.put("service", ServiceCommand.class);
        all.put("worker", WorkerCommand.class);
        all.put("desktop", DesktopCommand.class);
        all.put("doctor", DoctorCommand.class);
        all.put("explain", ExplainCommand.class);
        all.put("completion", CompletionCommand.class);
        all.put("help", HelpCommand.class);
        return Collections.unmodifiableMap(all);
    }

    /** The text above the list of commands. */
    static String[] description() {
        String schemes =
                Protocols.movingFiles().map(one -> ", " + one.scheme() + ":").collect(Collectors.joining());
        return new String[] {
            "",
            "An endpoint is a path, user@host:path, - for standard input or output, or a URL (" + Protocols.FILE + ":"
                    + schemes + "). Waybill stores its files in WAYBILL_HOME (~/.waybill).",
            ""
        };
    }

    /** @param name of today */
    static String[] formerNames(String name) {
        return FORMER_NAMES.entrySet().stream()
                .filter(former -> former.getValue().equals(name))
                .map(Map.Entry::getKey)
                .toArray(String[]::new);
    }

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "missing command: try 'waybill demo' or 'waybill advise FILE user@host:/directory'");
        }
    }
}
