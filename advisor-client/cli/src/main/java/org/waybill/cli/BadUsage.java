package org.waybill.cli;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.cli.command.PrintableText;
import org.waybill.protocol.Protocols;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, and what may have been meant. */
final class BadUsage {
    /** What other tools call it, besides those that are called as their protocol. */
    private static final Set<String> COPYING = Set.of(
            "cp", "mv", "sync", "copyto", "put", "get", "upload", "download", "transfer", "fetch", "push", "pull");

    private BadUsage() {}

    static String message(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(e.getMessage());
        }
        List<String> arguments = unmatched.getUnmatched();
        String first = arguments.getFirst();
        if (!spec.subcommands().isEmpty() && !first.startsWith("-")) {
            boolean copying = spec.parent() == null
                    && (COPYING.contains(first.toLowerCase(Locale.ROOT))
                            || Protocols.named(first.toLowerCase(Locale.ROOT)).isPresent());
            return "there is no command '" + PrintableText.of(first) + "'"
                    + (copying ? ": did you mean 'copy'?" : meant(unmatched));
        }
        // what follows an unknown option may be its value, or a place that is named well
        String option = arguments.stream()
                .filter(one -> one.startsWith("-") && one.length() > 1)
                .findFirst()
                .map(one -> one.split("=", 2)[0])
                .orElse("");
        if (!option.isEmpty()) {
            return "there is no option '" + PrintableText.of(option) + "'" + meant(unmatched);
        }
        return "unexpected argument '" + PrintableText.of(first) + "': " + spec.name() + " takes "
                + spec.positionalParameters().stream()
                        .map(one -> one.paramLabel())
                        .collect(Collectors.joining(" "));
    }

    private static String meant(UnmatchedArgumentException unmatched) {
        return unmatched.getSuggestions().stream()
                .findFirst()
                .map(name -> ": did you mean '" + name + "'?")
                .orElse("");
    }
}
