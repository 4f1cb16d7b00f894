package org.waybill.desktop;

import java.util.EnumMap;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.waybill.desktop.activity.MovingView;
import org.waybill.desktop.discovery.LookingView;
import org.waybill.desktop.endpoint.EndpointsView;
import org.waybill.desktop.workflow.WaysView;

/** The window's content: where one is on top, the current screen below, what went wrong between them. */
public final class WizardView extends BorderPane {
    private final Map<Stage, Label> marks = new EnumMap<>(Stage.class);
    private final Map<Stage, Node> screens = new EnumMap<>(Stage.class);

    public WizardView(WizardViewModel model) {
        screens.put(Stage.WHERE, new EndpointsView(model.endpoints(), model::advise));
        screens.put(Stage.LOOKING, new LookingView(model.looking(), model::cancel));
        screens.put(Stage.WAYS, new WaysView(model.ways(), model::move, model::startAgain));
        screens.put(Stage.MOVING, new MovingView(model.moving(), model::cancel, model::startAgain));
        HBox trail = new HBox(24);
        trail.setAlignment(Pos.CENTER_LEFT);
        trail.setPadding(new Insets(14, 28, 14, 28));
        for (Stage stage : Stage.values()) {
            Label mark = new Label((stage.ordinal() + 1) + "  " + stage.title());
            marks.put(stage, mark);
            trail.getChildren().add(mark);
        }
        Label problem = new Label();
        problem.setId("problem");
        problem.setWrapText(true);
        problem.setPadding(new Insets(0, 28, 0, 28));
        problem.getStyleClass().add("danger");
        problem.textProperty().bind(model.problem());
        problem.managedProperty().bind(model.problem().isNotEmpty());
        setTop(new VBox(trail, problem));
        model.stage().addListener((property, before, now) -> show(now));
        show(model.stage().get());
    }

    private void show(Stage stage) {
        setCenter(screens.get(stage));
        marks.forEach((each, mark) -> {
            mark.getStyleClass().removeAll("text-bold", "text-muted");
            mark.getStyleClass().add(each == stage ? "text-bold" : "text-muted");
        });
    }
}
