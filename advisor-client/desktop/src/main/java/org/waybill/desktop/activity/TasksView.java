package org.waybill.desktop.activity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import javafx.util.Duration;
import org.waybill.desktop.Ui;

/** The tasks that are not over, each in a line with what can be done with it; while it is shown, it looks again. */
final class TasksView extends VBox {
    private static final Duration OFTEN = Duration.seconds(2);

    private final ActivityViewModel model;
    /** By the tasks' ids. */
    private final Map<String, Label> details = new HashMap<>();

    private List<String> rows = List.of();

    TasksView(ActivityViewModel model) {
        this.model = model;
        getStyleClass().add("card");
        Ui.whenever(this::fill, model.tasks);
        Timeline refresh = new Timeline(new KeyFrame(OFTEN, event -> model.refresh()));
        refresh.setCycleCount(Animation.INDEFINITE);
        sceneProperty()
                .flatMap(Scene::windowProperty)
                .flatMap(Window::showingProperty)
                .orElse(false)
                .addListener((property, before, now) -> {
                    if (now) {
                        refresh.play();
                    } else {
                        refresh.stop();
                    }
                });
    }

    /** New progress changes a label only, so that a button stays where it is pressed. */
    private void fill() {
        List<String> now = model.tasks.stream()
                .map(item -> item.task().id() + item.title())
                .toList();
        if (!now.equals(rows)) {
            rows = now;
            getChildren().setAll(Ui.label("In the background", "section"));
            model.tasks.forEach(item -> getChildren().add(row(item)));
        }
        model.tasks.forEach(item -> label(item).setText(item.details()));
        Ui.show(this, !rows.isEmpty());
    }

    private Label label(TaskItem item) {
        return details.computeIfAbsent(item.task().id(), id -> Ui.label("", "caption"));
    }

    private Node row(TaskItem item) {
        String id = item.task().id();
        Label state = Ui.label(item.title(), "badge", item.stands() ? "warn" : "info");
        state.setMinWidth(USE_PREF_SIZE);
        Label ends = Ui.label(item.ends(), "endpoint");
        ends.setMinWidth(60);
        Button pause = item.stands()
                ? Ui.id("task-resume", Ui.button("Resume", () -> model.change(tasks -> tasks.resume(id)), "small"))
                : Ui.id("task-pause", Ui.button("Pause", () -> model.change(tasks -> tasks.pause(id)), "small"));
        Button cancel = Ui.button("Cancel", () -> model.change(tasks -> tasks.cancel(id)), "small");
        return Ui.row(10, state, Ui.grow(new VBox(1, ends, label(item))), pause, Ui.id("task-cancel", cancel));
    }
}
