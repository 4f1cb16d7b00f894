package org.waybill.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.platform.PrivateFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill help [COMMAND]...}. */
@Command(
        name = "help",
        header = "Show a command's help, or its manual page.",
        footer = {
            "waybill help copy",
            "waybill help --man probe path | man -l -",
            "waybill help --man-pages ~/.local/share/man/man1"
        })
final class HelpCommand extends WaybillCommand {
    @Option(names = "--man", description = "Print the manual page (troff, for 'man -l -') instead of the help.")
    private boolean man;

    @Option(names = "--man-pages", paramLabel = "DIR", description = "Write the manual pages of all commands to DIR.")
    private @Nullable Path directory;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command, such as: probe path.")
    private List<String> words = List.of();

    @Override
    protected int run(Session session) {
        CommandLine root = Waybill.commandLine(session.terminal());
        if (directory != null) {
            List<String> written = writeAll(directory, root);
            return session.answer(
                    Map.of("files", written),
                    out -> out.println("wrote " + written.size() + " manual pages to " + directory));
        }
        CommandLine command = named(root);
        String text = man ? ManPage.of(command) : command.getUsageMessage(command.getColorScheme());
        return session.answer(
                Map.of("command", command.getCommandSpec().qualifiedName(), "text", text), out -> out.print(text));
    }

    private CommandLine named(CommandLine root) {
        CommandLine command = root;
        for (String word : words) {
            CommandLine below = command.getSubcommands().get(word);
            if (below == null) {
                throw Invalid.value(
                        "COMMAND",
                        word,
                        Invalid.oneOf(List.copyOf(command.getSubcommands().keySet())));
            }
            command = below;
        }
        return command;
    }

    private static List<String> writeAll(Path directory, CommandLine root) {
        try {
            Files.createDirectories(directory);
            List<String> written = new ArrayList<>();
            for (CommandLine command : ManPage.tree(root)) {
                Path file = directory.resolve(ManPage.name(command) + ".1");
                PrivateFiles.replaceShared(file, ManPage.of(command)); // for all users of the machine
                written.add(file.toString());
            }
            return written;
        } catch (IOException e) {
            throw CommandFailure.ofWriting("manual pages to " + directory, e);
        }
    }
}
