package org.waybill.desktop.endpoint;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.TreeSize;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/** A walk through the directories of this machine or of another, to choose an end and to tidy up. */
public final class BrowserViewModel {
    private final AdvisorFacade assistant;
    private final Background background;
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper question = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper(false);
    private final ReadOnlyObjectWrapper<Asking> asking = new ReadOnlyObjectWrapper<>(Asking.NOTHING);
    private final StringProperty answer = new SimpleStringProperty("");
    private final BooleanProperty hidden = new SimpleBooleanProperty(false);
    private final ObservableList<Entry> all = FXCollections.observableArrayList();
    private final FilteredList<Entry> entries = new FilteredList<>(all);
    private @Nullable Endpoint directory;
    private @Nullable Entry subject;
    private Consumer<Endpoint> onChosen = end -> {};
    private @Nullable Future<?> work;
    /** Counts what was begun, so that the end of something that was left is not taken for the present one's. */
    private int runs;

    /** What the user is asked. */
    public enum Asking {
        NOTHING,
        /** The name of a directory to make. */
        NEW_DIRECTORY,
        /** Another name for an entry. */
        NEW_NAME,
        /** Whether an entry may be deleted. */
        DELETION
    }

    public BrowserViewModel(AdvisorFacade assistant, Background background) {
        this.assistant = assistant;
        this.background = background;
        hidden.addListener((property, before, now) -> filter());
        filter();
    }

    private void filter() {
        boolean everything = hidden.get();
        entries.setPredicate(entry -> everything || !entry.name().startsWith("."));
    }

    /** Starts at an end; {@code chosen} hears what the user chose. */
    public void open(Endpoint start, Consumer<Endpoint> chosen) {
        onChosen = chosen;
        directory = null;
        all.clear();
        goTo(start);
    }

    private void goTo(Endpoint end) {
        title.set(StorePath.shown(end.format()));
        run(() -> assistant.list(end), this::show, () -> {
            directory = null;
            all.clear();
        });
    }

    private <T> void run(Background.Work<T> what, Consumer<T> onDone, Runnable onFailure) {
        cancel();
        dismiss();
        problem.set("");
        busy.set(true);
        int mine = ++runs;
        work = background.run(
                what,
                outcome -> {
                    if (mine == runs) {
                        busy.set(false);
                        onDone.accept(outcome);
                    }
                },
                e -> {
                    if (mine == runs) {
                        busy.set(false);
                        onFailure.run();
                        problem.set(ErrorMessages.text(e));
                    }
                });
    }

    private void show(AdvisorFacade.Listing listing) {
        directory = listing.directory();
        title.set(StorePath.shown(listing.directory().format()));
        all.setAll(listing.entries());
    }

    /** Goes into a directory, also by a link to one; a file is chosen. */
    public void open(Entry entry) {
        if (entry.isDirectory()) {
            goTo(at(entry.path() + "/"));
        } else if (entry.kind() == Entry.Kind.LINK) {
            Endpoint end = at(entry.path());
            run(
                    () -> assistant.files().isDirectory(end),
                    within -> {
                        if (within) {
                            goTo(at(entry.path() + "/"));
                        } else {
                            choose(entry);
                        }
                    },
                    () -> {});
        } else {
            choose(entry);
        }
    }

    /** The directory above. */
    public void up() {
        Endpoint now = directory;
        if (now != null) {
            String above = StorePath.parent(now.location().path());
            goTo(at(above.endsWith("/") ? above : above + "/"));
        }
    }

    /** Chooses an entry of this directory, or with null the directory itself. */
    public void choose(@Nullable Entry entry) {
        Endpoint now = directory;
        if (now != null && (entry == null || canName(entry))) {
            onChosen.accept(entry == null ? now : at(entry.path() + (entry.isDirectory() ? "/" : "")));
        }
    }

    /** Whether its end knows it by the name that is shown. */
    public static boolean canName(@Nullable Entry entry) {
        return entry != null && entry.kind() != Entry.Kind.UNNAMEABLE;
    }

    /** The directory's place with another path. */
    private Endpoint at(String path) {
        return FileActions.at(shown(), path);
    }

    private Endpoint shown() {
        Endpoint now = directory;
        if (now == null) {
            throw new IllegalStateException("no directory is shown");
        }
        return now;
    }

    /** Asks for the name of a directory to make here. */
    public void askNewDirectory() {
        if (directory != null) {
            ask(Asking.NEW_DIRECTORY, null, "Name of the new folder", "");
        }
    }

    /** Asks for another name. */
    public void askNewName(Entry entry) {
        ask(Asking.NEW_NAME, entry, "New name of " + StorePath.shown(entry.name()), entry.name());
    }

    /** Looks how much would go, and asks whether it may. */
    public void askDeletion(Entry entry) {
        Endpoint end = at(entry.path());
        run(
                () -> assistant.files().measure(end),
                size -> ask(Asking.DELETION, entry, words(entry, size), ""),
                () -> {});
    }

    private static String words(Entry entry, TreeSize size) {
        String name = "Delete " + StorePath.shown(entry.name());
        return (entry.isDirectory()
                        ? String.format(
                                Locale.ROOT,
                                "%s with all that it holds: %d%s, %d%s, %s",
                                name,
                                size.files(),
                                size.files() == 1 ? " file" : " files",
                                size.directories() - 1,
                                size.directories() == 2 ? " folder" : " folders",
                                HumanUnits.decimalSize(size.bytes()))
                        : entry.isFile()
                                ? name + ", " + HumanUnits.decimalSize(size.bytes())
                                : name + ", not what it leads to")
                + "? It cannot be brought back.";
    }

    private void ask(Asking what, @Nullable Entry about, String text, String preset) {
        problem.set("");
        subject = about;
        question.set(text);
        answer.set(preset);
        asking.set(what);
    }

    /** Does what was asked about. */
    public void confirm() {
        Entry about = subject;
        String name = answer.get();
        Asking what = asking.get();
        if (what != Asking.DELETION
                && (name.isBlank() || name.contains("/") || List.of(".", "..").contains(name))) {
            problem.set(name.isBlank() ? "Write a name." : "A name has no slash in it and is not . or ..");
            return;
        }
        if (what == Asking.NEW_DIRECTORY) {
            Endpoint here = shown();
            change(() -> {
                assistant
                        .files()
                        .makeDirectory(FileActions.at(
                                here, StorePath.checkedChild(here.location().path(), name)));
                return List.of();
            });
        } else if (what == Asking.NEW_NAME && about != null) {
            Endpoint end = at(about.path());
            change(() -> {
                assistant.files().rename(end, name);
                return List.of();
            });
        } else if (what == Asking.DELETION && about != null) {
            Endpoint end = at(about.path());
            change(() -> assistant.files().remove(end));
        }
    }

    private void change(Background.Work<List<NotTransferred>> what) {
        Endpoint now = shown();
        run(
                () -> {
                    List<NotTransferred> kept = what.run();
                    background.onUi(() -> problem.set(
                            kept.isEmpty()
                                    ? ""
                                    : kept.size() + " not deleted: "
                                            + StorePath.shown(kept.getFirst().path()) + ": "
                                            + kept.getFirst().text()));
                    return assistant.list(now);
                },
                this::show,
                () -> {});
    }

    /** Nothing is done. */
    public void dismiss() {
        asking.set(Asking.NOTHING);
        subject = null;
    }

    /** Stops what is being read. */
    public void cancel() {
        Future<?> running = work;
        if (running != null) {
            running.cancel(true);
        }
    }

    public ReadOnlyStringProperty title() {
        return title.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty problem() {
        return problem.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty busy() {
        return busy.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Asking> asking() {
        return asking.getReadOnlyProperty();
    }

    /** What is asked, in words. */
    public ReadOnlyStringProperty question() {
        return question.getReadOnlyProperty();
    }

    /** The name that is being typed. */
    public StringProperty answer() {
        return answer;
    }

    /** Whether names that begin with a dot are shown. */
    public BooleanProperty hidden() {
        return hidden;
    }

    public ObservableList<Entry> entries() {
        return entries;
    }
}
