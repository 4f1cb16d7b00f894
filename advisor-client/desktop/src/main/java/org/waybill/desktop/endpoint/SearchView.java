package org.waybill.desktop.endpoint;

import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.waybill.client.HumanUnits;
import org.waybill.desktop.Ui;
import org.waybill.desktop.endpoint.DatasetSearch.Replica;

/** Data discovery: a dataset's id or keywords, and its replicas in a table. */
final class SearchView extends VBox {
    SearchView(SearchViewModel model, Consumer<Replica> onChosen) {
        getStyleClass().add("card");
        TextField query = Ui.field("find", "Dataset id or keywords", model.query);
        query.setOnAction(event -> model.search());
        Button find = Ui.id("find-go", Ui.button("Search", model::search));
        find.disableProperty().bind(model.work.busy());
        TableView<Replica> table = Ui.table(
                "replicas",
                "Replicas",
                model.replicas,
                "",
                Ui.column("Dataset", 118, Replica::dataset),
                Ui.column("File", 172, Replica::file),
                Ui.column("Host", 140, Replica::host),
                Ui.column("Size", 70, one -> one.bytes() < 0 ? "" : HumanUnits.decimalSize(one.bytes())));
        table.setPrefHeight(124);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_ALL_COLUMNS);
        Label empty = Ui.paragraph("", "muted");
        Ui.whenever(
                () -> empty.setText(
                        model.message().get().isEmpty()
                                ? "Replicas that match are listed here."
                                : model.message().get()),
                model.message());
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
}
