package org.waybill.client.task;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.platform.PrivateFiles;

/** One run of a task's command, in a process of its own, and what came of it. */
final class Attempt {
    /** What may be over when it is tried again; a host's name that was found once is found again. */
    private static final Set<Reason> TEMPORARY = EnumSet.of(
            Reason.UNREACHABLE, Reason.CONNECTION_LOST, Reason.GAVE_UP, Reason.TARGET_BUSY, Reason.INTERRUPTED);

    /** It prints a document, and nothing that is reported while it runs. */
    static final String ADVISE = "advise";

    /** Commands without {@code --events}. */
    private static final Set<String> SILENT = Set.of(ADVISE, "distribute");

    private static final String SAID = "waybill: ";
    private static final String HEADER = "-- attempt ";
    private static final int FIRST_SIGNAL = 129;
    private static final Map<Integer, String> SIGNALS = Map.of(
            1,
            "SIGHUP",
            2,
            "SIGINT",
            3,
            "SIGQUIT",
            6,
            "SIGABRT",
            9,
            "SIGKILL, as when memory runs out",
            11,
            "SIGSEGV",
            15,
            "SIGTERM",
            24,
            "SIGXCPU");

    private Attempt() {}

    /**
     * How one ended.
     *
     * @param reason null if it is done
     * @param progressed whether it found or brought data to the destination
     */
    record Outcome(int exitCode, @Nullable Reason reason, String message, boolean progressed) {
        boolean isTemporary(int attempts) {
            return TEMPORARY.contains(reason) || reason == Reason.UNKNOWN_HOST && (attempts > 1 || progressed);
        }
    }

    /** Starts one; the task says already that it runs, and no report of an earlier attempt is left. */
    static Process start(TaskStore store, Task task, List<String> launcher, Map<String, String> environment)
            throws IOException {
        Path log = store.log(task.id());
        String header = HEADER + task.attempts() + ", " + Instant.now() + "\n";
        if (!Files.exists(log)) {
            PrivateFiles.replace(log, "");
        }
        Files.writeString(log, header, StandardOpenOption.APPEND);
        List<String> line = new ArrayList<>(launcher);
        line.add(task.words().getFirst());
        if (!SILENT.contains(task.words().getFirst())
                && task.words().stream().noneMatch(word -> word.equals("--events") || word.startsWith("--events="))) {
            line.addAll(List.of("--events", store.events(task.id()).toString()));
        }
        line.addAll(task.words().subList(1, task.words().size()));
        Map<String, String> all = new HashMap<>(environment);
        all.put(TaskLock.VARIABLE, store.lock(task.id()).toString());
        if (task.failures() == 0) {
            Files.deleteIfExists(store.failures(task.id()));
        }
        all.put(
                TaskLock.MEANT_FROM,
                Objects.requireNonNullElse(task.startAt(), task.submittedAt()).toString());
        ProcessBuilder builder = builder(store, task, Path.of(task.directory()), line, all);
        if (task.words().getFirst().equals(ADVISE)) {
            builder.redirectErrorStream(false)
                    .redirectError(builder.redirectOutput())
                    .redirectOutput(store.document(task.id()).toFile());
        }
        return builder.start();
    }

    /** Starts a process of a task, which prints into its log. */
    static Process process(
            TaskStore store, Task task, Path directory, List<String> line, Map<String, String> environment)
            throws IOException {
        return builder(store, task, directory, line, environment).start();
    }

    private static ProcessBuilder builder(
            TaskStore store, Task task, Path directory, List<String> line, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(store.log(task.id()).toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    /**
     * What came of the last one.
     *
     * @param seen its exit code; null if nobody saw it end: then it has noted it, or its report says how
     * @return null if nothing says how it ended
     */
    static @Nullable Outcome outcome(TaskStore store, String id, @Nullable Integer seen) {
        Integer exitCode = seen == null ? TaskLock.exitCode(store.lock(id)).orElse(null) : seen;
        String status = store.reportedStatus(id).orElse("");
        Reason reported = Arrays.stream(Reason.values())
                .filter(one -> one.name().equals(status))
                .findFirst()
                .orElse(null);
        boolean progressed =
                store.progress(id).filter(now -> now.bytesDone() > 0).isPresent();
        if (exitCode == null) {
            return status.isEmpty()
                    ? null
                    : new Outcome(
                            reported == null ? 0 : reported.exitCode(),
                            reported,
                            reported == null ? "" : said(store, id),
                            progressed);
        }
        if (exitCode == 0) {
            return new Outcome(0, null, "", progressed);
        }
        Reason reason = reported != null && reported.exitCode() == exitCode ? reported : ofCode(exitCode);
        String said = status.isEmpty() && exitCode >= FIRST_SIGNAL ? killed(exitCode) : said(store, id);
        String silent = "exit code " + exitCode + " without a message: see 'waybill task log " + id + "'";
        return new Outcome(exitCode, reason, said.isEmpty() ? silent : said, progressed);
    }

    /** Of one that had no time to say or report anything: what it said last was something else. */
    private static String killed(int exitCode) {
        int signal = exitCode - FIRST_SIGNAL + 1;
        String name = SIGNALS.get(signal);
        return "its process was ended by signal " + signal + (name == null ? "" : " (" + name + ")");
    }

    private static Reason ofCode(int exitCode) {
        return exitCode >= FIRST_SIGNAL
                ? Reason.INTERRUPTED
                : Arrays.stream(Reason.values())
                        .filter(one -> one.exitCode() == exitCode)
                        .findFirst()
                        .orElse(Reason.INTERNAL);
    }

    /** The last line in which the command said what was wrong. */
    private static String said(TaskStore store, String id) {
        String said = "";
        for (String line : TaskStore.tail(store.log(id))) {
            said = line.startsWith(HEADER) ? "" : line.startsWith(SAID) ? line.substring(SAID.length()) : said;
        }
        return said;
    }
}
