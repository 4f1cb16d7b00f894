package org.waybill.service.task;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.waybill.api.task.TaskKind;
import org.waybill.service.InputChecks;

/**
 * The options of a command that a task may have: none that reads or writes other files of a worker, deletes, runs a
 * command, or asks a person.
 */
final class TaskOptions {
    private static final int MOST = 20;
    private static final Pattern OPTION = Pattern.compile("--([a-z][a-z-]{0,40})(?:=(.{1,200}))?");
    private static final Pattern APART = Pattern.compile("--([a-z][a-z-]{0,40})\\s+(.*)");
    private static final Value FLAG = new Value("", "no value");

    private static final Map<String, Value> OF_BOTH = Map.of(
            "deadline", new Value("[0-9A-Za-z:.+-]{1,40}", "90m, 2h30m or 2026-12-31T18:00"),
            "prefer", new Value("[a-z0-9]{1,20}(,[a-z0-9]{1,20}){0,9}", "protocols, such as sftp,gsiftp"));

    private static final Map<String, Value> OF_COPY = with(Map.of(
            "streams", new Value("auto|[0-9]{1,3}", "auto or a number"),
            "verify", new Value("[a-z0-9-]{1,20}", "a word of 'waybill copy --help'"),
            "rate", new Value("[0-9.]{1,15}[A-Za-z/]{0,8}", "500M, 1.5Gbit/s or 60MB/s"),
            "transport", new Value("[a-z0-9]{1,20}", "a word of 'waybill copy --help'"),
            "links", new Value("keep|skip", "keep or skip: links may lead out of a worker's directories"),
            "overwrite", new Value("always|different|newer|never", "always, different, newer or never"),
            "strict", FLAG));

    private static final Map<String, Value> OF_ADVISE =
            with(Map.of("size", new Value("[0-9.]{1,15}[A-Za-z]{0,4}", "10GB or 1.5TiB"), "secure", FLAG));

    private record Value(String pattern, String expected) {}

    private TaskOptions() {}

    private static Map<String, Value> with(Map<String, Value> own) {
        Map<String, Value> all = new TreeMap<>(OF_BOTH);
        all.putAll(own);
        return all;
    }

    /** The options, if a task may have each of them. */
    static List<String> checked(TaskKind kind, List<String> options) {
        InputChecks.atMost("options", options.size(), MOST);
        Map<String, Value> allowed = kind == TaskKind.COPY ? OF_COPY : OF_ADVISE;
        for (int i = 0; i < options.size(); i++) {
            String option = InputChecks.text("options", options.get(i), 250);
            requireOneWord(allowed, option, i + 1 < options.size() ? options.get(i + 1) : "--");
            Matcher read = OPTION.matcher(option);
            if (!read.matches()) {
                throw InputChecks.bad("invalid option '" + InputChecks.printable(option)
                        + "': expected --NAME=VALUE in one word, such as --rate=500M");
            }
            check(allowed, read.group(1), read.group(2) == null ? "" : read.group(2));
        }
        return List.copyOf(options);
    }

    /** Refuses an option apart from its value, as shells have it, and says how it is written here. */
    private static void requireOneWord(Map<String, Value> allowed, String option, String next) {
        Matcher apart = APART.matcher(option);
        String name = apart.matches() ? apart.group(1) : option.startsWith("--") ? option.substring(2) : "";
        Value known = allowed.get(name);
        String value = apart.matches() ? apart.group(2) : next;
        if (known != null && known != FLAG && !value.startsWith("--")) {
            throw InputChecks.bad("invalid option '--" + name + " " + InputChecks.printable(value)
                    + "': expected one word, '--" + name + "=" + InputChecks.printable(value) + "'");
        }
    }

    private static void check(Map<String, Value> allowed, String name, String value) {
        Value known = allowed.get(name);
        if (known == null) {
            throw InputChecks.bad("--" + name + " is not for tasks of the service: expected "
                    + allowed.keySet().stream().map(one -> "--" + one).collect(Collectors.joining(", ")));
        }
        if (!value.matches(known.pattern())) {
            throw InputChecks.bad(
                    "invalid --" + name + " '" + InputChecks.printable(value) + "': expected " + known.expected());
        }
    }
}
