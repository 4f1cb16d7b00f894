package org.waybill.desktop.workflow;

import java.time.ZoneId;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.script.Step;
import org.waybill.desktop.Ui;

/** Details of the selected option: why, steps, comparison, what-if, nearby hosts, circuits. */
final class OptionDetails extends TabPane {
    private final OptionsViewModel model;
    private final VBox why = new VBox(10);
    private final VBox steps = new VBox(12);
    private final GridPane comparison = grid(22, 39, 39);
    private final VBox nearby = new VBox(10);

    OptionDetails(
            OptionsViewModel model,
            Runnable onTakeOver,
            Consumer<OptionsViewModel.Suggested> onSuggestion,
            ZoneId zone) {
        this.model = model;
        setId("details-tabs");
        setAccessibleText("Option details");
        setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
        getStyleClass().add("flat");
        fillComparison();
        Tab compare = tab("Compare", comparison);
        Tab circuits = tab(
                "Circuits",
                new VBox(
                        8,
                        Ui.paragraph(
                                "Dedicated bandwidth that can be reserved now between the endpoints. Times are local.",
                                "muted"),
                        new CircuitLine(model.circuits, model::rival, zone)));
        Tab near = tab("Nearby", nearby);
        getTabs()
                .addAll(
                        tab("Why", why),
                        tab("Steps", steps),
                        compare,
                        tab("What if", new WhatIfView(model.whatIf, onTakeOver)));
        model.chosen.addListener((property, before, now) -> show(now));
        model.comparison.addListener((ListChangeListener<Comparison.Row>) change -> {
            fillComparison();
            if (!model.comparison.isEmpty()) {
                getSelectionModel().select(compare);
            }
        });
        show(model.chosen.get());
        Ui.whenever(
                () -> {
                    fillNearby(onSuggestion);
                    offer(near, !model.suggestions.isEmpty());
                },
                model.suggestions);
        Ui.whenever(() -> offer(circuits, !model.circuits.isEmpty()), model.circuits);
    }

    private void offer(Tab tab, boolean there) {
        if (there && !getTabs().contains(tab)) {
            getTabs().add(tab);
        } else if (!there) {
            getTabs().remove(tab);
        }
    }

    private static Tab tab(String title, Node content) {
        VBox padded = new VBox(content);
        padded.setStyle("-fx-padding: 14 6 6 4;");
        ScrollPane scroll = Ui.scroll(padded);
        scroll.setFocusTraversable(true); // words alone are scrolled by keys as well
        scroll.setAccessibleText(title);
        return new Tab(title, scroll);
    }

    /** Columns by their shares of the width, in percent. */
    static GridPane grid(double... percents) {
        GridPane grid = new GridPane();
        grid.setHgap(12);
        grid.setVgap(9);
        for (double percent : percents) {
            ColumnConstraints column = new ColumnConstraints();
            column.setPercentWidth(percent);
            column.setHgrow(Priority.ALWAYS);
            grid.getColumnConstraints().add(column);
        }
        return grid;
    }

    private void show(@Nullable Workflow option) {
        why.getChildren().clear();
        steps.getChildren().clear();
        if (option == null) {
            why.getChildren().add(Ui.paragraph("Select an option on the left.", "muted"));
            return;
        }
        why.getChildren().add(Ui.paragraph(OptionLabels.sentence(option.security()) + ".", "strong"));
        for (Remark reason : option.reasons()) {
            Label text = Ui.paragraph(OptionLabels.sentence(reason.text()));
            Label code = Ui.paragraph(reason.code().title(), "caption");
            HBox row = Ui.row(10, Ui.icon(icon(reason.code())), Ui.grow(new VBox(1, text, code)));
            row.setFocusTraversable(false);
            why.getChildren().add(row);
        }
        if (model.isFiltered()) {
            steps.getChildren()
                    .add(Ui.styled(
                            Ui.row(
                                    8,
                                    Ui.icon(Feather.ALERT_TRIANGLE),
                                    Ui.grow(Ui.paragraph(
                                            "These commands copy the whole source: they have no filters."))),
                            "notice"));
        }
        int number = 1;
        for (Step step : option.steps()) {
            steps.getChildren().add(step(number++, step));
        }
        Button copy = Ui.button("Copy commands", () -> copy(option), "small");
        Button save = Ui.id("save-script", Ui.button("Save as script \u2026", this::save, "small"));
        steps.getChildren().addAll(Ui.row(8, copy, save), Ui.label(model.message(), "muted"));
    }

    /** Drawbacks look different from advantages. */
    private static Ikon icon(ReasonCode code) {
        return switch (code) {
            case CLEARTEXT,
                    ENCRYPTION_UNKNOWN,
                    CONTROL_ONLY_ENCRYPTED,
                    NOT_VERIFIED,
                    NO_RESUME,
                    TOOL_MISSING,
                    PATH_MAY_DIFFER,
                    WOULD_MISS_DEADLINE,
                    MAY_MISS_DEADLINE,
                    WINDOW_LIMITED,
                    MANY_FILES,
                    THROUGH_THIS_MACHINE -> Feather.ALERT_TRIANGLE;
            case ENCRYPTED -> Feather.LOCK;
            case VERIFIED, DURABLE, RESUMES, MEETS_DEADLINE, SHORTEST_TIME -> Feather.CHECK;
            default -> Feather.INFO;
        };
    }

    private static VBox step(int number, Step step) {
        VBox box = new VBox(4, Ui.paragraph(number + ".  " + step.title(), "strong"));
        if (!step.text().isEmpty()) {
            box.getChildren().add(Ui.paragraph(OptionLabels.sentence(step.text()), "muted"));
        }
        if (!step.command().isEmpty()) {
            box.getChildren().add(Ui.command(step.command(), "Command: " + step.command()));
        }
        return box;
    }

    private static void copy(Workflow option) {
        ClipboardContent content = new ClipboardContent();
        content.putString(OptionsViewModel.commands(option));
        Clipboard.getSystemClipboard().setContent(content);
    }

    private void save() {
        Ui.save(this, "Save as script", model.scriptName(), model::saveScript);
    }

    private void fillComparison() {
        comparison.getChildren().clear();
        if (model.comparison.isEmpty()) {
            comparison.add(
                    Ui.paragraph("Tick \u201cCompare\u201d on two cards to see them side by side.", "muted"),
                    0,
                    0,
                    3,
                    1);
            return;
        }
        int column = 1;
        for (Workflow option : model.compared) {
            comparison.add(Ui.paragraph(option.title(), "strong"), column++, 0);
        }
        int at = 1;
        for (Comparison.Row row : model.comparison) {
            Label what = Ui.paragraph(row.what(), "caption");
            comparison.add(what, 0, at);
            GridPane.setValignment(what, VPos.TOP);
            comparison.add(side(row.left(), row.better() < 0, row.differs()), 1, at);
            comparison.add(side(row.right(), row.better() > 0, row.differs()), 2, at);
            at++;
        }
    }

    private static Label side(String text, boolean better, boolean differs) {
        Label label = Ui.paragraph(better ? text + "  \u2713" : text);
        label.getStyleClass().add(better ? "good-text" : differs ? "label" : "muted");
        GridPane.setValignment(label, VPos.TOP);
        return label;
    }

    private void fillNearby(Consumer<OptionsViewModel.Suggested> onSuggestion) {
        nearby.getChildren()
                .setAll(Ui.paragraph(
                        "Hosts near an endpoint with services for bulk data. Data can be staged through them.",
                        "muted"));
        for (OptionsViewModel.Suggested each : model.suggestions) {
            String end = each.forSource() ? "source" : "destination";
            Double km = each.endpoint().distanceKm();
            VBox words = new VBox(
                    2,
                    Ui.paragraph(each.endpoint().host(), "strong"),
                    Ui.paragraph(OptionLabels.sentence(each.endpoint().reason()), "muted"));
            if (km != null && km >= 1) {
                words.getChildren().add(Ui.label(Math.round(km) + " km from the " + end, "caption"));
            }
            nearby.getChildren()
                    .add(Ui.row(
                            10, Ui.grow(words), Ui.button("Use as " + end, () -> onSuggestion.accept(each), "small")));
        }
    }
}
