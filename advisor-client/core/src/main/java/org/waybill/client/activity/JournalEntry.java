package org.waybill.client.activity;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A transfer of this user, from its start to its end.
 *
 * @param id a UUID
 * @param source as the user named it; never holds a password
 * @param way the workflow's title
 * @param transport the mover's name
 * @param endedAt null while it is not over
 * @param bytesDone how far it got
 * @param totalBytes -1 while unknown
 * @param pid the process that works on it
 * @param processStartedAt what distinguishes it from a later one of the same number; null where the system does not say
 * @param seconds time spent copying, pauses left out; null while it is not over
 * @param sha256 of the content, null where it was not computed
 * @param causeCode what bounded the rate, or the reason of the failure; empty while it is not over
 * @param message the cause or the failure in a sentence
 */
public record JournalEntry(
        String id,
        String source,
        String destination,
        String way,
        String transport,
        Instant startedAt,
        @Nullable Instant endedAt,
        State state,
        long bytesDone,
        long totalBytes,
        long pid,
        @Nullable Instant processStartedAt,
        @Nullable Double seconds,
        @Nullable Double forecastSecondsP50,
        @Nullable Double forecastSecondsP90,
        @Nullable String sha256,
        String causeCode,
        String message) {

    /** The state of a transfer. */
    public enum State {
        RUNNING,
        PAUSED,
        DONE,
        FAILED,
        /** By the user. */
        STOPPED,
        /** Its process ended before it did. */
        INTERRUPTED,
        /** A task of its id goes on with it. */
        BACKGROUND;

        public boolean isOver() {
            return this != RUNNING && this != PAUSED;
        }
    }

    /** A transfer that begins. */
    public static JournalEntry started(
            String id,
            String source,
            String destination,
            String way,
            String transport,
            Instant at,
            @Nullable Double secondsP50,
            @Nullable Double secondsP90) {
        return new JournalEntry(
                id,
                source,
                destination,
                way,
                transport,
                at,
                null,
                State.RUNNING,
                0,
                -1,
                ProcessHandle.current().pid(),
                ProcessHandle.current().info().startInstant().orElse(null),
                null,
                secondsP50,
                secondsP90,
                null,
                "",
                "");
    }

    /** The same transfer, further on. */
    public JournalEntry at(State now, long done, long total) {
        return with(now, endedAt, done, total, seconds, sha256, causeCode, message);
    }

    /** The same transfer at its end. */
    public JournalEntry ended(
            State how, Instant at, @Nullable Double tookSeconds, @Nullable String digest, String code, String text) {
        return with(how, at, bytesDone, totalBytes, tookSeconds, digest, code, text);
    }

    private JournalEntry with(
            State now,
            @Nullable Instant end,
            long done,
            long total,
            @Nullable Double tookSeconds,
            @Nullable String digest,
            String code,
            String text) {
        return new JournalEntry(
                id,
                source,
                destination,
                way,
                transport,
                startedAt,
                end,
                now,
                done,
                total,
                pid,
                processStartedAt,
                tookSeconds,
                forecastSecondsP50,
                forecastSecondsP90,
                digest,
                code,
                text);
    }
}
