package org.waybill.desktop.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.Shown;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.activity.Selection;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;

/** An endpoint as it is being typed: what is wrong with it and, of a source, how much there is to copy. */
public final class EndpointViewModel {
    /** Half-typed paths are not counted. */
    private static final Duration TYPING_PAUSE = Duration.ofMillis(350);

    private final Supplier<EndpointNames> reader;
    private final @Nullable Counter counter;
    private final Supplier<EntryFilter> filter;
    public final StringProperty text = new SimpleStringProperty("");
    private final StringProperty error = new SimpleStringProperty("");
    private final StringProperty size = new SimpleStringProperty("");

    public final Background.Slot count;
    private List<String> names = List.of();

    /** Counts a source. */
    @FunctionalInterface
    public interface Counter {
        Optional<DatasetSize> count(Endpoint source, EntryFilter filter) throws TransferException, InterruptedException;
    }

    /**
     * @param counter null for an endpoint that is not counted
     * @param filter which of its files are counted
     */
    EndpointViewModel(
            Background background,
            Supplier<EndpointNames> reader,
            @Nullable Counter counter,
            Supplier<EntryFilter> filter) {
        this.filter = filter;
        this.count = background.slot();
        this.reader = reader;
        this.counter = counter;
        text.addListener((property, before, now) -> {
            names = List.of();
            changed(now);
        });
    }

    /** Takes a place, and with names only these entries of it; the filter stays as it is. */
    void set(Selection selection) {
        text.set(selection.source());
        names = selection.names();
        changed(selection.source());
    }

    Selection selection() {
        return new Selection(text.get().strip(), names, Selection.rules(filter.get()));
    }

    /** Reads the text again, with other names or another filter. */
    void reread() {
        changed(text.get());
    }

    private void changed(String now) {
        count.cancel();
        String selected = Shown.of(String.join(", ", names));
        size.set(selected);
        error.set("");
        if (now.isBlank()) {
            return; // an empty field is not an error
        }
        try {
            startCounting(reader.get().parse(now.strip()), selection().filter(), selected);
        } catch (TransferException e) {
            error.set(e.getMessage());
        }
    }

    private void startCounting(Endpoint end, EntryFilter filter, String selected) {
        Counter counts = counter;
        if (counts != null) {
            count.run(
                    () -> {
                        Thread.sleep(TYPING_PAUSE);
                        return counts.count(end, filter);
                    },
                    found -> size.set((selected.isEmpty() ? "" : selected + ": ")
                            + found.map(EndpointViewModel::words).orElse("size not known yet")),
                    e -> error.set(ErrorMessages.text(e)));
        }
    }

    private static String words(DatasetSize counted) {
        String bytes = (counted.complete() ? "" : "at least ")
                + HumanUnits.decimalSize(counted.dataset().bytes());
        return counted.directory()
                ? bytes + " in " + counted.dataset().files()
                        + (counted.dataset().files() == 1 ? " file" : " files")
                : bytes;
    }

    /** The endpoint that the text names; empty while it names none. */
    public Optional<Endpoint> endpoint() {
        try {
            return text.get().isBlank()
                    ? Optional.empty()
                    : Optional.of(reader.get().parse(text.get().strip()));
        } catch (TransferException e) {
            return Optional.empty();
        }
    }

    /** What is wrong, empty if nothing. */
    public ReadOnlyStringProperty error() {
        return error;
    }

    /** How much there is, in words; empty while unknown. */
    public ReadOnlyStringProperty size() {
        return size;
    }
}
