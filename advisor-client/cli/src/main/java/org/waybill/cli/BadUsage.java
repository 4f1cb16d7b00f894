package org.waybill.cli;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.cli.command.OneLine;
import org.waybill.protocol.Protocols;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, and what may have been meant. */
final class BadUsage {
    /** What other tools call it, besides those that are called as their protocol. */
    private static final Set<String> COPYING = Set.of("cp", "mv", "sync", "copyto", "put", "get", "upload", "download",
            "transfer", "fetch", "push", "pull");
    /** One letter in so many may be wrong. */
    private static final int LETTERS_A_MISTAKE = 3;

    private BadUsage() {}

    static String message(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (!(e instanceof UnmatchedArgumentException unmatched) || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(e.getMessage());
        }
        List<String> arguments = unmatched.getUnmatched();
        String first = arguments.getFirst();
        if (!spec.subcommands().isEmpty() && !first.startsWith("-")) {
            boolean copying = spec.parent() == null && (COPYING.contains(first.toLowerCase(Locale.ROOT))
                    || Protocols.named(first.toLowerCase(Locale.ROOT)).isPresent());
            return "there is no command '" + OneLine.of(first) + "'" + (copying ? ": did you mean 'copy'?"
                    : meant(first, spec.subcommands().keySet()));
        }
        // what follows an unknown option may be its value, or a place that is named well
        String option = arguments.stream().filter(one -> one.startsWith("-") && one.length() > 1).findFirst()
                .map(one -> one.split("=", 2)[0]).orElse("");
        if (!option.isEmpty()) {
            return "there is no option '" + OneLine.of(option) + "'" + meant(option, spec.optionsMap().keySet());
        }
        return "unexpected argument '" + OneLine.of(first) + "': " + spec.name() + " takes "
                + spec.positionalParameters().stream().map(one -> one.paramLabel()).collect(Collectors.joining(" "));
    }

    private static String meant(String written, Set<String> known) {
        return known.stream().filter(name -> distance(written, name) * LETTERS_A_MISTAKE <= name.length())
                .min((a, b) -> distance(written, a) - distance(written, b))
                .map(name -> ": did you mean '" + name + "'?").orElse("");
    }

    /** How many letters must be put in, left out, changed, or swapped with the next (Damerau and Levenshtein). */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int k = 0; k <= to.length(); k++) {
                cost[i][k] = i == 0 || k == 0 ? i + k : Math.min(Math.min(cost[i - 1][k], cost[i][k - 1]) + 1,
                        cost[i - 1][k - 1] + (from.charAt(i - 1) == to.charAt(k - 1) ? 0 : 1));
                if (i > 1 && k > 1 && from.charAt(i - 1) == to.charAt(k - 2)
                        && from.charAt(i - 2) == to.charAt(k - 1)) {
                    cost[i][k] = Math.min(cost[i][k], cost[i - 2][k - 2] + 1);
                }
            }
        }
        return cost[from.length()][to.length()];
    }
}
