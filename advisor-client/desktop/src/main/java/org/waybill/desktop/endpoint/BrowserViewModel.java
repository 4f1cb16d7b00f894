package org.waybill.desktop.endpoint;

import java.util.concurrent.Future;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.Problems;
import org.waybill.engine.Location;
import org.waybill.engine.mover.store.Entry;

/** A walk through the directories of this machine or of another, to choose an end. */
public final class BrowserViewModel {
    private final AdvisorFacade assistant;
    private final Background background;
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper(false);
    private final ObservableList<Entry> entries = FXCollections.observableArrayList();
    private @Nullable Endpoint directory;
    private Consumer<Endpoint> onChosen = end -> { };
    private @Nullable Future<?> work;

    public BrowserViewModel(AdvisorFacade assistant, Background background) {
        this.assistant = assistant;
        this.background = background;
    }

    /** Starts at an end; {@code chosen} hears what the user chose. */
    public void open(Endpoint start, Consumer<Endpoint> chosen) {
        onChosen = chosen;
        goTo(start);
    }

    private void goTo(Endpoint end) {
        cancel();
        problem.set("");
        busy.set(true);
        title.set(end.format());
        work = background.run(() -> assistant.list(end), this::show, e -> {
            busy.set(false);
            entries.clear();
            problem.set(Problems.text(e));
        });
    }

    private void show(AdvisorFacade.Listing listing) {
        busy.set(false);
        directory = listing.directory();
        title.set(listing.directory().format());
        entries.setAll(listing.entries());
    }

    /** Goes into a directory; a file is chosen. */
    public void open(Entry entry) {
        if (entry.isDirectory()) {
            goTo(at(entry.path() + "/"));
        } else {
            choose(entry);
        }
    }

    /** The directory above. */
    public void up() {
        Endpoint now = directory;
        if (now != null) {
            String path = now.location().path().replaceAll("/+$", "");
            int slash = path.lastIndexOf('/');
            goTo(at(slash <= 0 ? "/" : path.substring(0, slash) + "/"));
        }
    }

    /** Chooses an entry of this directory, or with null the directory itself. */
    public void choose(@Nullable Entry entry) {
        Endpoint now = directory;
        if (now != null) {
            onChosen.accept(entry == null ? now : at(entry.path() + (entry.isDirectory() ? "/" : "")));
        }
    }

    /** The directory's place with another path. */
    private Endpoint at(String path) {
        Endpoint now = directory;
        if (now == null) {
            throw new IllegalStateException("no directory is shown");
        }
        Location here = now.location();
        return new Endpoint(new Location(here.scheme(), here.user(), here.host(), here.port(), path),
                now.schemeChosen());
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

    public ObservableList<Entry> entries() {
        return entries;
    }
}
