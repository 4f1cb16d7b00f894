package org.waybill.desktop.activity;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.api.TransferOutcome;
import org.waybill.client.Amounts;
import org.waybill.client.activity.JournalEntry;

/**
 * A move in the list: from this user's journal, or known only to the history, as one made on the command line.
 *
 * @param entry null for a move that only the history knows
 */
public record ActivityItem(String id, String source, String destination, String by, Instant startedAt, State state,
        String amount, String outcome, String code, @Nullable JournalEntry entry) {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH);

    /** How a move stands. */
    public enum State {
        RUNNING("Running"),
        PAUSED("Paused"),
        DONE("Done"),
        FAILED("Failed"),
        STOPPED("Stopped");

        private final String title;

        State(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    static ActivityItem of(JournalEntry entry) {
        String amount = entry.totalBytes() > 0 && !entry.state().isOver()
                ? Amounts.decimalSize(entry.bytesDone()) + " of " + Amounts.decimalSize(entry.totalBytes())
                : entry.totalBytes() > 0 ? Amounts.decimalSize(entry.totalBytes()) : "";
        Double seconds = entry.seconds();
        String outcome = entry.state() == JournalEntry.State.DONE && seconds != null
                ? Amounts.roughTime(seconds) + (entry.forecastSecondsP50() == null ? ""
                : ", forecast " + Amounts.roughBand(entry.forecastSecondsP50(), entry.forecastSecondsP90()))
                : entry.message();
        return new ActivityItem(entry.id(), entry.source(), entry.destination(), entry.way(), entry.startedAt(),
                State.valueOf(entry.state().name()), amount, outcome, entry.causeCode(), entry);
    }

    static ActivityItem of(TransferOutcome past) {
        boolean well = past.status().equals("OK");
        return new ActivityItem(past.id(), past.sourceHost(), past.destinationHost(), past.transport(),
                past.startedAt(), well ? State.DONE : State.FAILED, well ? Amounts.decimalSize(past.bytes()) : "",
                well ? Amounts.roughTime(past.seconds()) + (past.forecastSecondsP50() == null ? ""
                : ", forecast " + Amounts.roughBand(past.forecastSecondsP50(), past.forecastSecondsP90()))
                : "ended with " + past.status(), well ? past.causeCode() : past.status(), null);
    }

    /** Whether the move can be made again or go on: only the journal knows both ends. */
    public boolean canRepeat() {
        return entry != null && state != State.RUNNING && state != State.PAUSED;
    }

    public String when(ZoneId zone) {
        return WHEN.format(startedAt.atZone(zone));
    }

    /** Whether all words of a search occur in it, in any case. */
    boolean matches(String search) {
        String text = String.join(" ", source, destination, by, state.title(), outcome, code).toLowerCase(Locale.ROOT);
        for (String word : search.toLowerCase(Locale.ROOT).split("\\s+")) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }
}
