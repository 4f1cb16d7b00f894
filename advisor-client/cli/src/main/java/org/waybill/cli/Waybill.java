package org.waybill.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Version;
import org.waybill.client.WaybillHome;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Runs one command line. */
public final class Waybill {
    /** picocli refuses less than 55. */
    private static final int LEAST_HELP_COLUMNS = 55;

    private static final int MOST_HELP_COLUMNS = 120;

    private Waybill() {}

    /** Runs {@code arguments} and returns the exit code (design, section 3). Never throws, never exits. */
    public static int run(Terminal terminal, String... arguments) {
        for (String argument : arguments) {
            if (argument.indexOf('\uFFFD') >= 0) {
                terminal.warn("'" + argument + "' is not UTF-8: rename the file, or name its directory");
                return CommandLine.ExitCode.USAGE;
            }
        }
        WaybillHome home = WaybillHome.of(terminal.environment());
        home.closeToOthers();
        try {
            CommandLine line = commandLine(terminal, named(arguments));
            for (String name : List.of("copy", "sync")) {
                CommandLine command = line.getSubcommands().get(name);
                if (command != null) {
                    command.setDefaultValueProvider(new UserDefaults(home.config()));
                }
            }
            return terminal.written(line.execute(arguments));
        } catch (Error e) { // what picocli's handlers do not see: no memory, a class that is missing
            return new Failures(terminal).unexpected(e);
        }
    }

    /** The command that is named, without the others: making all of them takes a good part of a quick start. */
    private static Map<String, Class<?>> named(String... arguments) {
        String name = arguments.length == 0 ? "" : Root.FORMER_NAMES.getOrDefault(arguments[0], arguments[0]);
        Class<?> command = Root.COMMANDS.get(name);
        return command == null ? Root.COMMANDS : Map.of(name, command);
    }

    /** The whole tree of commands, without running any. */
    static CommandLine commandLine(Terminal terminal) {
        return commandLine(terminal, Root.COMMANDS);
    }

    private static CommandLine commandLine(Terminal terminal, Map<String, Class<?>> commands) {
        Failures failures = new Failures(terminal);
        CommandLine line = new CommandLine(new Root(), new CommandFactory(terminal));
        commands.forEach((name, command) -> line.addSubcommand(name, command, Root.formerNames(name)));
        line.getCommandSpec().versionProvider(new Version()).usageMessage().description(Root.description());
        HelpLayout.apply(line);
        return line.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        terminal.outStyle() == Terminal.Style.COLOURED ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.clamp(terminal.columns(), LEAST_HELP_COLUMNS, MOST_HELP_COLUMNS))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }
}
