package org.waybill.desktop.endpoint;

import javafx.beans.property.StringProperty;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.waybill.desktop.Ui;

/** The filter's fields, folded away until they are needed. */
final class FilterView extends TitledPane {
    FilterView(FilterViewModel model) {
        setId("filters");
        getStyleClass().add("dense");
        VBox include = patterns("include", "Include (--include)", "*.h5", model.include);
        VBox exclude = patterns("exclude", "Exclude (--exclude)", "*.tmp", model.exclude);
        FlowPane limits = new FlowPane(
                18,
                8,
                limit("min-size", "At least", "10M", "Minimum size of a file", model.minSize),
                limit("max-size", "At most", "1.5G", "Maximum size of a file", model.maxSize),
                limit("max-age", "Changed after", "2d", "Maximum age of a file", model.maxAge),
                limit("min-age", "Changed before", "2026-05-01", "Minimum age of a file", model.minAge));
        setContent(new VBox(
                10,
                Ui.halves(include, exclude),
                Ui.paragraph(
                        "One pattern a line, as rsync's: *.h5, /scratch/ at the top of the source, run?/**/core."
                                + " The first pattern that matches decides, those to include come first; what matches"
                                + " none is copied.",
                        "caption"),
                limits,
                Ui.paragraph("Sizes: 4096, 10K, 1.5G. Ages: 90m, 2d, 3w, or a day such as 2026-05-01.", "caption"),
                Ui.id("filter-error", Ui.label(model.error(), "error-text"))));
        Ui.whenever(
                () -> setText("Filters: "
                        + (model.summary().get().isEmpty()
                                ? "all files"
                                : model.summary().get())),
                model.summary());
        setExpanded(!model.summary().get().isEmpty());
        model.error().addListener((property, before, now) -> {
            if (!now.isEmpty()) {
                setExpanded(true);
            }
        });
    }

    private static VBox patterns(String id, String name, String example, StringProperty text) {
        TextArea area = Ui.id(id, new TextArea());
        area.setPrefRowCount(2);
        area.setPromptText(example);
        area.setAccessibleText(name);
        area.getStyleClass().add("mono");
        area.textProperty().bindBidirectional(text);
        Label title = Ui.label(name, "muted");
        title.setLabelFor(area);
        return new VBox(4, title, area);
    }

    private static HBox limit(String id, String name, String example, String spoken, StringProperty text) {
        TextField field = Ui.field(id, example, text);
        field.setAccessibleText(spoken);
        field.setPrefColumnCount(7);
        return Ui.row(6, Ui.label(name, "muted"), field);
    }
}
