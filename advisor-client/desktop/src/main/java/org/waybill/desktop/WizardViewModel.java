package org.waybill.desktop;

import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import javafx.application.Platform;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.AdviceRequest;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.activity.MovingViewModel;
import org.waybill.desktop.discovery.LookingViewModel;
import org.waybill.desktop.endpoint.EndpointsViewModel;
import org.waybill.desktop.workflow.WaysViewModel;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/** The wizard's course from two ends to a verified file. Used on the JavaFX thread. */
public final class WizardViewModel {
    private final Assistant assistant;
    private final Background background;
    private final LongSupplier nanoTime;
    private final EndpointsViewModel endpoints = new EndpointsViewModel();
    private final LookingViewModel looking;
    private final WaysViewModel ways = new WaysViewModel();
    private final MovingViewModel moving = new MovingViewModel();
    private final ObjectProperty<Stage> stage = new SimpleObjectProperty<>(Stage.WHERE);
    private final StringProperty problem = new SimpleStringProperty("");
    private @Nullable AdviceRequest request;
    private Advisor.@Nullable Counsel counsel;
    private @Nullable Future<?> work;

    public WizardViewModel(Assistant assistant, Background background, InstantSource clock, LongSupplier nanoTime) {
        this.assistant = assistant;
        this.background = background;
        this.nanoTime = nanoTime;
        this.looking = new LookingViewModel(clock);
    }

    /** Looks at both ends, then shows the ways. */
    public void advise() {
        problem.set("");
        AdviceRequest wanted;
        try {
            wanted = endpoints.request();
        } catch (TransferException e) {
            problem.set(String.valueOf(e.getMessage()));
            return;
        }
        request = wanted;
        looking.start();
        stage.set(Stage.LOOKING);
        work = background.run(
                () -> assistant.advise(wanted, note -> Platform.runLater(() -> looking.note(note))),
                this::show, this::backWith);
    }

    private void show(Advisor.Counsel found) {
        counsel = found;
        ways.show(found.advice());
        stage.set(Stage.WAYS);
    }

    private void backWith(Exception e) {
        stage.set(Stage.WHERE);
        problem.set(e instanceof InterruptedException ? "" : message(e));
    }

    private static String message(Exception e) {
        return e instanceof TransferException known ? String.valueOf(known.getMessage())
                : "Something went wrong in Waybill itself: " + e;
    }

    /** Moves by the chosen way. */
    public void move() {
        Workflow chosen = ways.chosen().get();
        AdviceRequest wanted = request;
        Advisor.Counsel found = counsel;
        if (chosen == null || wanted == null || found == null) {
            return;
        }
        int index = found.advice().workflows().indexOf(chosen);
        moving.start(chosen.title(), nanoTime.getAsLong());
        stage.set(Stage.MOVING);
        TransferListener listener = progress ->
                Platform.runLater(() -> moving.progress(progress, nanoTime.getAsLong()));
        work = background.run(() -> assistant.move(wanted, found, index, listener), moving::done,
                e -> moving.failed(e instanceof InterruptedException
                        ? "Stopped. The same move goes on where it stopped." : message(e)));
    }

    /** Stops what is under way. */
    public void cancel() {
        Future<?> running = work;
        if (running != null) {
            running.cancel(true);
        }
        if (stage.get() == Stage.LOOKING) {
            stage.set(Stage.WHERE);
        }
    }

    public void startAgain() {
        stage.set(Stage.WHERE);
    }

    public ObjectProperty<Stage> stage() {
        return stage;
    }

    /** What went wrong last, empty if nothing. */
    public StringProperty problem() {
        return problem;
    }

    public EndpointsViewModel endpoints() {
        return endpoints;
    }

    public LookingViewModel looking() {
        return looking;
    }

    public WaysViewModel ways() {
        return ways;
    }

    public MovingViewModel moving() {
        return moving;
    }
}
