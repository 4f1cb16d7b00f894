package org.waybill.desktop.activity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.TransferOutcome;
import org.waybill.client.activity.JournalEntry;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.workflow.OptionLabels;

/** Running and past transfers, over restarts. */
public final class ActivityViewModel {
    private static final int MOST = 500;
    /** The journal's start and the history's differ by the time between advice and first byte at most. */
    private static final long SAME_MOVE_MILLIS = 5_000;

    private final AdvisorFacade assistant;
    private final Background background;
    private final Background.Slot work;
    private final Transfers transfers;
    private final Consumer<ActivityItem> onRepeat;
    private final ObservableList<ActivityItem> all = FXCollections.observableArrayList();
    private final FilteredList<ActivityItem> shown = new FilteredList<>(all);

    public final StringProperty search = new SimpleStringProperty("");
    public final ObjectProperty<@Nullable ActivityItem> chosen = new SimpleObjectProperty<>();
    private final StringProperty explanation = new SimpleStringProperty("");

    private final StringProperty problem = new SimpleStringProperty("");

    /**
     * @param transfers of this window: those under way are listed by themselves
     * @param onRepeat makes a transfer again, or resumes it
     */
    public ActivityViewModel(
            AdvisorFacade assistant, Background background, Transfers transfers, Consumer<ActivityItem> onRepeat) {
        this.transfers = transfers;
        this.assistant = assistant;
        this.background = background;
        this.work = background.slot();
        this.onRepeat = onRepeat;
        search.addListener(
                (property, before, now) -> shown.setPredicate(item -> now.isBlank() || item.matches(now.strip())));
        chosen.addListener((property, before, now) -> explanation.set(now == null ? "" : explain(now)));
    }

    /** Reads everything again: first the journal, which is at hand, then the service's history. */
    public void load() {
        problem.set("");
        work.run(
                () -> {
                    List<JournalEntry> own = assistant.journal().entries();
                    background.onUi(() -> show(own, List.of()));
                    try {
                        List<TransferOutcome> past =
                                assistant.history("", "", MOST).transfers();
                        background.onUi(() -> show(own, past));
                    } catch (ServiceException e) {
                        background.onUi(
                                () -> problem.set("Transfers of the command line are not shown: " + e.getMessage()));
                    }
                    return true;
                },
                done -> {},
                e -> problem.set(ErrorMessages.text(e)));
    }

    /** The journal's transfers, and those of the history that the journal does not have. */
    private void show(List<JournalEntry> own, List<TransferOutcome> past) {
        List<ActivityItem> items =
                new ArrayList<>(own.stream().map(ActivityItem::of).toList());
        Set<TransferOutcome> known = new HashSet<>();
        for (JournalEntry entry : own) {
            past.stream()
                    .filter(one -> one.transport().equals(entry.transport()) && isSame(entry, one))
                    .forEach(known::add);
        }
        past.stream().filter(one -> !known.contains(one)).map(ActivityItem::of).forEach(items::add);
        items.removeIf(item -> transfers.isUnderWay(item.id()));
        items.sort(Comparator.comparing(ActivityItem::startedAt).reversed());
        ActivityItem before = chosen.get();
        all.setAll(items);
        chosen.set(
                before == null
                        ? null
                        : items.stream()
                                .filter(item -> item.id().equals(before.id()))
                                .findFirst()
                                .orElse(null));
    }

    private static boolean isSame(JournalEntry entry, TransferOutcome past) {
        long start = entry.startedAt().toEpochMilli();
        long end = entry.endedAt() == null ? Long.MAX_VALUE : entry.endedAt().toEpochMilli();
        long at = past.startedAt().toEpochMilli();
        return at >= start - SAME_MOVE_MILLIS && at <= end;
    }

    private static String explain(ActivityItem item) {
        String meaning = ActivityItem.meaning(item.code());
        String said = item.entry() == null ? item.outcome() : item.entry().message();
        return switch (item.state()) {
            case RUNNING -> "It is under way.";
            case PAUSED -> "It is paused. Partial data is kept.";
            case DONE ->
                (said.isEmpty() ? "Completed." : "Limited by: " + said) + (meaning.isEmpty() ? "" : "\n\n" + meaning);
            case FAILED -> OptionLabels.sentence(said) + (meaning.isEmpty() ? "" : "\n\n" + meaning);
            case STOPPED, INTERRUPTED -> said + ". Resume continues it.";
        };
    }

    /** Repeats a transfer, or resumes one that stopped. */
    public void repeat(ActivityItem item) {
        if (item.canRepeat()) {
            onRepeat.accept(item);
        }
    }

    /** Takes a transfer out of the list; its data stay as they are. */
    public void remove(ActivityItem item) {
        background.run(
                () -> {
                    assistant.journal().remove(item.id());
                    return true;
                },
                done -> load(),
                e -> problem.set(ErrorMessages.text(e)));
    }

    /** Those that match the search, newest first. */
    public ObservableList<ActivityItem> shown() {
        return shown;
    }

    /** The chosen transfer's end in words, and what can be done. */
    public ReadOnlyStringProperty explanation() {
        return explanation;
    }

    public ReadOnlyStringProperty problem() {
        return problem;
    }
}
