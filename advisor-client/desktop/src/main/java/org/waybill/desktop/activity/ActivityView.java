package org.waybill.desktop.activity;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.desktop.Ui;

/** Running and past moves in a table, with the chosen one explained below. */
public final class ActivityView extends BorderPane {
    /** @param onShow shows a directory of this machine */
    public ActivityView(ActivityViewModel model, ZoneId zone, Consumer<Path> onShow) {
        TextField search = new TextField();
        search.setId("activity-search");
        search.setPromptText("Search hosts, paths, options, outcomes");
        search.setAccessibleText("Search");
        search.setPrefColumnCount(26);
        search.textProperty().bindBidirectional(model.search());
        TableView<ActivityItem> table = table(model, zone);
        Button again = Ui.button("Move again", () -> with(model, model::repeat), "accent");
        again.setId("repeat");
        Button remove = Ui.button("Remove from the list", () -> with(model, model::remove));
        Button show = Ui.button(
                "Show at destination", () -> with(model, item -> item.shownAt().ifPresent(onShow)));
        show.setId("activity-show");
        Label explanation = Ui.label(model.explanation());
        explanation.setId("explanation");
        VBox detail = Ui.card(Ui.label("What happened", "section"), explanation, Ui.row(8, again, show, remove));
        Runnable offer = () -> {
            ActivityItem item = model.chosen().get();
            detail.setVisible(item != null);
            detail.setManaged(item != null);
            again.setDisable(item == null || !item.canRepeat());
            again.setText(item != null && item.canResume() ? "Resume" : "Move again");
            show.setVisible(item != null && item.shownAt().isPresent());
            show.setManaged(show.isVisible());
            remove.setDisable(item == null || !item.canRepeat());
        };
        model.chosen().addListener((property, before, now) -> offer.run());
        offer.run();
        VBox page = new VBox(
                Ui.row(
                        12,
                        Ui.label("Activity", "page-title"),
                        Ui.gap(),
                        Ui.icon(Feather.SEARCH),
                        search,
                        Ui.iconButton(Feather.ROTATE_CW, "Read again", model::load)),
                Ui.problem(model.problem()),
                Ui.grow(table),
                detail);
        page.getStyleClass().add("page");
        setCenter(page);
    }

    private static void with(ActivityViewModel model, Consumer<ActivityItem> action) {
        ActivityItem item = model.chosen().get();
        if (item != null) {
            action.accept(item);
        }
    }

    private static TableView<ActivityItem> table(ActivityViewModel model, ZoneId zone) {
        TableView<ActivityItem> table = new TableView<>(model.shown());
        table.setId("activity");
        table.setAccessibleText("Moves");
        table.getStyleClass().addAll("striped", "dense");
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setPlaceholder(Ui.label("No moves yet, or none that matches the search.", "muted"));
        TableColumn<ActivityItem, String> state =
                column("State", 90, item -> item.state().title());
        state.setMinWidth(96);
        state.setCellFactory(any -> new StateCell());
        table.getColumns().add(state);
        table.getColumns().add(column("Begun", 150, item -> item.when(zone)));
        table.getColumns().add(column("From", 135, ActivityItem::source));
        table.getColumns().add(column("To", 185, ActivityItem::destination));
        table.getColumns().add(column("By", 170, ActivityItem::by));
        table.getColumns().add(column("Size", 136, ActivityItem::amount));
        table.getColumns().add(column("Outcome", 240, ActivityItem::outcome));
        table.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> {
            if (now != null) {
                model.chosen().set(now);
            }
        });
        return table;
    }

    private static TableColumn<ActivityItem, String> column(
            String title, double width, Function<ActivityItem, String> value) {
        TableColumn<ActivityItem, String> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(value.apply(cell.getValue())));
        return column;
    }

    /** The state as a badge. */
    private static final class StateCell extends TableCell<ActivityItem, String> {
        @Override
        protected void updateItem(@Nullable String state, boolean empty) {
            super.updateItem(state, empty);
            if (state == null || empty) {
                setGraphic(null);
                return;
            }
            setGraphic(Ui.label(
                    state,
                    "badge",
                    switch (state) {
                        case "Done" -> "good";
                        case "Failed" -> "bad";
                        case "Running" -> "info";
                        default -> "warn";
                    }));
        }
    }
}
