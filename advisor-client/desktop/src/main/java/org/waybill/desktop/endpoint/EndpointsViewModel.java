package org.waybill.desktop.endpoint;

import java.io.File;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.activity.Selection;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** The two endpoints, the user's constraints, and what may be chosen instead of typed. */
public final class EndpointsViewModel {
    /** What a user may prefer, best first. */
    public static final List<Protocol> PREFERABLE = Protocols.movingFiles()
            .sorted(Comparator.comparingInt(Protocol::priority))
            .toList();

    private static final int MOST_RECENT = 8;
    /** For how long an unfinished transfer is offered. */
    private static final Duration OFFERED = Duration.ofDays(7);

    private final AdvisorFacade assistant;
    private final Background background;
    private final InstantSource clock;
    private final ZoneId zone;
    public final EndpointViewModel source;
    public final EndpointViewModel destination;
    public final FilterViewModel filters;
    public final BooleanProperty secure = new SimpleBooleanProperty(false);
    public final BooleanProperty dedicated = new SimpleBooleanProperty(false);
    /** Preferred protocols, the most preferred first. */
    public final ObservableList<Protocol> prefer = FXCollections.observableArrayList();
    /** Null for no deadline. */
    public final ObjectProperty<@Nullable LocalDate> deadlineDate = new SimpleObjectProperty<>();

    public final StringProperty deadlineTime = new SimpleStringProperty("18:00");
    private final StringProperty deadlineError = new SimpleStringProperty("");
    public final ObservableList<Pair> recent = FXCollections.observableArrayList();
    public final ObservableList<String> bookmarks = FXCollections.observableArrayList();
    private final ObjectProperty<@Nullable JournalEntry> unfinished = new SimpleObjectProperty<>();

    private final IntegerProperty moreUnfinished = new SimpleIntegerProperty();
    private final Set<String> dismissed = new HashSet<>();
    private EndpointNames names = new EndpointNames(Map.of(), SshConfig.NONE);
    private final StringProperty problem = new SimpleStringProperty("");

    public EndpointsViewModel(AdvisorFacade assistant, Background background, InstantSource clock, ZoneId zone) {
        this.assistant = assistant;
        this.background = background;
        this.clock = clock;
        this.zone = zone;
        this.filters = new FilterViewModel(clock, zone, this::recount);
        this.source = new EndpointViewModel(background, () -> names, assistant::count, filters::filter);
        this.destination = new EndpointViewModel(background, () -> names, null, () -> EntryFilter.ALL);
        deadlineDate.addListener((property, before, now) -> checkDeadline());
        deadlineTime.addListener((property, before, now) -> checkDeadline());
    }

    private void recount() {
        source.reread();
    }

    /** A source and destination that were used together. */
    public record Pair(String source, String destination) {}

    /** Reads what was used before; call it whenever the screen is shown. */
    public void load() {
        background.run(assistant::transfers, this::remember, e -> problem.set(ErrorMessages.text(e)));
        loadBookmarks();
        background.run(assistant::names, this::use, e -> problem.set(ErrorMessages.text(e)));
    }

    private void use(EndpointNames read) {
        if (!read.equals(names)) {
            names = read;
            source.reread();
            destination.reread();
        }
    }

    private void remember(List<JournalEntry> entries) {
        Set<Pair> pairs = new LinkedHashSet<>();
        entries.forEach(entry -> pairs.add(new Pair(entry.source(), entry.destination())));
        List<JournalEntry> open = unfinished(entries);
        moreUnfinished.set(Math.max(0, open.size() - 1));
        unfinished.set(open.isEmpty() ? null : open.getFirst());
        recent.setAll(pairs.stream().limit(MOST_RECENT).toList());
    }

    /** What a crash ended and nothing copied since, newest first; and the last transfer, if the user stopped it. */
    private List<JournalEntry> unfinished(List<JournalEntry> newestFirst) {
        Instant oldest = clock.instant().minus(OFFERED);
        Set<Pair> later = new HashSet<>();
        return newestFirst.stream()
                .filter(entry -> later.add(new Pair(entry.source(), entry.destination())))
                .filter(entry -> entry.state() == JournalEntry.State.INTERRUPTED
                        || entry.state() == JournalEntry.State.STOPPED && entry.equals(newestFirst.getFirst()))
                .filter(entry -> entry.startedAt().isAfter(oldest) && !dismissed.contains(entry.id()))
                .toList();
    }

    /** Stops offering the unfinished transfers that are known now. */
    public void dismissUnfinished() {
        background.run(
                assistant::transfers,
                entries -> {
                    entries.forEach(entry -> dismissed.add(entry.id()));
                    unfinished.set(null);
                },
                e -> problem.set(ErrorMessages.text(e)));
    }

    private void loadBookmarks() {
        background.run(() -> assistant.bookmarks().all(), bookmarks::setAll, e -> problem.set(ErrorMessages.text(e)));
    }

    /** Adds an endpoint to the bookmarks, or removes it. */
    public void toggleBookmark(EndpointViewModel end) {
        end.endpoint()
                .ifPresent(endpoint -> background.run(
                        () -> {
                            Bookmarks kept = assistant.bookmarks();
                            if (kept.all().contains(endpoint.format())) {
                                kept.remove(endpoint.format());
                            } else {
                                kept.add(endpoint);
                            }
                            return kept.all();
                        },
                        bookmarks::setAll,
                        e -> problem.set(ErrorMessages.text(e))));
    }

    /** Whether the endpoint is a bookmark. */
    public boolean isBookmarked(EndpointViewModel end) {
        return end.endpoint().map(Endpoint::format).filter(bookmarks::contains).isPresent();
    }

    /** Takes what was picked from a list or dropped: as a source a directory itself is meant, not what it holds. */
    public void choose(EndpointViewModel end, Endpoint picked) {
        String path = picked.location().path();
        end.text.set(
                picked.at(end == source ? FileNames.withoutSlashes(path) : path).format());
    }

    /** Takes several entries of a directory as the source. */
    public void choose(Endpoint directory, List<String> entries) {
        source.set(new Selection(directory.format(), entries, List.of()));
    }

    /** Takes files of this machine that were dropped on an endpoint. */
    public void drop(EndpointViewModel end, List<File> files) {
        File first = files.getFirst();
        if (files.size() == 1) {
            choose(end, new Endpoint(Location.local(first.getPath() + (first.isDirectory() ? "/" : "")), true));
        } else if (end == source
                && files.stream().allMatch(one -> first.getParent().equals(one.getParent()))) {
            choose(
                    new Endpoint(Location.local(first.getParent() + "/"), true),
                    files.stream().map(File::getName).toList());
        } else {
            problem.set("Drop one directory on the destination, or files of one directory on the source.");
        }
    }

    /** Whether the pair could be taken; a filter of a later version cannot. */
    public boolean use(Pair pair) {
        Selection kept = Selection.parse(pair.source());
        try {
            filters.show(kept.filter());
        } catch (TransferException e) {
            problem.set(e.getMessage());
            return false;
        }
        source.set(kept);
        destination.text.set(pair.destination());
        return true;
    }

    /** Source becomes destination and the other way round. */
    public void swap() {
        String before = source.text.get();
        source.text.set(destination.text.get());
        destination.text.set(before);
    }

    private void checkDeadline() {
        try {
            Instant deadline = deadline();
            deadlineError.set(
                    deadline == null || deadline.isAfter(clock.instant())
                            ? ""
                            : "That time has passed. Choose a later one, or clear the date.");
        } catch (TransferException e) {
            deadlineError.set(e.getMessage());
        }
    }

    private @Nullable Instant deadline() throws TransferException {
        LocalDate date = deadlineDate.get();
        if (date == null) {
            return null;
        }
        try {
            return date.atTime(LocalTime.parse(deadlineTime.get().strip()))
                    .atZone(zone)
                    .toInstant();
        } catch (DateTimeException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "invalid time '" + deadlineTime.get() + "': expected HH:MM, for example 18:30",
                    e);
        }
    }

    /** The request that the fields make. */
    public AdviceRequest request() throws TransferException {
        Endpoint from = names.parse(source.text.get().strip());
        Endpoint to = names.parse(destination.text.get().strip());
        return new AdviceRequest(
                from,
                to,
                null,
                List.copyOf(prefer),
                secure.get(),
                deadline(),
                dedicated.get(),
                0,
                List.of(),
                source.selection().filter());
    }

    /** Whether there is enough to start with. A source that could not be counted may still be tried. */
    public BooleanBinding isComplete() {
        return Bindings.createBooleanBinding(
                () -> source.endpoint().isPresent()
                        && destination.endpoint().isPresent()
                        && deadlineError.get().isEmpty()
                        && filters.error().get().isEmpty(),
                source.text,
                destination.text,
                deadlineError,
                filters.error());
    }

    /** The preference in words. */
    public String preferText() {
        return prefer.isEmpty()
                ? "no preference"
                : String.join(", ", prefer.stream().map(Protocol::scheme).toList())
                        .toLowerCase(Locale.ROOT);
    }

    public ReadOnlyStringProperty deadlineError() {
        return deadlineError;
    }

    /** How many others are unfinished. */
    public ReadOnlyIntegerProperty moreUnfinished() {
        return moreUnfinished;
    }

    /** The newest transfer that was interrupted, or the last one if it was stopped. */
    public ReadOnlyObjectProperty<@Nullable JournalEntry> unfinished() {
        return unfinished;
    }

    /** What could not be read, empty if nothing. */
    public ReadOnlyStringProperty problem() {
        return problem;
    }
}
