package org.waybill.desktop.activity;

import java.time.ZoneId;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.activity.JournalEntry;
import org.waybill.desktop.Ui;
import org.waybill.desktop.activity.TransferViewModel.State;
import org.waybill.desktop.activity.Transfers.Transfer;

/** Transfers and tasks under way as rows; below them all transfers in a table, with the selected one explained. */
public final class ActivityView extends BorderPane {
    private static final double ROOM_FOR_OPTION = 950;
    private static final double ROOM_FOR_SIZE = 800;

    /**
     * @param onOpen shows a transfer that is under way
     * @param onShow shows a destination
     */
    public ActivityView(
            ActivityViewModel model,
            Transfers transfers,
            ZoneId zone,
            Consumer<Transfer> onOpen,
            Consumer<String> onShow) {
        TextField search = Ui.field("activity-search", "Search hosts, paths, options, results", model.search);
        search.setPrefColumnCount(26);
        TableView<ActivityItem> table = table(model, zone);
        Button again = Ui.id("repeat", Ui.button("Copy again", () -> with(model, model::repeat), "accent"));
        Button remove = Ui.button("Remove from the list", () -> with(model, model::remove));
        Button show = Ui.id(
                "activity-show",
                Ui.button(
                        "Show at destination",
                        () -> with(
                                model,
                                item -> onShow.accept(
                                        item.entry() == null ? "" : item.entry().destination()))));
        Label explanation = Ui.id("explanation", Ui.label(model.explanation()));
        VBox detail = Ui.card(Ui.label("Result", "section"), explanation, Ui.row(8, again, show, remove));
        Ui.whenever(
                () -> {
                    ActivityItem item = model.chosen.get();
                    Ui.show(detail, item != null);
                    again.setDisable(item == null || !item.canRepeat());
                    again.setText(item != null && item.canResume() ? "Resume" : "Copy again");
                    Ui.show(show, item != null && item.entry() != null && item.state() == JournalEntry.State.DONE);
                    remove.setDisable(item == null || !item.canRepeat());
                },
                model.chosen);
        VBox underWay = Ui.card();
        Ui.whenever(
                () -> {
                    underWay.getChildren()
                            .setAll(transfers.underWay.stream()
                                    .map(one -> row(one, onOpen))
                                    .toList());
                    underWay.getChildren().addFirst(Ui.label("Under way", "section"));
                    Ui.show(underWay, !transfers.underWay.isEmpty());
                    model.load();
                },
                transfers.underWay);
        setCenter(Ui.styled(
                new VBox(
                        Ui.row(
                                12,
                                Ui.label("Activity", "page-title"),
                                Ui.gap(),
                                Ui.icon(Feather.SEARCH),
                                search,
                                Ui.iconButton(Feather.ROTATE_CW, "Refresh", model::load)),
                        Ui.problem(model.problem()),
                        underWay,
                        new TasksView(model),
                        Ui.grow(table),
                        detail),
                "page"));
    }

    /** A transfer in a line: how far it is, and what can be done with it. */
    private static HBox row(Transfer transfer, Consumer<Transfer> onOpen) {
        TransferViewModel model = transfer.model();
        Label state = Ui.label("", "badge", "info");
        state.setMinWidth(USE_PREF_SIZE);
        Label far = Ui.label("", "caption");
        Ui.whenever(
                () -> far.setText(Stream.of(model.eta.get(), model.details.get())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("   \u00b7   "))),
                model.eta,
                model.details);
        Button pause = Ui.button("", transfer.runner()::pauseOrResume, "small");
        Ui.whenever(
                () -> {
                    State now = model.state().get();
                    boolean counts = now == State.RUNNING && model.fraction.get() >= 0;
                    state.setText(counts ? Math.round(model.fraction.get() * 100) + " %" : now.title());
                    pause.setText(now == State.RUNNING ? "Pause" : now == State.WAITING ? "Start now" : "Resume");
                },
                model.state(),
                model.fraction);
        Label ends = Ui.label(model.ends(), "endpoint");
        ends.setMinWidth(60);
        return Ui.row(
                10,
                state,
                Ui.grow(new VBox(1, ends, far)),
                Ui.button("Open", () -> onOpen.accept(transfer), "small"),
                pause,
                Ui.button("Stop", transfer.runner()::stop, "small"));
    }

    private static void with(ActivityViewModel model, Consumer<ActivityItem> action) {
        ActivityItem item = model.chosen.get();
        if (item != null) {
            action.accept(item);
        }
    }

    private static TableView<ActivityItem> table(ActivityViewModel model, ZoneId zone) {
        TableColumn<ActivityItem, String> state = Ui.column("State", 90, ActivityItem::title);
        state.setMinWidth(96);
        state.setCellFactory(any -> new StateCell());
        TableColumn<ActivityItem, String> started = Ui.column("Started", 146, item -> item.when(zone));
        started.setMinWidth(146);
        TableColumn<ActivityItem, String> option = Ui.column("Option", 170, ActivityItem::by);
        TableColumn<ActivityItem, String> size = Ui.column("Size", 126, ActivityItem::amount);
        TableView<ActivityItem> table = Ui.table(
                "activity",
                "Transfers",
                model.shown(),
                "No transfers yet, or none that matches the search.",
                state,
                started,
                endpoint("From", 132, ActivityItem::source),
                endpoint("To", 213, ActivityItem::destination),
                option,
                size,
                Ui.column("Result", 240, ActivityItem::outcome));
        table.getStyleClass().add("striped");
        // where there is little room, the places and the result have it
        option.visibleProperty().bind(table.widthProperty().greaterThan(ROOM_FOR_OPTION));
        size.visibleProperty().bind(table.widthProperty().greaterThan(ROOM_FOR_SIZE));
        table.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> {
            if (now != null) {
                model.chosen.set(now);
            }
        });
        return table;
    }

    /** Cut in its middle: host and file distinguish endpoints. */
    private static TableColumn<ActivityItem, String> endpoint(
            String title, double width, Function<ActivityItem, String> value) {
        TableColumn<ActivityItem, String> column = Ui.column(title, width, value);
        column.getStyleClass().add("endpoint");
        return column;
    }

    /** The state as a badge. */
    private static final class StateCell extends TableCell<ActivityItem, String> {
        @Override
        protected void updateItem(@Nullable String state, boolean empty) {
            super.updateItem(state, empty);
            setGraphic(
                    state == null || empty
                            ? null
                            : Ui.label(
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
