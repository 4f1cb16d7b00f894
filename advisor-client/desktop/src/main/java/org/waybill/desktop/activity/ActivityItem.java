package org.waybill.desktop.activity;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.TransferOutcome;
import org.waybill.client.Explanations;
import org.waybill.client.HumanUnits;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.activity.JournalEntry.State;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.task.Task;
import org.waybill.desktop.workflow.OptionLabels;
import org.waybill.engine.TransferException;

/**
 * A transfer in the list: from this user's journal, or known only to the history, as one of the command line.
 *
 * @param entry null for one that only the history knows
 */
public record ActivityItem(
        String id,
        String source,
        String destination,
        String by,
        Instant startedAt,
        State state,
        String amount,
        String outcome,
        String code,
        @Nullable JournalEntry entry) {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH);

    static ActivityItem of(JournalEntry entry) {
        String amount = entry.totalBytes() > 0 && !entry.state().isOver()
                ? HumanUnits.decimalSize(entry.bytesDone()) + " of " + HumanUnits.decimalSize(entry.totalBytes())
                : entry.totalBytes() > 0 ? HumanUnits.decimalSize(entry.totalBytes()) : "";
        Double seconds = entry.seconds();
        String outcome = entry.state() == State.DONE && seconds != null
                ? took(seconds, entry.forecastSecondsP50(), entry.forecastSecondsP90())
                : entry.message();
        return new ActivityItem(
                entry.id(),
                Selection.shown(entry.source()),
                Shown.of(entry.destination()),
                entry.way(),
                entry.startedAt(),
                entry.state(),
                amount,
                outcome,
                entry.causeCode(),
                entry);
    }

    /** What became of a transfer of the window as a task that is over. */
    static ActivityItem of(JournalEntry entry, TaskItem item) {
        Task task = item.task();
        State state =
                switch (task.state()) {
                    case DONE -> State.DONE;
                    case CANCELLED -> State.STOPPED;
                    default -> State.FAILED;
                };
        String outcome =
                switch (state) {
                    case DONE -> "Completed in the background";
                    case STOPPED -> "You cancelled it in the background. Partial data is kept";
                    default -> Shown.of(task.message());
                };
        return new ActivityItem(
                entry.id(),
                Selection.shown(entry.source()),
                Shown.of(entry.destination()),
                entry.way(),
                entry.startedAt(),
                state,
                item.amount(),
                outcome,
                task.reason() == null ? "" : task.reason(),
                entry);
    }

    static ActivityItem of(TransferOutcome past) {
        boolean well = past.status().equals("OK");
        return new ActivityItem(
                past.id(),
                past.sourceHost(),
                past.destinationHost(),
                OptionLabels.transport(past.transport()),
                past.startedAt(),
                well ? State.DONE : State.FAILED,
                well ? HumanUnits.decimalSize(past.bytes()) : "",
                well
                        ? took(past.seconds(), past.forecastSecondsP50(), past.forecastSecondsP90())
                        : reason(past.status()),
                well ? past.causeCode() : past.status(),
                null);
    }

    private static String took(double seconds, @Nullable Double p50, @Nullable Double p90) {
        return HumanUnits.roughTime(seconds) + (p50 == null ? "" : ", forecast " + HumanUnits.roughBand(p50, p90));
    }

    /** A failure in a few words; its code is for programs. */
    private static String reason(String code) {
        String text = meaning(code);
        return text.isEmpty() ? code.toLowerCase(Locale.ROOT).replace('_', ' ') : text.substring(0, text.indexOf('.'));
    }

    /**
     * What a code means, without what only a command has: an exit code, and the command itself; empty for one that is
     * not known.
     */
    static String meaning(String code) {
        return Explanations.of(code)
                .orElse("")
                .replaceAll(" \\(exit \\d+\\)", "")
                .replace("re-run the command", "copy again");
    }

    /** Whether it stopped before its end and can be resumed. */
    public boolean canResume() {
        return entry != null
                && (state == State.STOPPED
                        || state == State.INTERRUPTED
                        || state == State.FAILED && entry.state() == State.BACKGROUND);
    }

    /** Whether it is resumed as the task that it is: what has failed there may need an answer, or another option. */
    boolean isTask() {
        return entry != null && entry.state() == State.BACKGROUND && state == State.STOPPED;
    }

    /** Whether it can be repeated or resumed: only the journal knows both endpoints. */
    public boolean canRepeat() {
        return entry != null && state != State.RUNNING && state != State.PAUSED;
    }

    /** The directory of this machine that a destination is or is in. */
    public static Optional<Path> directory(String destination) {
        try {
            Endpoint end = EndpointParser.parse(destination);
            Path path = Path.of(end.location().path()).toAbsolutePath();
            return !end.isLocal() || end.isStream()
                    ? Optional.empty()
                    : Optional.ofNullable(Files.isDirectory(path) ? path : path.getParent());
        } catch (TransferException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The state in a word. */
    String title() {
        return state.name().charAt(0) + state.name().substring(1).toLowerCase(Locale.ROOT);
    }

    public String when(ZoneId zone) {
        return WHEN.format(startedAt.atZone(zone));
    }

    /** Whether all words of a search occur in it, in any case. */
    boolean matches(String search) {
        String text = String.join(" ", source, destination, by, title(), outcome, code)
                .toLowerCase(Locale.ROOT);
        for (String word : search.toLowerCase(Locale.ROOT).split("\\s+")) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }
}
