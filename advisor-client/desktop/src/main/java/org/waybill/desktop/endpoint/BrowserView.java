package org.waybill.desktop.endpoint;

import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.scene.control.Button;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.Amounts;
import org.waybill.desktop.Ui;
import org.waybill.engine.mover.store.Entry;

/** A directory's entries; Enter goes in or chooses, Backspace goes up, Escape closes. */
final class BrowserView extends VBox {
    BrowserView(BrowserViewModel model, String title, Runnable onClose) {
        getStyleClass().add("modal");
        setFocusTraversable(true);
        ListView<Entry> list = new ListView<>(model.entries());
        list.setId("browser");
        list.setAccessibleText("Entries of the directory");
        list.setCellFactory(view -> new Cell());
        list.setPlaceholder(Ui.label("Nothing here", "muted"));
        list.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                open(model, list);
            }
        });
        // a filter: the list itself would take Enter for its own
        list.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER) {
                open(model, list);
                event.consume();
            } else if (event.getCode() == KeyCode.BACK_SPACE) {
                model.up();
                event.consume();
            }
        });
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                onClose.run();
                event.consume();
            }
        });
        // later: the list clears its selection when it hears of the same change
        Runnable chooseFirst = () -> list.getSelectionModel().selectFirst();
        model.entries().addListener((InvalidationListener) change -> Platform.runLater(chooseFirst));
        Platform.runLater(chooseFirst);
        focusedProperty().addListener((property, before, now) -> {
            if (now) {
                list.requestFocus();
            }
        });
        Button up = Ui.iconButton(Feather.CORNER_LEFT_UP, "The directory above", model::up);
        up.setId("browser-up");
        ProgressIndicator busy = new ProgressIndicator();
        busy.setPrefSize(16, 16);
        busy.visibleProperty().bind(model.busy());
        HBox where = Ui.row(8, up, Ui.grow(Ui.label(model.title(), "mono")), busy);
        Button choose = Ui.button("Choose", () -> model.choose(list.getSelectionModel().getSelectedItem()), "accent");
        choose.setId("browser-choose");
        choose.disableProperty().bind(list.getSelectionModel().selectedItemProperty().isNull());
        Button here = Ui.button("Choose this directory", () -> model.choose(null));
        here.setId("browser-here");
        getChildren().addAll(Ui.label(title, "page-title"), where, Ui.problem(model.problem()), Ui.grow(list),
                Ui.row(10, choose, here, Ui.gap(), Ui.button("Cancel", onClose)));
    }

    private static void open(BrowserViewModel model, ListView<Entry> list) {
        Entry entry = list.getSelectionModel().getSelectedItem();
        if (entry != null) {
            model.open(entry);
        }
    }

    private static final class Cell extends ListCell<Entry> {
        @Override
        protected void updateItem(@Nullable Entry entry, boolean empty) {
            super.updateItem(entry, empty);
            if (entry == null || empty) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            String size = entry.isFile() && entry.sizeBytes() >= 0 ? Amounts.decimalSize(entry.sizeBytes()) : "";
            setGraphic(Ui.row(10, Ui.icon(entry.isDirectory() ? Feather.FOLDER : Feather.FILE),
                    Ui.label(entry.name()), Ui.gap(), Ui.label(size, "muted")));
            setAccessibleText((entry.isDirectory() ? "Directory " : "File ") + entry.name() + " " + size);
        }
    }
}
