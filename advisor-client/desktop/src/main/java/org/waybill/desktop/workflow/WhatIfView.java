package org.waybill.desktop.workflow;

import javafx.beans.binding.Bindings;
import javafx.beans.property.StringProperty;
import javafx.geometry.VPos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.waybill.desktop.Ui;
import org.waybill.desktop.workflow.WhatIfViewModel.Route;

/** Other connections, size, start, route and circuits, and what each option would gain. */
final class WhatIfView extends VBox {
    private final WhatIfViewModel model;
    private final GridPane changes = OptionDetails.grid(34, 22, 22, 22);

    WhatIfView(WhatIfViewModel model, Runnable onTakeOver) {
        super(12);
        this.model = model;
        GridPane form = new GridPane();
        form.setHgap(10);
        form.setVgap(8);
        form.addRow(
                0, name("Connections"), Ui.row(8, streams(), Ui.label("0: auto (all that add throughput)", "caption")));
        form.addRow(
                1,
                name("Data"),
                Ui.row(
                        8,
                        field("what-if-times", model.sizeTimes, "1", "Factor for the amount of data"),
                        Ui.label("times as much", "caption")));
        form.addRow(
                2,
                name("Start"),
                Ui.row(
                        8,
                        field("what-if-start", model.start, "now", "Start, as hours and minutes"),
                        Ui.label("such as 22:00; empty: start now", "caption")));
        form.addRow(3, name("Route"), route());
        CheckBox circuit = Ui.box("what-if-circuit", "on a reserved circuit", model.circuit);
        CheckBox dedicated = Ui.box("what-if-dedicated", "on a dedicated path", model.dedicated);
        CheckBox secure = Ui.box("what-if-secure", "only encrypted options", model.secure);
        Button predict = Ui.id("predict", Ui.button("Predict", model::predict, "accent"));
        predict.disableProperty().bind(model.work.busy());
        Button take = Ui.id("take-over", Ui.button("Use these settings", onTakeOver));
        take.disableProperty().bind(Bindings.isEmpty(model.changes));
        getChildren()
                .addAll(
                        form,
                        new VBox(6, circuit, dedicated, secure),
                        Ui.row(8, predict, take),
                        Ui.paragraph("Uses existing measurements: nothing is probed again.", "caption"),
                        Ui.label(model.message(), "error-text"),
                        Ui.label(model.remark(), "muted"),
                        changes);
        Ui.whenever(this::fill, model.changes);
    }

    private static Label name(String text) {
        Label name = Ui.label(text, "muted");
        name.setMinWidth(USE_PREF_SIZE);
        return name;
    }

    private Spinner<Integer> streams() {
        Spinner<Integer> streams = Ui.id("what-if-streams", new Spinner<>(0, 64, model.streams.get()));
        streams.setPrefWidth(84);
        streams.setAccessibleText("Parallel connections, 0 for the transport's own choice");
        model.streams.addListener(
                (property, before, now) -> streams.getValueFactory().setValue(now.intValue()));
        streams.valueProperty().addListener((property, before, now) -> model.streams.set(now));
        return streams;
    }

    private static TextField field(String id, StringProperty value, String prompt, String name) {
        TextField field = Ui.field(id, prompt, value);
        field.setPrefWidth(84);
        field.setAccessibleText(name);
        return field;
    }

    private ChoiceBox<Route> route() {
        ChoiceBox<Route> route = Ui.id("what-if-route", Ui.choice(model.routes, "Route", Route::title));
        route.setValue(model.route.get());
        model.route.addListener((property, before, now) -> route.setValue(now));
        route.valueProperty().addListener((property, before, now) -> {
            if (now != null) { // null for a moment while the list changes
                model.route.set(now);
            }
        });
        return route;
    }

    private void fill() {
        changes.getChildren().clear();
        if (model.changes.isEmpty()) {
            return;
        }
        changes.addRow(
                0,
                Ui.label("Option", "caption"),
                Ui.label("Now", "caption"),
                Ui.label("Then", "caption"),
                Ui.label("Change", "caption"));
        int at = 1;
        for (WhatIfViewModel.Change change : model.changes) {
            Label[] cells = {
                Ui.paragraph(change.title()),
                Ui.paragraph(change.now(), "muted"),
                Ui.paragraph(change.then()),
                Ui.paragraph(
                        change.change(), change.gain() > 0 ? "good-text" : change.gain() < 0 ? "error-text" : "muted")
            };
            for (Label cell : cells) {
                GridPane.setValignment(cell, VPos.TOP);
            }
            changes.addRow(at++, cells);
        }
    }
}
