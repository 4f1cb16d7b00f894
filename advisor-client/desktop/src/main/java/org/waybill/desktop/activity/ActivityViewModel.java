package org.waybill.desktop.activity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.task.Task;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.workflow.OptionLabels;
import org.waybill.engine.TransferException;

/** Running and past transfers, over restarts. */
public final class ActivityViewModel {
    private static final int MOST = 500;
    /** The journal's start and the history's differ by the time between advice and first byte at most. */
    private static final long SAME_MOVE_MILLIS = 5_000;

    private final AdvisorFacade assistant;
    private final Background background;
    private final Background.Slot work;
    private final Background.Slot look;
    private final Transfers transfers;
    private final Consumer<ActivityItem> onRepeat;
    private final ObservableList<ActivityItem> all = FXCollections.observableArrayList();
    private final FilteredList<ActivityItem> shown = new FilteredList<>(all);
    /** Tasks that are not over, in the order of their submission. */
    public final ObservableList<TaskItem> tasks = FXCollections.observableArrayList();

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
        this.look = background.slot();
        this.onRepeat = onRepeat;
        search.addListener(
                (property, before, now) -> shown.setPredicate(item -> now.isBlank() || item.matches(now.strip())));
        chosen.addListener((property, before, now) -> explanation.set(now == null ? "" : explain(now)));
    }

    /** Reads everything again: first journal and tasks, which are at hand, then the service's history. */
    public void load() {
        problem.set("");
        work.run(
                () -> {
                    List<JournalEntry> own = assistant.transfers();
                    List<TaskItem> known = assistant.tasks().all(own);
                    background.onUi(() -> show(own, known, List.of()));
                    try {
                        List<TransferOutcome> past =
                                assistant.history("", "", MOST).transfers();
                        List<TransferOutcome> others = others(own, known, past);
                        background.onUi(() -> show(own, known, others));
                    } catch (ServiceException e) {
                        background.onUi(
                                () -> problem.set("Transfers of the command line are not shown: " + e.getMessage()));
                    }
                    assistant.tasks().wake(known);
                    return true;
                },
                done -> {},
                e -> problem.set(ErrorMessages.text(e)));
    }

    /** Looks how far the tasks are, if any is not over. */
    void refresh() {
        if (!tasks.isEmpty() && !look.busy().get()) {
            look.run(
                    () -> assistant.tasks().all(assistant.transfers()),
                    now -> {
                        int before = tasks.size();
                        showTasks(now);
                        if (tasks.size() != before) {
                            load();
                        }
                    },
                    e -> problem.set(ErrorMessages.text(e)));
        }
    }

    private void showTasks(List<TaskItem> known) {
        tasks.setAll(known.stream().filter(item -> !item.isOver()).toList());
    }

    /** What the user wants of a task. */
    interface TaskChange {
        Task run(BackgroundTasks tasks) throws TransferException, InterruptedException;
    }

    void change(TaskChange change) {
        background.run(() -> change.run(assistant.tasks()), done -> load(), e -> problem.set(ErrorMessages.text(e)));
    }

    /** The journal's transfers, and others; tasks by themselves. */
    private void show(List<JournalEntry> own, List<TaskItem> known, List<TransferOutcome> others) {
        showTasks(known);
        Map<String, TaskItem> tasksById = byId(known);
        List<ActivityItem> items = new ArrayList<>();
        for (JournalEntry entry : own) {
            TaskItem task = tasksById.get(entry.id());
            if (task == null || entry.state() != JournalEntry.State.BACKGROUND) {
                items.add(ActivityItem.of(entry));
            } else if (task.isOver()) {
                items.add(ActivityItem.of(entry, task));
            }
        }
        others.stream().map(ActivityItem::of).forEach(items::add);
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

    private static Map<String, TaskItem> byId(List<TaskItem> tasks) {
        return tasks.stream().collect(Collectors.toMap(item -> item.task().id(), item -> item));
    }

    /** Those of the history that the journal does not have. */
    private List<TransferOutcome> others(List<JournalEntry> own, List<TaskItem> known, List<TransferOutcome> past) {
        Map<String, TaskItem> tasksById = byId(known);
        Set<TransferOutcome> ours = new HashSet<>();
        for (JournalEntry entry : own) {
            TaskItem task = tasksById.get(entry.id());
            past.stream().filter(one -> isSame(entry, task, one)).forEach(ours::add);
        }
        return past.stream().filter(one -> !ours.contains(one)).toList();
    }

    private boolean isSame(JournalEntry entry, @Nullable TaskItem task, TransferOutcome past) {
        long start = entry.startedAt().toEpochMilli();
        Instant ended = task == null ? entry.endedAt() : task.task().endedAt();
        long end = ended == null ? Long.MAX_VALUE : ended.toEpochMilli();
        long at = past.startedAt().toEpochMilli();
        return past.transport().equals(entry.transport())
                && at >= start - SAME_MOVE_MILLIS
                && at <= end
                && isAt(Selection.parse(entry.source()).source(), past.sourceHost())
                && isAt(entry.destination(), past.destinationHost());
    }

    /** Whether the history means an end by this host. */
    private boolean isAt(String end, String host) {
        try {
            Endpoint read = assistant.names().parse(end);
            return read.isLocal() || read.host().equalsIgnoreCase(host);
        } catch (TransferException _) {
            return true;
        }
    }

    private static String explain(ActivityItem item) {
        String meaning = ActivityItem.meaning(item.code());
        boolean asTask = item.entry() != null && item.entry().state() == JournalEntry.State.BACKGROUND;
        String said =
                item.entry() == null || asTask ? item.outcome() : item.entry().message();
        return switch (item.state()) {
            case RUNNING -> "It is under way.";
            case PAUSED -> "It is paused. Partial data is kept.";
            case DONE ->
                (said.isEmpty() ? "Completed." : asTask ? said + "." : "Limited by: " + said)
                        + (meaning.isEmpty() ? "" : "\n\n" + meaning);
            case FAILED -> OptionLabels.sentence(said) + (meaning.isEmpty() ? "" : "\n\n" + meaning);
            case STOPPED, INTERRUPTED -> said + ". Resume continues it.";
            case BACKGROUND -> "It went on in the background, and what became of it is no longer known.";
        };
    }

    /** Repeats a transfer, or resumes one that stopped. */
    public void repeat(ActivityItem item) {
        if (item.isTask()) {
            change(agent -> agent.retry(item.id()));
        } else if (item.canRepeat()) {
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
