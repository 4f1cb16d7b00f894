package org.waybill.desktop.endpoint;

import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.waybill.client.HumanUnits;
import org.waybill.desktop.Ui;
import org.waybill.desktop.endpoint.DatasetSearch.Replica;

/** Data discovery: a dataset's id or keywords, and the replicas in a table. */
final class SearchView extends VBox {
    SearchView(SearchViewModel model, Consumer<Replica> onChosen) {
        getStyleClass().add("card");
        TextField query = new TextField();
        query.setId("find");
        query.setPromptText("Dataset id or keywords");
        query.setAccessibleText("Dataset id or keywords");
        query.textProperty().bindBidirectional(model.query());
        query.setOnAction(event -> model.search());
        Button find = Ui.button("Search", model::search);
        find.setId("find-go");
        find.disableProperty().bind(model.busy());
        TableView<Replica> table = new TableView<>(model.replicas());
        table.setId("replicas");
        table.setAccessibleText("Replicas");
        table.setPrefHeight(124);
        table.getStyleClass().add("dense");
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getColumns().add(column("Dataset", Replica::dataset));
        table.getColumns().add(column("File", Replica::file));
        table.getColumns().add(column("At", Replica::host));
        table.getColumns().add(column("Size", one -> one.bytes() < 0 ? "" : HumanUnits.decimalSize(one.bytes())));
        Label empty = Ui.paragraph("Copies that match are listed here.", "muted");
        model.message()
                .addListener((property, before, now) ->
                        empty.setText(now.isEmpty() ? "Copies that match are listed here." : now));
        table.setPlaceholder(empty);
        Button use = Ui.button(
                "Use as source", () -> onChosen.accept(table.getSelectionModel().getSelectedItem()), "small");
        use.disableProperty()
                .bind(table.getSelectionModel().selectedItemProperty().isNull());
        getChildren()
                .addAll(
                        Ui.row(8, Ui.label("Find data", "section"), Ui.gap(), use),
                        Ui.row(8, Ui.grow(query), find),
                        Ui.grow(table));
    }

    private static TableColumn<Replica, String> column(String title, Function<Replica, String> value) {
        TableColumn<Replica, String> column = new TableColumn<>(title);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(value.apply(cell.getValue())));
        return column;
    }
}
