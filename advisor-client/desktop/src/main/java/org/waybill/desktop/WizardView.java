package org.waybill.desktop;

import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.waybill.desktop.activity.TransferView;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.discovery.DiscoveryView;
import org.waybill.desktop.endpoint.EndpointsView;
import org.waybill.desktop.workflow.OptionsView;

/** The four steps of a transfer: the steps on top, the current screen below, the last problem between them. */
public final class WizardView extends BorderPane {
    /** Longer than the two clicks of a double click are apart. */
    static final Duration SETTLING = Duration.millis(700);

    private final WizardViewModel model;
    private final Duration settling;
    private final Map<WizardStep, Button> marks = new EnumMap<>(WizardStep.class);
    private final Map<WizardStep, Node> screens = new EnumMap<>(WizardStep.class);
    private final Function<WizardStep, Node> make;
    /** A button that takes another's place, as Resume that of Pause, is not pressed by the same double click. */
    private final ChangeListener<TransferViewModel.State> settleButtons =
            (property, before, now) -> settle(WizardStep.MOVING);

    /**
     * @param onMap shows the map
     * @param veil for questions that come first
     * @param onShow shows a destination
     * @param settling for how long a new screen's buttons cannot be pressed
     */
    WizardView(
            WizardViewModel model,
            Runnable onMap,
            BusyOverlay veil,
            ZoneId zone,
            Consumer<String> onShow,
            Duration settling) {
        this.model = model;
        this.settling = settling;
        // a screen is made when it is first shown: the window is there the sooner
        this.make = stage -> switch (stage) {
            case WHERE ->
                new EndpointsView(
                        model.endpoints, model.browser, model.search, model::advise, model::resume, veil, zone);
            case LOOKING ->
                new DiscoveryView(
                        model.looking,
                        model.work.busy(),
                        model::repeat,
                        model::cancelLooking,
                        () -> model.go(WizardStep.OPTIONS));
            case OPTIONS ->
                new OptionsView(
                        model.options,
                        new OptionsView.Actions(
                                model::move,
                                model::startAgain,
                                onMap,
                                model::takeOverWhatIf,
                                one -> model.useSuggestion(one.endpoint(), one.forSource())),
                        zone);
            case MOVING ->
                new TransferView(model.transfers, model.transfers.current().get(), model::startAgain, onShow);
        };
        HBox trail = Ui.styled(new HBox(), "steps");
        for (WizardStep stage : WizardStep.values()) {
            if (stage != WizardStep.WHERE) {
                trail.getChildren().add(Ui.styled(new Region(), "line"));
            }
            Button mark = Ui.button(stage.title(), () -> model.go(stage));
            Label number = Ui.label(Integer.toString(stage.number()), "number");
            mark.setGraphic(number);
            mark.setId("step-" + stage.number());
            marks.put(stage, mark);
            trail.getChildren().add(mark);
        }
        HBox problem = Ui.id("problem", Ui.problem(model.problem));
        VBox top = new VBox(trail, problem);
        VBox.setMargin(problem, new Insets(12, 32, 0, 32));
        setTop(top);
        model.stage.addListener((property, before, now) -> {
            show(now);
            settle(now);
        });
        model.farthest.addListener((property, before, now) -> mark());
        model.work.busy().addListener((property, before, now) -> mark());
        model.transfers.current().get().model().state().addListener(settleButtons);
        model.transfers.current().addListener((property, before, now) -> {
            before.model().state().removeListener(settleButtons);
            now.model().state().addListener(settleButtons);
            screens.remove(WizardStep.MOVING);
            if (model.stage.get() == WizardStep.MOVING) {
                show(WizardStep.MOVING);
            }
        });
        show(model.stage.get());
    }

    private void show(WizardStep stage) {
        setCenter(screens.computeIfAbsent(stage, make));
        mark();
        // the keyboard's focus follows the work, not the window's top
        Platform.runLater(() -> focus(stage));
    }

    private void focus(WizardStep stage) {
        Node first = lookup("#" + stage.firstId());
        if (first != null && model.stage.get() == stage) {
            first.requestFocus();
        }
    }

    /** A second click, or Enter, that was meant for one screen's button does not press the next one's. */
    private void settle(WizardStep stage) {
        if (screens.get(stage) instanceof BorderPane screen && screen.getBottom() != null) {
            Node buttons = screen.getBottom();
            if (settling.greaterThan(Duration.ZERO)) {
                buttons.setDisable(true);
                PauseTransition pause = new PauseTransition(settling);
                pause.setOnFinished(end -> settled(stage, buttons));
                pause.play();
            } else {
                Platform.runLater(() -> settled(stage, buttons));
            }
        }
    }

    private void settled(WizardStep stage, Node buttons) {
        buttons.setDisable(false);
        if (stage == WizardStep.MOVING && model.stage.get() == stage) { // whose work is done by its buttons
            buttons.lookupAll(".button").stream()
                    .filter(button -> button.isVisible() && button.isManaged())
                    .findFirst()
                    .ifPresent(Node::requestFocus);
        }
    }

    private void mark() {
        WizardStep now = model.stage.get();
        marks.forEach((stage, mark) -> {
            boolean reached = stage.compareTo(model.farthest.get()) <= 0;
            Ui.style(mark, "current", stage == now);
            Ui.style(mark, "done", stage != now && reached);
            mark.setDisable(stage != now && !reached);
            mark.setAccessibleText(
                    "Step " + stage.number() + ", " + stage.title() + (stage == now ? ", current step" : ""));
        });
    }
}
