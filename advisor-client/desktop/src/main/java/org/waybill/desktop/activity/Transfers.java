package org.waybill.desktop.activity;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.activity.TransferViewModel.State;

/** The transfers of this window. {@value #AT_ONCE} run at once, further ones wait for their turn. On the UI thread. */
public final class Transfers {
    static final int AT_ONCE = 3;

    private final AdvisorFacade assistant;
    private final Background background;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    /** In the order of their starts. */
    public final ObservableList<Transfer> underWay = FXCollections.observableArrayList();

    private final ObjectProperty<Transfer> current;
    private final StringProperty title = new SimpleStringProperty("Waybill");

    private Consumer<Transfer> onEnd = ended -> {};

    /** What is shown of a transfer, and what runs it. */
    public record Transfer(TransferViewModel model, TransferRunner runner) {}

    public Transfers(AdvisorFacade assistant, Background background, InstantSource clock, LongSupplier nanoTime) {
        this.assistant = assistant;
        this.background = background;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.current = new SimpleObjectProperty<>(make());
    }

    private Transfer make() {
        TransferViewModel model = new TransferViewModel(background, nanoTime);
        Transfer made = new Transfer(model, new TransferRunner(assistant, background, clock, model));
        model.state().addListener((property, before, now) -> changed(made, before, now));
        model.fraction.addListener((property, before, now) -> name());
        return made;
    }

    /**
     * Starts a transfer, which becomes the current one; as soon as one of those before it ends, if many run already.
     *
     * @param id of the journal's entry: of a transfer that is resumed, its own
     */
    public void start(String id, AdviceRequest request, Advisor.AdviceResult adviceResult, int index) {
        boolean waits = running() >= AT_ONCE;
        if (current.get().model().state().get().isUnderWay()) {
            current.set(make());
        }
        current.get().runner().start(id, request, adviceResult, index, waits);
    }

    private long running() {
        return underWay.stream()
                .filter(one -> one.model().state().get() == State.RUNNING)
                .count();
    }

    private void changed(Transfer transfer, State before, State now) {
        if (!before.isUnderWay() && now.isUnderWay()) {
            underWay.add(transfer);
        } else if (before.isUnderWay() && !now.isUnderWay()) {
            underWay.remove(transfer);
            if (now != State.STOPPED) {
                onEnd.accept(transfer);
            }
        }
        if (underWay.isEmpty()) {
            assistant.questions().forget();
        } else if (now != State.RUNNING && running() < AT_ONCE) {
            underWay.stream()
                    .filter(one -> one.model().state().get() == State.WAITING)
                    .findFirst()
                    .ifPresent(next -> next.runner().resume());
        }
        name();
    }

    private void name() {
        TransferViewModel shown = underWay.size() == 1
                ? underWay.getFirst().model()
                : current.get().model();
        State state = shown.state().get();
        String words = underWay.size() > 1
                ? underWay.size() + " transfers"
                : state == State.RUNNING && shown.fraction.get() >= 0
                        ? Math.round(shown.fraction.get() * 100) + " %"
                        : state.title();
        title.set(words.isEmpty() ? "Waybill" : words + " - Waybill");
    }

    /** The one under way from one place to another, as the journal names them. */
    public Optional<Transfer> underWay(String source, String destination) {
        return underWay.stream()
                .filter(one -> one.model().isBetween(source, destination))
                .findFirst();
    }

    /** Resumes one that stands, unless another from the same place to the same place is under way. */
    void resume(Transfer transfer) {
        TransferViewModel model = transfer.model();
        boolean again = underWay.stream()
                .anyMatch(one -> !one.equals(transfer) && one.model().isBetween(model.source(), model.destination()));
        if (again) {
            model.message.set("This transfer is already under way.");
        } else {
            transfer.runner().resume();
        }
    }

    /** Whether a journal's entry is of a transfer that is under way in this window. */
    boolean isUnderWay(String id) {
        return underWay.stream().anyMatch(one -> one.runner().isOf(id));
    }

    /** Stops all, and then does something else, when the journal has it. */
    public void stopAll(Runnable then) {
        endAll((one, ended) -> one.runner().stop(ended), then);
    }

    /** Finds out why those under way cannot go on as tasks; {@code hears} hears empty if they can. */
    public void obstacle(Consumer<Optional<String>> hears) {
        if (underWay.stream().allMatch(one -> one.runner().canGoOn())) {
            background.run(assistant.tasks()::obstacle, hears, e -> hears.accept(Optional.of(ErrorMessages.text(e))));
        } else {
            hears.accept(Optional.of("What was chosen is for this window only."));
        }
    }

    /**
     * Has all go on as tasks, if nothing has come up meanwhile that keeps them here.
     *
     * @param failed hears in a sentence why one goes on here all the same
     */
    public void goOnInBackground(Runnable then, Consumer<String> failed) {
        obstacle(why -> why.ifPresentOrElse(failed, () -> handOverAll(then, failed)));
    }

    private void handOverAll(Runnable then, Consumer<String> failed) {
        List<String> problems = new ArrayList<>();
        endAll(
                (one, ended) -> one.runner().handOver(problem -> {
                    if (!problem.isEmpty()) {
                        problems.add(problem);
                    }
                    ended.run();
                }),
                () -> {
                    if (problems.isEmpty()) {
                        then.run();
                    } else {
                        failed.accept("It cannot go on in the background: " + problems.getFirst() + ".");
                    }
                });
    }

    private void endAll(BiConsumer<Transfer, Runnable> end, Runnable then) {
        List<Transfer> all = List.copyOf(underWay);
        int[] left = {all.size()};
        all.stream()
                .filter(one -> one.model().state().get() == State.WAITING) // else they would start meanwhile
                .forEach(one -> end.accept(one, () -> last(left, then)));
        all.stream()
                .filter(one -> one.model().state().get() != State.STOPPED)
                .forEach(one -> end.accept(one, () -> last(left, then)));
        if (all.isEmpty()) {
            then.run();
        }
    }

    private static void last(int[] left, Runnable then) {
        if (--left[0] == 0) {
            then.run();
        }
    }

    /** Writes what is not in the journal yet, before the threads that would do it are ended. */
    public void flush() {
        underWay.forEach(one -> one.runner().flush());
        current.get().runner().flush();
    }

    /** Has {@code hears} hear of each transfer that is done or has failed. */
    public void onEnd(Consumer<Transfer> hears) {
        onEnd = hears;
    }

    /** Has the fourth screen show this one. */
    public void show(Transfer transfer) {
        current.set(transfer);
        name();
    }

    /** The one that the fourth screen shows. */
    public ReadOnlyObjectProperty<Transfer> current() {
        return current;
    }

    /** The window's title. */
    public ReadOnlyStringProperty title() {
        return title;
    }
}
