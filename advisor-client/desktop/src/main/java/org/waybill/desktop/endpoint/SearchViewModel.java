package org.waybill.desktop.endpoint;

import java.util.List;
import java.util.concurrent.Future;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.endpoint.DatasetSearch.Replica;

/** Data discovery: by an id or keywords to copies that can be moved from (Lu 2011, section 4.1.1.3). */
public final class SearchViewModel {
    private final DatasetSearch search;
    private final Background background;
    private final StringProperty query = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper(false);
    private final ObservableList<Replica> replicas = FXCollections.observableArrayList();
    private @Nullable Future<?> work;

    public SearchViewModel(DatasetSearch search, Background background) {
        this.search = search;
        this.background = background;
    }

    /** Searches for what was typed. */
    public void search() {
        String wanted = query.get().strip();
        Future<?> earlier = work;
        if (earlier != null) {
            earlier.cancel(true);
        }
        replicas.clear();
        if (wanted.isEmpty()) {
            message.set("Type a dataset id, or words that describe the data.");
            return;
        }
        busy.set(true);
        message.set("");
        work = background.run(() -> search.find(wanted), found -> show(wanted, found), e -> {
            busy.set(false);
            message.set(ErrorMessages.text(e));
        });
    }

    private void show(String wanted, List<Replica> found) {
        busy.set(false);
        replicas.setAll(found);
        message.set(
                found.isEmpty()
                        ? "No catalogue that can be reached knows \u201c" + wanted
                                + "\u201d. Fewer or other words may help; "
                                + "an administrator adds catalogues in the advisor service."
                        : "");
    }

    public StringProperty query() {
        return query;
    }

    public ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty busy() {
        return busy.getReadOnlyProperty();
    }

    public ObservableList<Replica> replicas() {
        return replicas;
    }
}
