package org.waybill.desktop.endpoint;

import java.util.List;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.endpoint.DatasetSearch.Replica;

/** Data discovery: by an id or keywords to replicas that can be copied (Lu 2011, section 4.1.1.3). */
public final class SearchViewModel {
    private final DatasetSearch search;
    public final Background.Slot work;
    public final StringProperty query = new SimpleStringProperty("");
    private final StringProperty message = new SimpleStringProperty("");
    public final ObservableList<Replica> replicas = FXCollections.observableArrayList();

    public SearchViewModel(DatasetSearch search, Background background) {
        this.search = search;
        this.work = background.slot();
    }

    /** Searches for what was typed. */
    public void search() {
        String wanted = query.get().strip();
        work.cancel();
        replicas.clear();
        if (wanted.isEmpty()) {
            message.set("Enter a dataset id, or keywords.");
            return;
        }
        message.set("");
        work.run(() -> search.find(wanted), found -> show(wanted, found), e -> message.set(ErrorMessages.text(e)));
    }

    private void show(String wanted, List<Replica> found) {
        replicas.setAll(found);
        message.set(
                found.isEmpty()
                        ? "No catalogue that can be reached has \u201c" + wanted
                                + "\u201d. Try fewer or other words; "
                                + "an administrator adds catalogues in the advisor service."
                        : "");
    }

    public ReadOnlyStringProperty message() {
        return message;
    }
}
