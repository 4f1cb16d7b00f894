package org.waybill.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.protocol.Protocols;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, and what may have been meant. */
final class BadUsage {
    private static final String COPY = "'copy'";
    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

    /** What other tools call it, besides those that are called as their protocol. */
    private static final Map<String, List<String>> OF_OTHERS = Map.of(
            COPY,
            List.of("cp", "copyto", "put", "get", "upload", "download", "transfer", "fetch", "push", "pull", "mirror"),
            "'rename', or 'copy --delete-source'",
            List.of("mv", "moveto", "ren"),
            "'ls'",
            List.of("dir", "list", "lsf", "lsl", "lsd"),
            "'rm'",
            List.of("del", "delete", "remove", "unlink", "purge", "rmdir"),
            "'hash'",
            List.of("md5sum", "sha1sum", "sha256sum", "shasum", "hashsum", "checksum", "sum"),
            "'du'",
            List.of("size", "df"),
            "'check'",
            List.of("diff", "cmp", "compare", "verify"),
            "'--version'",
            List.of("version", "-v", "about"));

    private BadUsage() {}

    static String message(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (e instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return missing(spec, missing);
        }
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return badValue(e);
        }
        List<String> arguments = unmatched.getUnmatched();
        String first = arguments.getFirst();
        if (!spec.subcommands().isEmpty() && !first.startsWith("-")) {
            Optional<String> other =
                    spec.parent() == null ? ofOthers(first.toLowerCase(Locale.ROOT)) : Optional.empty();
            return "unknown command '" + PrintableText.of(first) + "'"
                    + other.map(name -> ": did you mean " + name + "?").orElseGet(() -> meant(unmatched));
        }
        // what follows an unknown option may be its value, or a place that is named well
        String option = arguments.stream()
                .filter(one -> one.startsWith("-") && one.length() > 1)
                .findFirst()
                .map(one -> one.split("=", 2)[0])
                .orElse("");
        if (!option.isEmpty()) {
            return "unknown option '" + PrintableText.of(option) + "'"
                    + ForeignOptions.hint(spec, option).map(hint -> ": " + hint).orElseGet(() -> meant(unmatched));
        }
        return "unexpected argument '" + PrintableText.of(first) + "': expected " + form(spec);
    }

    /** {@code missing DST: expected waybill copy SRC... DST}. */
    private static String missing(CommandSpec spec, MissingParameterException e) {
        ArgSpec first = e.getMissing().getFirst();
        if (first instanceof OptionSpec option) {
            boolean isThere = String.valueOf(e.getMessage()).startsWith("Missing required parameter for");
            return "missing " + (isThere ? "value of " : "") + option.longestName() + ": expected "
                    + option.longestName() + " " + option.paramLabel();
        }
        // the exception has the first of them, and its message all
        List<String> labels =
                spec.positionalParameters().stream().map(ArgSpec::paramLabel).toList();
        String missing = QUOTED.matcher(String.valueOf(e.getMessage()))
                .results()
                .map(one -> one.group(1))
                .filter(labels::contains)
                .collect(Collectors.joining(" and "));
        return "missing " + (missing.isEmpty() ? first.paramLabel() : missing) + ": expected " + spec.qualifiedName()
                + " " + form(spec);
    }

    /** The arguments as in the help; of a command that takes several sources, the first of them. */
    private static String form(CommandSpec spec) {
        boolean several = spec.positionalParameters().stream()
                .anyMatch(one -> one.hidden() && one.index().isVariable());
        List<String> labels = new ArrayList<>();
        for (PositionalParamSpec one : spec.positionalParameters()) {
            if (!one.hidden()) {
                boolean more = several && labels.isEmpty() || one.index().isVariable();
                labels.add(one.paramLabel() + (more ? "..." : ""));
            }
        }
        return String.join(" ", labels);
    }

    private static Optional<String> ofOthers(String name) {
        return OF_OTHERS.entrySet().stream()
                .filter(one -> one.getValue().contains(name))
                .map(Map.Entry::getKey)
                .findFirst()
                .or(() -> Protocols.named(name).map(_ -> COPY));
    }

    /** {@code invalid --limit 'x': expected a whole number}, from what the converter says of the value. */
    private static String badValue(ParameterException e) {
        String message = String.valueOf(e.getMessage());
        Throwable wrong = e.getCause();
        if (wrong == null || e.getArgSpec() == null || e.getValue() == null) {
            return message;
        }
        String what = e.getArgSpec() instanceof OptionSpec option
                ? option.longestName()
                : e.getArgSpec().paramLabel();
        String said = String.valueOf(wrong.getMessage());
        int expected = said.indexOf("': expected ");
        if (expected >= 0) {
            return "invalid " + what + " '" + e.getValue() + said.substring(expected);
        }
        Class<?> type = e.getArgSpec().type();
        String form = type.isEnum()
                ? Invalid.oneOf(Stream.of(type.getEnumConstants())
                        .map(one -> one.toString().toLowerCase(Locale.ROOT))
                        .toList())
                : "a whole number";
        return type.isEnum() || said.endsWith(" is not an int")
                ? "invalid " + what + " '" + e.getValue() + "': expected " + form
                : message;
    }

    /** picocli suggests whatever is the nearest, also where nothing is near. */
    private static String meant(UnmatchedArgumentException unmatched) {
        String typed = unmatched.getUnmatched().getFirst().split("=", 2)[0];
        return unmatched.getSuggestions().stream()
                .filter(name -> isNear(typed.toLowerCase(Locale.ROOT), name))
                .findFirst()
                .map(name -> ": did you mean '" + name + "'?")
                .orElse("");
    }

    /** Whether a word begins the other, or a few letters of it are missing, wrong or more. */
    private static boolean isNear(String typed, String name) {
        int most = Math.max(2, name.length() / 3);
        return name.startsWith(typed) || typed.startsWith(name) || edits(typed, name) <= most;
    }

    /** Letters to insert, remove or replace (Levenshtein's distance). */
    private static int edits(String from, String to) {
        int[] above = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
