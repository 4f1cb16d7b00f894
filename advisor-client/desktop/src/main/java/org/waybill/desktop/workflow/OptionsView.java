package org.waybill.desktop.workflow;

import java.time.ZoneId;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.Ui;

/** The third screen: the options as cards, and next to them the details of the selected one. */
public final class OptionsView extends BorderPane {
    private final OptionsViewModel model;
    private final Button move;

    /** What the user may do here. */
    public record Actions(
            Runnable move,
            Runnable again,
            Runnable showMap,
            Runnable takeOver,
            Consumer<OptionsViewModel.Suggested> suggestion) {}

    public OptionsView(OptionsViewModel model, Actions actions, ZoneId zone) {
        this.model = model;
        move = Ui.button("Start transfer", actions.move(), "accent", "large");
        ListView<OptionGroup> options = options();
        Label title = Ui.label("", "page-title");
        title.textProperty().bind(model.ends());
        title.setWrapText(true);
        title.setMinHeight(USE_PREF_SIZE);
        Button map = Ui.button(Feather.MAP, "Map", actions.showMap(), "small");
        HBox head = Ui.row(8, title, Ui.label(model.summary(), "muted"), Ui.gap(), map);
        VBox left = new VBox(8, Ui.grow(options), warnings());
        VBox right = Ui.card(Ui.grow(new OptionDetails(model, actions.takeOver(), actions.suggestion(), zone)));
        right.setStyle("-fx-padding: 6 14 12 14;");
        HBox both = new HBox(16, left, right);
        HBox.setHgrow(left, Priority.ALWAYS);
        HBox.setHgrow(right, Priority.ALWAYS);
        left.setPrefWidth(470);
        right.setPrefWidth(430);
        left.setMinWidth(312);
        right.setMinWidth(290);
        setCenter(Ui.styled(new VBox(head, Ui.grow(both)), "page"));
        setBottom(footer(actions));
    }

    private ListView<OptionGroup> options() {
        ListView<OptionGroup> options = Ui.id("ways", new ListView<>(model.groups));
        options.setAccessibleText("Transfer options, fastest first");
        options.setAccessibleHelp("Enter starts a transfer with the selected option, Left and Right change its tool,"
                + " C adds it to the comparison");
        options.getStyleClass().addAll("plain-list", "way-list");
        options.setCellFactory(list -> new OptionCard(model));
        options.setPlaceholder(
                Ui.paragraph("No transfer option between these endpoints. The notes below explain why.", "muted"));
        model.chosen.addListener((property, before, now) -> select(options));
        options.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> {
            if (now != null) {
                model.chosen.set(model.shown(now));
            }
        });
        select(options);
        // a filter: the list itself uses these keys
        options.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            switch (event.getCode()) {
                case ENTER -> move.fire(); // which does nothing while the button is disabled
                case LEFT -> model.otherTool(-1);
                case RIGHT -> model.otherTool(1);
                case C -> {
                    Workflow option = model.chosen.get();
                    if (option != null) {
                        model.toggleCompared(option);
                    }
                }
                default -> {
                    return;
                }
            }
            event.consume();
        });
        model.compared.addListener((InvalidationListener) change -> options.refresh());
        model.history.addListener((property, before, now) -> options.refresh());
        return options;
    }

    private void select(ListView<OptionGroup> options) {
        Workflow now = model.chosen.get();
        options.getSelectionModel().select(now == null ? null : model.group(now).orElse(null));
        options.refresh(); // a card may show another of its tools
    }

    private TitledPane warnings() {
        VBox lines = new VBox(6);
        TitledPane pane = Ui.id("warnings", new TitledPane("", Ui.scroll(lines)));
        pane.getStyleClass().addAll("dense");
        pane.setMaxHeight(150);
        pane.setMinHeight(USE_PREF_SIZE);
        Ui.whenever(
                () -> {
                    lines.getChildren()
                            .setAll(model.warnings.stream()
                                    .map(one -> Ui.row(8, Ui.icon(Feather.INFO), Ui.grow(Ui.paragraph(one.text()))))
                                    .toList());
                    int count = model.warnings.size();
                    pane.setText(count == 1 ? "1 note" : count + " notes");
                    Ui.show(pane, count > 0);
                },
                model.warnings);
        pane.setExpanded(false);
        return pane;
    }

    private HBox footer(Actions actions) {
        move.setId("move");
        move.setDefaultButton(true);
        Label why = Ui.label("", "muted");
        Ui.whenever(
                () -> {
                    Workflow option = model.chosen.get();
                    move.setDisable(option == null || !option.movable());
                    why.setText(
                            option == null
                                    ? ""
                                    : option.movable()
                                            ? option.title()
                                            : "Waybill cannot run this option: save it as a script under Steps.");
                },
                model.chosen);
        return Ui.styled(
                new HBox(move, why, Ui.gap(), Ui.button("Change source or destination", actions.again())), "footer");
    }
}
