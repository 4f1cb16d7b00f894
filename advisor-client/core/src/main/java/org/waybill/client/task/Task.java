package org.waybill.client.task;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transfer that runs in the background.
 *
 * @param id the submission id: a second submission under it is the same task
 * @param words of the command, without {@code waybill}
 * @param directory that it runs in
 * @param machine whose agent carries it out
 * @param credentials names of the variables that held credentials or proxies at submission; their values are in the
 *     agent's memory only
 * @param state of the task
 * @param reason why it waits, or why it failed: a code that {@code waybill explain} knows; null if there is nothing to say
 * @param message the last attempt's failure in a line; empty if there is none
 * @param attempts that were started, that of the window that has begun it among them
 * @param failures in a row without progress
 * @param exitCode of the last attempt that ended; null before
 * @param submittedAt when it was submitted
 * @param startedAt when its first attempt started; null before
 * @param endedAt when it was done, had failed or was cancelled; null before
 * @param nextAttemptAt when it is started or tried again; null unless it waits for that
 * @param startAt the time that it was to start at, or was retried at: relative times of its command count from it; null
 *     for its submission
 */
public record Task(
        String id,
        List<String> words,
        String directory,
        String machine,
        List<String> credentials,
        State state,
        @Nullable String reason,
        String message,
        int attempts,
        int failures,
        @Nullable Integer exitCode,
        Instant submittedAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant startAt) {
    /** It waits for a credential that its agent no longer has, until {@code task resume} hands it over. */
    public static final String CREDENTIAL_GONE = "CREDENTIAL_GONE";

    /** It waits for the time that was asked for. */
    public static final String START_TIME = "START_TIME";

    /** It waits for {@code task resume}. */
    public static final String PAUSED = "PAUSED";

    public Task {
        List.of(id, directory, machine, state, submittedAt).forEach(Objects::requireNonNull);
        words = List.copyOf(words);
        // a task of an earlier version may lack the others
        credentials = List.copyOf(Objects.requireNonNullElse(credentials, List.of()));
        message = Objects.requireNonNullElse(message, "");
    }

    /** What becomes of a task. */
    public enum State {
        QUEUED,
        WAITING,
        RUNNING,
        PAUSED,
        DONE,
        FAILED,
        CANCELLED;

        /** Whether nothing more happens to it by itself or by {@code task resume}. */
        public boolean isOver() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** A new one. @param startAt null for at once, as where it has passed */
    static Task submitted(
            String id,
            List<String> words,
            String directory,
            String machine,
            List<String> credentials,
            Instant now,
            @Nullable Instant startAt) {
        boolean waits = startAt != null && startAt.isAfter(now);
        return new Task(
                id,
                words,
                directory,
                machine,
                credentials,
                waits ? State.WAITING : State.QUEUED,
                waits ? START_TIME : null,
                "",
                0,
                0,
                null,
                now,
                null,
                null,
                waits ? startAt : null,
                startAt);
    }

    /** The same, which a window has begun. */
    Task begun() {
        return with(state, reason, message, attempts + 1, failures, exitCode, startedAt, endedAt, nextAttemptAt);
    }

    /** Whether an agent has something to do for it, now or at a time that it knows. */
    boolean wantsAgent() {
        return !state.isOver() && state != State.PAUSED && !CREDENTIAL_GONE.equals(reason);
    }

    Task queued() {
        return with(State.QUEUED, null, message, attempts, failures, exitCode, startedAt, null, null);
    }

    /** From the beginning, as the user wants it. */
    Task again() {
        return with(State.QUEUED, null, "", attempts, 0, exitCode, null, null, null);
    }

    /** The same of one that was over: its times count from now on. @param command its words */
    Task retried(List<String> command, Instant now) {
        return again().with(command, machine, now);
    }

    /** One whose last attempt was stopped before its process had begun, and counts as none. */
    Task notBegun() {
        return with(state, reason, message, attempts - 1, failures, exitCode, startedAt, endedAt, nextAttemptAt);
    }

    Task paused() {
        return with(State.PAUSED, PAUSED, message, attempts, failures, exitCode, startedAt, null, null);
    }

    Task running(Instant now) {
        Instant first = startedAt == null ? now : startedAt;
        return with(State.RUNNING, null, "", attempts + 1, failures, exitCode, first, null, null);
    }

    Task waiting(String why, String text, int failed, @Nullable Integer code, @Nullable Instant again) {
        return with(State.WAITING, why, text, attempts, failed, code, startedAt, null, again);
    }

    Task over(State how, @Nullable String why, String text, @Nullable Integer code, Instant now) {
        return with(how, why, text, attempts, failures, code, startedAt, now, null);
    }

    /** The same at no more than a rate; empty for no limit. */
    Task limited(String rate) {
        return with(ValueOption.RATE.set(words, rate), machine, startAt);
    }

    /** The deadline among its words, as it was written. */
    public Optional<String> deadline() {
        return ValueOption.DEADLINE.value(words);
    }

    /** Whether its command knows a deadline. */
    public boolean takesDeadline() {
        return ValueOption.DEADLINE.isOf(words.getFirst());
    }

    /** The same, carried out by another machine. */
    Task takenOver(String by) {
        return with(words, by, startAt);
    }

    private Task with(List<String> command, String by, @Nullable Instant from) {
        return new Task(
                id,
                command,
                directory,
                by,
                credentials,
                state,
                reason,
                message,
                attempts,
                failures,
                exitCode,
                submittedAt,
                startedAt,
                endedAt,
                nextAttemptAt,
                from);
    }

    private Task with(
            State now,
            @Nullable String why,
            String text,
            int tries,
            int failed,
            @Nullable Integer code,
            @Nullable Instant started,
            @Nullable Instant ended,
            @Nullable Instant again) {
        return new Task(
                id,
                words,
                directory,
                machine,
                credentials,
                now,
                why,
                text,
                tries,
                failed,
                code,
                submittedAt,
                started,
                ended,
                again,
                startAt);
    }
}
