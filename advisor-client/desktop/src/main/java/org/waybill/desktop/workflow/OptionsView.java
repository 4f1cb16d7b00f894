package org.waybill.desktop.workflow;

import java.time.ZoneId;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyCode;
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
        ListView<Workflow> options = options();
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

    private ListView<Workflow> options() {
        ListView<Workflow> options = Ui.id("ways", new ListView<>(model.options));
        options.setAccessibleText("Transfer options, fastest first");
        options.setAccessibleHelp("Enter starts a transfer with the selected option, C adds it to the comparison");
        options.getStyleClass().addAll("plain-list", "way-list");
        options.setCellFactory(list -> new OptionCard(model));
        options.setPlaceholder(
                Ui.paragraph("No transfer option between these endpoints. The notes below explain why.", "muted"));
        model.chosen.addListener(
                (property, before, now) -> options.getSelectionModel().select(now));
        options.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> {
            if (now != null) {
                model.chosen.set(now);
            }
        });
        options.getSelectionModel().select(model.chosen.get());
        options.setOnKeyPressed(event -> {
            Workflow option = options.getSelectionModel().getSelectedItem();
            if (event.getCode() == KeyCode.C && option != null) {
                model.toggleCompared(option);
            }
        });
        // a filter: the list itself uses Enter
        options.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER) {
                move.fire(); // which does nothing while the button is disabled
                event.consume();
            }
        });
        model.compared.addListener((InvalidationListener) change -> options.refresh());
        model.history.addListener((property, before, now) -> options.refresh());
        return options;
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
                                            ? option.rank() + ".  " + option.title()
                                            : "Waybill cannot run this option: save it as a script under Steps.");
                },
                model.chosen);
        return Ui.styled(
                new HBox(move, why, Ui.gap(), Ui.button("Change source or destination", actions.again())), "footer");
    }
}
