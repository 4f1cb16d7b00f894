package org.waybill.desktop.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
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

/** A walk through the directories of an endpoint, to choose from them and to tidy up. */
public final class BrowserViewModel {
    private final AdvisorFacade assistant;
    private final StringProperty title = new SimpleStringProperty("");
    private final StringProperty problem = new SimpleStringProperty("");
    private final StringProperty question = new SimpleStringProperty("");

    private final ObjectProperty<Asking> asking = new SimpleObjectProperty<>(Asking.NOTHING);
    /** The name that is being typed. */
    public final StringProperty answer = new SimpleStringProperty("");
    /** Whether names that begin with a dot are shown. */
    public final BooleanProperty hidden = new SimpleBooleanProperty(false);

    private final ObservableList<Entry> all = FXCollections.observableArrayList();
    private final FilteredList<Entry> entries = new FilteredList<>(all);
    private @Nullable Endpoint directory;
    private List<Entry> subjects = List.of();
    private Consumer<Choice> onChosen = choice -> {};
    public final Background.Slot work;

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
        this.work = background.slot();
        hidden.addListener((property, before, now) -> filter());
        filter();
    }

    private void filter() {
        boolean everything = hidden.get();
        entries.setPredicate(entry -> everything || !entry.name().startsWith("."));
    }

    /** What was chosen. @param names of entries of a directory; empty for all of it, or for one file */
    public record Choice(Endpoint end, List<String> names) {}

    /** Starts at an endpoint; {@code chosen} hears what the user chose. */
    public void open(Endpoint start, Consumer<Choice> chosen) {
        onChosen = chosen;
        directory = null;
        all.clear();
        goTo(start);
    }

    private void goTo(Endpoint end) {
        title.set(StorePath.shown(end.format()));
        run(() -> assistant.files().list(end), this::show, () -> {
            directory = null;
            all.clear();
        });
    }

    private <T> void run(Background.Work<T> what, Consumer<T> onDone, Runnable onFailure) {
        dismiss();
        problem.set("");
        work.run(what, onDone, e -> {
            onFailure.run();
            problem.set(ErrorMessages.text(e));
        });
    }

    private void show(FileActions.Listing listing) {
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
                            choose(List.of(entry));
                        }
                    },
                    () -> {});
        } else {
            choose(List.of(entry));
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

    /** Chooses entries of this directory, or with none the directory itself. */
    public void choose(List<Entry> chosen) {
        Endpoint now = directory;
        if (now == null || !chosen.isEmpty() && !canName(chosen)) {
            return;
        }
        if (chosen.size() == 1) {
            Entry entry = chosen.getFirst();
            onChosen.accept(new Choice(at(entry.path() + (entry.isDirectory() ? "/" : "")), List.of()));
        } else {
            onChosen.accept(new Choice(now, chosen.stream().map(Entry::name).toList()));
        }
    }

    /** Whether there are entries, and the endpoint knows them by the names that are shown. */
    public static boolean canName(List<Entry> entries) {
        return !entries.isEmpty() && entries.stream().noneMatch(one -> one.kind() == Entry.Kind.UNNAMEABLE);
    }

    /** The directory that is shown; null while there is none. */
    @Nullable
    Endpoint directory() {
        return directory;
    }

    /** The directory's place with another path. */
    Endpoint at(String path) {
        return shown().at(path);
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
            ask(Asking.NEW_DIRECTORY, List.of(), "Name of the new folder", "");
        }
    }

    /** Asks for another name. */
    public void askNewName(Entry entry) {
        ask(Asking.NEW_NAME, List.of(entry), "New name of " + StorePath.shown(entry.name()), entry.name());
    }

    /** Finds out how much would be deleted, and asks whether to. */
    public void askDeletion(List<Entry> chosen) {
        List<Endpoint> ends = chosen.stream().map(one -> at(one.path())).toList();
        run(
                () -> {
                    List<TreeSize> sizes = new ArrayList<>();
                    for (Endpoint end : ends) {
                        sizes.add(assistant.files().measure(end));
                    }
                    return sizes;
                },
                sizes -> ask(Asking.DELETION, chosen, words(chosen, sizes), ""),
                () -> {});
    }

    private static String words(List<Entry> chosen, List<TreeSize> sizes) {
        Entry first = chosen.getFirst();
        String name = "Delete " + (chosen.size() == 1 ? StorePath.shown(first.name()) : chosen.size() + " entries");
        String size =
                HumanUnits.decimalSize(sizes.stream().mapToLong(TreeSize::bytes).sum());
        long files = sizes.stream().mapToLong(TreeSize::files).sum();
        long folders = sizes.stream().mapToLong(TreeSize::directories).sum() - (chosen.size() == 1 ? 1 : 0);
        return (chosen.size() > 1 || first.isDirectory()
                        ? String.format(
                                Locale.ROOT,
                                "%s with everything in %s: %d%s, %d%s, %s",
                                name,
                                chosen.size() == 1 ? "it" : "them",
                                files,
                                files == 1 ? " file" : " files",
                                folders,
                                folders == 1 ? " folder" : " folders",
                                size)
                        : first.isFile() ? name + ", " + size : name + ", not its target")
                + "? This cannot be undone.";
    }

    private void ask(Asking what, List<Entry> about, String text, String preset) {
        problem.set("");
        subjects = about;
        question.set(text);
        answer.set(preset);
        asking.set(what);
    }

    /** Does what was asked about. */
    public void confirm() {
        String name = answer.get();
        Asking what = asking.get();
        if (what != Asking.DELETION
                && (name.isBlank() || name.contains("/") || List.of(".", "..").contains(name))) {
            problem.set(name.isBlank() ? "Enter a name." : "Invalid name: it contains a slash, or is . or ..");
            return;
        }
        if (what == Asking.NEW_DIRECTORY) {
            Endpoint here = shown();
            change(() -> assistant
                    .files()
                    .makeDirectory(
                            here.at(StorePath.checkedChild(here.location().path(), name))));
        } else if (what == Asking.NEW_NAME) {
            Endpoint end = at(subjects.getFirst().path());
            change(() -> assistant.files().rename(end, name));
        } else if (what == Asking.DELETION) {
            List<Endpoint> ends = subjects.stream().map(one -> at(one.path())).toList();
            change(() -> {
                List<NotTransferred> kept = new ArrayList<>();
                for (Endpoint end : ends) {
                    kept.addAll(assistant.files().remove(end));
                }
                return kept;
            });
        }
    }

    /** What is there after a change, and what was wrong with it. */
    private record Changed(FileActions.Listing listing, String problem) {}

    private void change(Background.Work<List<NotTransferred>> what) {
        Endpoint now = shown();
        run(
                () -> {
                    String said = said(what);
                    return new Changed(assistant.files().list(now), said);
                },
                changed -> {
                    show(changed.listing());
                    problem.set(changed.problem());
                },
                () -> {});
    }

    /** Some of it may be done when it fails: the directory is listed again in any case. */
    private static String said(Background.Work<List<NotTransferred>> what) throws InterruptedException {
        try {
            List<NotTransferred> kept = what.run();
            return kept.isEmpty()
                    ? ""
                    : kept.size() + " not deleted: "
                            + StorePath.shown(kept.getFirst().path()) + ": "
                            + kept.getFirst().text();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return ErrorMessages.text(e);
        }
    }

    /** Nothing is done. */
    public void dismiss() {
        asking.set(Asking.NOTHING);
        subjects = List.of();
    }

    /** Stops what is being read. */
    public void cancel() {
        work.cancel();
    }

    public ReadOnlyStringProperty title() {
        return title;
    }

    public ReadOnlyStringProperty problem() {
        return problem;
    }

    /** What is asked, in words. */
    public ReadOnlyStringProperty question() {
        return question;
    }

    public ReadOnlyObjectProperty<Asking> asking() {
        return asking;
    }

    public ObservableList<Entry> entries() {
        return entries;
    }
}
