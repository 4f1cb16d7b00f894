package org.waybill.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.waybill.cli.command.Version;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command's manual page in man(7)'s macros, from the same model that {@code --help} is printed from. */
final class ManPage {
    private final CommandLine command;
    private final StringBuilder page = new StringBuilder();

    private ManPage(CommandLine command) {
        this.command = command;
    }

    /** The page's name without its section: {@code waybill-probe-path}. */
    static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    /** The whole page. */
    static String of(CommandLine command) {
        return new ManPage(command).write();
    }

    /** A command and all below it that are not hidden. */
    static List<CommandLine> tree(CommandLine root) {
        List<CommandLine> all = new ArrayList<>();
        all.add(root);
        root.getSubcommands().values().stream()
                .distinct()
                .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
                .forEach(sub -> all.addAll(tree(sub)));
        return all;
    }

    private String write() {
        CommandSpec spec = command.getCommandSpec();
        String name = name(command);
        page.append(".TH \"" + escaped(name.toUpperCase(Locale.ROOT)))
                .append("\" \"1\" \"\" \"Waybill " + escaped(Version.number()) + "\" \"Waybill\"\n");
        section("NAME");
        page.append(text(name) + " \\- " + text(joined(spec.usageMessage().header())) + "\n");
        section("SYNOPSIS");
        Help help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
        page.append(".nf\n").append(text(help.synopsis(0).strip())).append("\n.fi\n");
        section("DESCRIPTION");
        paragraphs(spec.usageMessage().description());
        positionals(spec);
        options(spec);
        subcommands();
        footer(spec.usageMessage().footer());
        section("SEE ALSO");
        page.append(seeAlso()).append('\n');
        return page.toString();
    }

    private void section(String title) {
        page.append(".SH ").append(title).append('\n');
    }

    private void paragraphs(String[] lines) {
        for (String line : lines) {
            page.append(line.isBlank() ? ".PP" : text(plain(line))).append('\n');
        }
    }

    private void positionals(CommandSpec spec) {
        List<PositionalParamSpec> shown = spec.positionalParameters().stream()
                .filter(one -> !one.hidden())
                .toList();
        if (!shown.isEmpty()) {
            section("ARGUMENTS");
            shown.forEach(one -> item(one.paramLabel(), one));
        }
    }

    private void options(CommandSpec spec) {
        List<OptionSpec> shown =
                spec.options().stream().filter(one -> !one.hidden()).toList();
        if (!shown.isEmpty()) {
            section("OPTIONS");
            shown.forEach(one ->
                    item(String.join(", ", one.names()) + (one.arity().max() == 0 ? "" : " " + one.paramLabel()), one));
        }
    }

    private void item(String head, ArgSpec argument) {
        page.append(".TP\n\\fB" + text(head) + "\\fR\n")
                .append(text(plain(String.join(" ", argument.description()))) + "\n");
    }

    private void subcommands() {
        List<CommandLine> below = tree(command).stream()
                .filter(sub -> command.equals(sub.getParent()))
                .toList();
        if (!below.isEmpty()) {
            section("COMMANDS");
            below.forEach(sub -> page.append(".TP\n\\fB" + text(name(sub)) + "\\fR(1)\n")
                    .append(text(joined(sub.getCommandSpec().usageMessage().header())) + "\n"));
        }
    }

    /** Examples stay as they are written; other lines are paragraphs. */
    private void footer(String[] lines) {
        boolean examples = false;
        for (String line : lines) {
            if (line.strip().equals("Examples:")) {
                section("EXAMPLES");
                page.append(".nf\n");
                examples = true;
            } else if (!line.isBlank()) {
                if (!examples && !page.toString().contains(".SH NOTES\n")) {
                    section("NOTES");
                }
                page.append(text(plain(line))).append('\n');
            }
        }
        if (examples) {
            page.append(".fi\n");
        }
    }

    private String seeAlso() {
        CommandLine parent = command.getParent();
        return "\\fB" + text(parent == null ? "waybill-demo" : name(parent)) + "\\fR(1)";
    }

    private static String joined(String[] lines) {
        return plain(String.join(" ", lines)).strip();
    }

    private static String plain(String markup) {
        return Ansi.OFF.string(markup);
    }

    /** Text that troff takes as it is: no escapes of its own, no line that looks like a request, hyphens as typed. */
    private static String text(String words) {
        return escaped(words)
                .lines()
                .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                .collect(Collectors.joining("\n"));
    }

    private static String escaped(String words) {
        return words.replace("\\", "\\e").replace("-", "\\-").replace("\u2026", "...");
    }
}
