package org.waybill.desktop.workflow;

import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.Remark;
import org.waybill.client.workflow.Step;
import org.waybill.client.workflow.Workflow;

/** The third screen: the ways, and on the right why the chosen one stands where it stands and what it does. */
public final class WaysView extends VBox {
    private final WaysViewModel model;
    private final TextArea explanation = new TextArea();

    public WaysView(WaysViewModel model, Runnable onMove, Runnable onBack) {
        this.model = model;
        setSpacing(12);
        setPadding(new Insets(28));
        Label title = new Label();
        title.getStyleClass().add("title-2");
        title.textProperty().bind(model.ends());
        ListView<Workflow> ways = new ListView<>(model.ways());
        ways.setId("ways");
        ways.setAccessibleText("The ways, best first");
        ways.setCellFactory(list -> new WayCard());
        ways.setPlaceholder(new Label("There is no way between these two ends; the warnings below say why."));
        model.chosen().addListener((property, before, now) -> explain(now));
        ways.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> {
            if (now != null) {
                model.chosen().set(now);
            }
        });
        explanation.setId("explanation");
        explanation.setEditable(false);
        explanation.setWrapText(true);
        explanation.setAccessibleText("Why, and the steps of the chosen way");
        SplitPane both = new SplitPane(ways, explanation);
        both.setDividerPositions(0.55);
        VBox.setVgrow(both, Priority.ALWAYS);
        ListView<String> warnings = new ListView<>(model.warnings());
        warnings.setPrefHeight(96);
        warnings.setAccessibleText("Warnings");
        warnings.setPlaceholder(new Label("No warnings"));
        getChildren().addAll(title, both, warnings, buttons(onMove, onBack));
    }

    private HBox buttons(Runnable onMove, Runnable onBack) {
        Button move = new Button("Move by this way");
        move.setId("move");
        move.setDefaultButton(true);
        model.chosen().addListener((property, before, now) -> move.setDisable(now == null || !now.movable()));
        move.setDisable(true);
        move.setOnAction(event -> onMove.run());
        Button copy = new Button("Copy commands");
        copy.setOnAction(event -> copyCommands());
        Button back = new Button("Back");
        back.setCancelButton(true);
        back.setOnAction(event -> onBack.run());
        return new HBox(10, move, copy, back);
    }

    private void explain(@Nullable Workflow way) {
        if (way == null) {
            explanation.clear();
            return;
        }
        StringBuilder text = new StringBuilder("Why\n");
        for (Remark reason : way.reasons()) {
            text.append("  \u2022 ").append(reason.text()).append('\n');
        }
        text.append("\nSteps\n");
        for (Step step : way.steps()) {
            text.append("  ").append(step.title()).append('\n');
            if (!step.text().isEmpty()) {
                text.append("    ").append(step.text()).append('\n');
            }
            if (!step.command().isEmpty()) {
                text.append("    $ ").append(step.command()).append('\n');
            }
        }
        explanation.setText(text.toString());
        explanation.setScrollTop(0);
    }

    private void copyCommands() {
        Workflow way = model.chosen().get();
        if (way != null) {
            ClipboardContent content = new ClipboardContent();
            content.putString(WaysViewModel.commands(way));
            Clipboard.getSystemClipboard().setContent(content);
        }
    }
}
