package org.waybill.desktop.endpoint;

import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.desktop.Ui;
import org.waybill.desktop.activity.Selection;

/** Sources and destinations of recent transfers; a click or Enter takes them again. */
final class RecentView extends VBox {
    RecentView(EndpointsViewModel model) {
        getStyleClass().add("card");
        ListView<EndpointsViewModel.Pair> list = Ui.id("recent", new ListView<>(model.recent));
        list.getStyleClass().add("plain-list");
        list.setAccessibleText("Recent transfers");
        list.setPrefHeight(150);
        list.setPlaceholder(Ui.label("Your transfers will be listed here.", "muted"));
        list.setCellFactory(view -> new Cell());
        list.setOnMouseClicked(event -> take(model, list));
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                take(model, list);
                event.consume();
            }
        });
        getChildren()
                .addAll(
                        Ui.label("Recent transfers", "section"),
                        Ui.grow(list),
                        Ui.label(model.problem(), "error-text"));
    }

    private static void take(EndpointsViewModel model, ListView<EndpointsViewModel.Pair> list) {
        EndpointsViewModel.Pair pair = list.getSelectionModel().getSelectedItem();
        if (pair != null) {
            model.use(pair);
        }
    }

    private static final class Cell extends ListCell<EndpointsViewModel.Pair> {
        @Override
        protected void updateItem(EndpointsViewModel.@Nullable Pair pair, boolean empty) {
            super.updateItem(pair, empty);
            if (pair == null || empty) {
                setText(null);
                setGraphic(null);
                return;
            }
            setGraphic(Ui.icon(Feather.CLOCK));
            setText(Selection.shown(pair.source()) + "   \u2192   " + pair.destination());
            setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            setPrefWidth(0);
            setAccessibleText("From " + Selection.shown(pair.source()) + " to " + pair.destination());
        }
    }
}
