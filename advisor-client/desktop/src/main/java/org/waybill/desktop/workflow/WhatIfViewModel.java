package org.waybill.desktop.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.Amounts;
import org.waybill.client.workflow.AdviceRequest;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.Background;
import org.waybill.desktop.Problems;
import org.waybill.engine.TransferException;

/** The advice for a changed wish, beside the one that is there: asks the network nothing anew. */
public final class WhatIfViewModel {
    private final Background background;
    private final IntegerProperty streams = new SimpleIntegerProperty(0);
    private final BooleanProperty dedicated = new SimpleBooleanProperty();
    private final BooleanProperty secure = new SimpleBooleanProperty();
    private final StringProperty sizeTimes = new SimpleStringProperty("1");
    private final ObservableList<Change> changes = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper(false);
    private Asking asking = request -> {
        throw new IllegalStateException("there is no advice yet");
    };
    private @Nullable AdviceRequest request;
    private Advisor.@Nullable Counsel now;
    private Advisor.@Nullable Counsel then;
    private @Nullable Future<?> work;

    /** Gives advice from what is known already. */
    @FunctionalInterface
    public interface Asking {
        Advisor.Counsel advise(AdviceRequest request) throws TransferException, InterruptedException;
    }

    /**
     * What a way would gain.
     *
     * @param change in words; empty when it stays the same or cannot be said
     * @param gain -1 it would take longer, 1 it would be quicker, 0 no change or unknown
     */
    public record Change(String title, String now, String then, String change, int gain) {}

    WhatIfViewModel(Background background) {
        this.background = background;
    }

    void start(AdviceRequest wanted, Advisor.Counsel found, Asking ask) {
        request = wanted;
        now = found;
        then = null;
        asking = ask;
        streams.set(wanted.streams());
        dedicated.set(wanted.dedicated());
        secure.set(wanted.secure());
        sizeTimes.set("1");
        changes.clear();
        message.set("");
    }

    /** Predicts. */
    public void predict() {
        AdviceRequest wanted = request;
        Advisor.Counsel before = now;
        if (wanted == null || before == null) {
            return;
        }
        Optional<Long> bytes = bytes(before);
        if (bytes.isEmpty() && !sizeTimes.get().strip().equals("1")) {
            message.set("Write how many times as much data, for example 10 or 0.5.");
            return;
        }
        AdviceRequest changed = new AdviceRequest(wanted.source(), wanted.destination(), bytes.orElse(null),
                wanted.prefer(), secure.get(), wanted.deadline(), dedicated.get(), streams.get());
        Future<?> earlier = work;
        if (earlier != null) {
            earlier.cancel(true);
        }
        busy.set(true);
        message.set("");
        work = background.run(() -> asking.advise(changed), after -> show(before, after), e -> {
            busy.set(false);
            message.set(Problems.text(e));
        });
    }

    private Optional<Long> bytes(Advisor.Counsel before) {
        try {
            double times = Double.parseDouble(sizeTimes.get().strip().replace(',', '.'));
            return times > 0 && times <= 1e6
                    ? before.counted().map(counted -> Math.round(counted.dataset().bytes() * times)) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void show(Advisor.Counsel before, Advisor.Counsel after) {
        busy.set(false);
        then = after;
        changes.setAll(changes(before.advice().workflows(), after.advice().workflows()));
        message.set(changes.isEmpty() ? "No way would be left." : "");
    }

    /** Every way that is there now or would be then, in the order of then. */
    static List<Change> changes(List<Workflow> before, List<Workflow> after) {
        List<Change> changes = new ArrayList<>();
        for (Workflow way : after) {
            changes.add(change(same(way, before), way));
        }
        for (Workflow gone : before) {
            if (same(gone, after) == null) {
                changes.add(new Change(gone.title(), Words.band(gone), "not offered", "falls away", -1));
            }
        }
        return changes;
    }

    private static Change change(@Nullable Workflow before, Workflow after) {
        if (before == null) {
            return new Change(after.title(), "not offered", Words.band(after), "new", 1);
        }
        Double was = before.estimate().secondsP50();
        Double would = after.estimate().secondsP50();
        if (was == null || would == null || was <= 0) {
            return new Change(after.title(), Words.band(before), Words.band(after), "", 0);
        }
        double percent = (would - was) / was * 100;
        String words = Math.abs(percent) < 1 ? "no change" : String.format(Locale.ROOT, "%s %.0f %%",
                percent < 0 ? "quicker by" : "longer by", Math.abs(percent));
        return new Change(after.title(), Words.band(before), Words.band(after), words,
                Math.abs(percent) < 1 ? 0 : percent < 0 ? 1 : -1);
    }

    private static @Nullable Workflow same(Workflow way, List<Workflow> others) {
        Function<Workflow, String> name = one -> one.title() + "|" + one.transport() + "|" + one.tool() + "|"
                + String.join(",", one.via());
        return others.stream().filter(other -> name.apply(other).equals(name.apply(way))).findFirst().orElse(null);
    }

    /** What was predicted last, to be taken over as the advice; empty before the first. */
    public Optional<Advisor.Counsel> predicted() {
        return Optional.ofNullable(then);
    }

    /** Parallel connections, 0 for the transport's own choice. */
    public IntegerProperty streams() {
        return streams;
    }

    public BooleanProperty dedicated() {
        return dedicated;
    }

    public BooleanProperty secure() {
        return secure;
    }

    /** How many times as much data. */
    public StringProperty sizeTimes() {
        return sizeTimes;
    }

    public ObservableList<Change> changes() {
        return changes;
    }

    public ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty busy() {
        return busy.getReadOnlyProperty();
    }

    /** The size that is reckoned with now, in words. */
    public String size() {
        Advisor.Counsel counsel = now;
        return counsel == null ? "" : counsel.counted().map(one -> Amounts.bytes(one.dataset().bytes()))
                .orElse("unknown");
    }
}
