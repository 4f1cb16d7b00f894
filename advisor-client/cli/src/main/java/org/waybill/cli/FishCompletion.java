package org.waybill.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes completions for the fish shell, which picocli does not know. */
final class FishCompletion {
    private FishCompletion() {}

    static String script(CommandSpec root) {
        StringBuilder script =
                new StringBuilder("# fish completion for ").append(root.name()).append('\n');
        options(script, root, "__fish_use_subcommand");
        commands(script, root, List.of());
        return script.toString();
    }

    private static void commands(StringBuilder script, CommandSpec parent, List<String> path) {
        // where one is given already, no other is offered
        String condition = path.isEmpty()
                ? "__fish_use_subcommand"
                : seen(path) + "; and not __fish_seen_subcommand_from "
                        + String.join(" ", parent.subcommands().keySet());
        parent.subcommands().forEach((name, command) -> {
            script.append("complete -c waybill -f -n " + quote(condition) + " -a " + name)
                    .append(" -d " + quote(header(command)) + "\n");
            List<String> here = Stream.concat(path.stream(), Stream.of(name)).toList();
            options(script, command.getCommandSpec(), seen(here));
            commands(script, command.getCommandSpec(), here);
        });
    }

    private static void options(StringBuilder script, CommandSpec command, String condition) {
        for (OptionSpec option : command.options()) {
            script.append("complete -c waybill -n ").append(quote(condition));
            for (String name : option.names()) {
                script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (option.arity().max() > 0) {
                script.append(" -r");
            }
            String[] description = option.description();
            if (description.length > 0) {
                script.append(" -d ").append(quote(firstSentence(description[0])));
            }
            script.append('\n');
        }
    }

    private static String seen(List<String> path) {
        return path.stream().map(name -> "__fish_seen_subcommand_from " + name).collect(Collectors.joining("; and "));
    }

    private static String header(CommandLine command) {
        String[] header = command.getCommandSpec().usageMessage().header();
        return header.length == 0 ? "" : header[0];
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
