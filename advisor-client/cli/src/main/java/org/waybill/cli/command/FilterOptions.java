package org.waybill.cli.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Stack;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Filters: which entries of the source are copied, as options. */
@Command
@SuppressWarnings("UnusedVariable") // picocli reads the fields
public final class FilterOptions {
    private static final String PATTERN = "PATTERN";
    private static final String FILE = "FILE";
    private static final int MOST_LINES = 5;

    @Option(
            names = "--include",
            paramLabel = PATTERN,
            parameterConsumer = InOrder.class,
            description = "Copy entries that match, even if a later rule excludes them. Patterns are rsync's: *.h5, "
                    + "/scratch/ (at the top of SRC), run?/**/core. The first rule that matches decides; entries that "
                    + "match none are copied.")
    private @Nullable String include;

    @Option(
            names = "--exclude",
            paramLabel = PATTERN,
            parameterConsumer = InOrder.class,
            description = "Leave out entries that match; a directory with its contents.")
    private @Nullable String exclude;

    @Option(
            names = "--filter",
            paramLabel = "RULE",
            parameterConsumer = InOrder.class,
            description = "One rule: '+ PATTERN' includes, '- PATTERN' excludes, ! drops the rules before it.")
    private @Nullable String filter;

    @Option(
            names = "--filter-from",
            paramLabel = FILE,
            parameterConsumer = InOrder.class,
            description = "Read rules from FILE, one a line; # starts a comment. - is standard input.")
    private @Nullable String filterFrom;

    @Option(
            names = "--exclude-from",
            paramLabel = FILE,
            parameterConsumer = InOrder.class,
            description = "Read patterns to exclude from FILE, one a line.")
    private @Nullable String excludeFrom;

    @Option(
            names = "--include-from",
            paramLabel = FILE,
            parameterConsumer = InOrder.class,
            description = "Read patterns to include from FILE, one a line.")
    private @Nullable String includeFrom;

    @Option(
            names = "--files-from",
            paramLabel = FILE,
            description =
                    "Copy only the paths in FILE, one a line: paths below SRC, directories with their contents. - "
                            + "is standard input.")
    private @Nullable String filesFrom;

    @Option(
            names = {"-0", "--from0"},
            description = "Lines of these files end in NUL, as find -print0 writes them.")
    private boolean fromNul;

    @Option(
            names = "--min-size",
            paramLabel = "SIZE",
            converter = Quantities.FileBytes.class,
            description = "Copy files of this size or more: 4096, 10K, 1.5G (of 1024), 10MB (of 1000).")
    private long leastBytes;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            converter = Quantities.FileBytes.class,
            description = "Copy files of this size or less.")
    private long mostBytes = Long.MAX_VALUE;

    @Option(
            names = "--min-age",
            paramLabel = "AGE",
            converter = Quantities.Age.class,
            description = "Copy files last changed before this: 90m, 2d or 3w ago, or a day: 2026-05-01.")
    private @Nullable Instant notAfter;

    @Option(
            names = "--max-age",
            paramLabel = "AGE",
            converter = Quantities.Age.class,
            description = "Copy files last changed after this: 90m, 2d or 3w ago, or a day: 2026-05-01.")
    private @Nullable Instant notBefore;

    private final List<Given> given = new ArrayList<>();

    /** An option and its value, as they stood on the command line. */
    private record Given(String option, String value) {}

    /** Keeps the order of options of different names. */
    static final class InOrder implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> left, ArgSpec option, CommandSpec command) {
            String name = ((OptionSpec) option).longestName();
            if (left.isEmpty()) {
                throw new CommandLine.MissingParameterException(
                        command.commandLine(),
                        option,
                        "Missing required parameter for option '" + name + "' (" + option.paramLabel() + ")");
            }
            try {
                FilterOptions options = option.scope().get();
                options.given.add(new Given(name, left.pop()));
            } catch (Exception e) {
                throw new IllegalStateException("a field's object can be had", e);
            }
        }
    }

    /** Said where the filters leave nothing to do, which is no failure. */
    public static void noteNothingSelected(Session session, String source) {
        session.note("waybill: nothing was selected: the filters leave no file of " + source);
    }

    /**
     * Says in which lines of its list paths are that the source does not have; other paths count for nothing.
     *
     * @param wanted what {@link #filter} gave
     * @param all entries that failed or would fail, by their paths below the source
     */
    public void noteMissing(Session session, EntryFilter wanted, Collection<NotTransferred> all) {
        ChosenPaths list = wanted.chosen();
        List<Integer> lines = list == null
                ? List.of()
                : all.stream()
                        .filter(one -> one.reason().equals(Reason.NOT_FOUND.name()))
                        .map(one -> list.line(one.path()))
                        .filter(line -> line > 0)
                        .distinct()
                        .sorted()
                        .toList();
        if (!lines.isEmpty()) {
            int more = lines.size() - MOST_LINES;
            session.note("waybill: --files-from " + PrintableText.of(String.valueOf(filesFrom))
                    + (lines.size() == 1 ? ", line " : ", lines ")
                    + lines.stream().limit(MOST_LINES).map(String::valueOf).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "") + ": no such path at the source");
        }
    }

    /** What was asked for. */
    public EntryFilter filter() {
        List<FilterRule> rules = new ArrayList<>();
        for (Given one : given) {
            FilterRule.Kind kind = one.option.startsWith("--include")
                    ? FilterRule.Kind.INCLUDE
                    : one.option.startsWith("--exclude") ? FilterRule.Kind.EXCLUDE : FilterRule.Kind.RULE;
            if (one.option.endsWith("-from")) {
                addLines(rules, one, kind);
            } else {
                add(rules, one.value, kind, one.option);
            }
        }
        return new EntryFilter(rules, leastBytes, mostBytes, notBefore, notAfter, chosen());
    }

    private void addLines(List<FilterRule> rules, Given one, FilterRule.Kind kind) {
        int number = 0;
        for (String line : RuleFiles.lines(one.option, one.value, fromNul, System.in)) {
            number++;
            if (!line.isBlank()) {
                add(rules, line, kind, one.option + " " + PrintableText.of(one.value) + ", line " + number);
            }
        }
    }

    private static void add(List<FilterRule> rules, String rule, FilterRule.Kind kind, String where) {
        try {
            FilterRule.add(rules, rule, kind);
        } catch (BadFilterException e) {
            throw Invalid.usage(where + ": " + e.getMessage(), e);
        }
    }

    private @Nullable ChosenPaths chosen() {
        String file = filesFrom;
        if (file == null) {
            return null;
        }
        try {
            return ChosenPaths.of(RuleFiles.lines("--files-from", file, fromNul, System.in));
        } catch (BadFilterException e) {
            throw Invalid.usage("--files-from " + PrintableText.of(file) + ", " + e.getMessage(), e);
        }
    }
}
