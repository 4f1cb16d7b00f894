package org.waybill.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Frames the help of all commands alike: empty lines around the description, a heading above the examples. */
final class HelpLayout {
    private HelpLayout() {}

    static void apply(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        if (isUnframed(usage.description())) {
            List<String> lines = new ArrayList<>(List.of(usage.description()));
            lines.addFirst("");
            lines.addLast("");
            usage.description(lines.toArray(String[]::new));
        } else if (usage.description().length == 0) {
            usage.description("");
        }
        if (isUnframed(usage.footer())) {
            usage.footer(Stream.concat(
                            Stream.of("", "Examples:"),
                            Stream.of(usage.footer()).map(line -> "  " + line))
                    .toArray(String[]::new));
        }
        command.getSubcommands().values().forEach(HelpLayout::apply);
    }

    private static boolean isUnframed(String... lines) {
        return lines.length > 0 && !lines[0].isEmpty();
    }
}
