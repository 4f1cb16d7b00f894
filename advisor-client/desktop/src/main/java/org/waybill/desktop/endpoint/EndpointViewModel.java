package org.waybill.desktop.endpoint;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.engine.TransferException;

/** One end as it is being typed: what is wrong with it and, of a source, how much there is to move. */
public final class EndpointViewModel {
    /** Nobody wants every half-typed path counted. */
    private static final Duration TYPING_PAUSE = Duration.ofMillis(350);

    private final Background background;
    private final Supplier<EndpointNames> names;
    private final @Nullable Counter counter;
    private final StringProperty text = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper size = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper counting = new ReadOnlyBooleanWrapper(false);
    private @Nullable Future<?> count;

    /** Counts a source. */
    @FunctionalInterface
    public interface Counter {
        Optional<DatasetSize> count(Endpoint source) throws TransferException, InterruptedException;
    }

    /** @param counter null for an end that is not counted */
    EndpointViewModel(Background background, Supplier<EndpointNames> names, @Nullable Counter counter) {
        this.background = background;
        this.names = names;
        this.counter = counter;
        text.addListener((property, before, now) -> changed(now));
    }

    /** Reads the text again, with other names. */
    void reread() {
        changed(text.get());
    }

    private void changed(String now) {
        Future<?> earlier = count;
        if (earlier != null) {
            earlier.cancel(true);
        }
        size.set("");
        counting.set(false);
        error.set("");
        if (now.isBlank()) {
            return; // nothing is said of a field that is still empty
        }
        try {
            startCounting(names.get().parse(now.strip()), now);
        } catch (TransferException e) {
            error.set(e.getMessage());
        }
    }

    private void startCounting(Endpoint end, String typed) {
        Counter counts = counter;
        if (counts == null) {
            return;
        }
        counting.set(true);
        count = background.run(
                () -> {
                    Thread.sleep(TYPING_PAUSE);
                    return counts.count(end);
                },
                found -> finish(
                        typed, "", found.map(EndpointViewModel::words).orElse("The size cannot be known beforehand.")),
                e -> finish(typed, ErrorMessages.text(e), ""));
    }

    private void finish(String typed, String wrong, String words) {
        if (typed.equals(text.get())) { // else the user typed on: this is about something else
            counting.set(false);
            error.set(wrong);
            size.set(words);
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

    public StringProperty text() {
        return text;
    }

    /** What is wrong, empty if nothing. */
    public ReadOnlyStringProperty error() {
        return error.getReadOnlyProperty();
    }

    /** How much there is, in words; empty while unknown. */
    public ReadOnlyStringProperty size() {
        return size.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty counting() {
        return counting.getReadOnlyProperty();
    }

    /** The end that the text names; empty while it names none. */
    public Optional<Endpoint> endpoint() {
        try {
            return text.get().isBlank()
                    ? Optional.empty()
                    : Optional.of(names.get().parse(text.get().strip()));
        } catch (TransferException e) {
            return Optional.empty();
        }
    }
}
