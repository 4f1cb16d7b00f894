package org.waybill.desktop.map;

import java.util.List;
import java.util.function.Function;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.desktop.Ui;
import org.waybill.desktop.map.MapViewModel.Route;
import org.waybill.desktop.map.MapViewModel.Stop;

/** The map, and under it the route's stops in a table, for those who cannot see the picture. */
public final class MapView extends BorderPane {
    public MapView(MapViewModel model) {
        WorldCanvas canvas = Ui.id("world", new WorldCanvas(model));
        Rectangle clip = new Rectangle();
        clip.setArcWidth(20);
        clip.setArcHeight(20);
        clip.widthProperty().bind(canvas.widthProperty());
        clip.heightProperty().bind(canvas.heightProperty());
        canvas.setClip(clip);
        StackPane world = new StackPane(canvas);
        world.setMinHeight(220);
        HBox tools = Ui.row(
                4,
                Ui.iconButton(Feather.ZOOM_IN, "Zoom in", () -> canvas.zoomMiddle(1.4)),
                Ui.iconButton(Feather.ZOOM_OUT, "Zoom out", () -> canvas.zoomMiddle(1 / 1.4)),
                Ui.iconButton(Feather.MAXIMIZE, "Show the whole route", model::fit));
        ChoiceBox<Route> routes = Ui.choice(model.routes, "Path", Route::title);
        routes.valueProperty().bindBidirectional(model.chosen);
        Ui.whenever(() -> routes.setVisible(!model.routes.isEmpty()), model.routes);
        routes.setMaxWidth(300);
        routes.setMinWidth(140);
        tools.setMinWidth(USE_PREF_SIZE);
        HBox head = Ui.row(12, Ui.grow(Ui.label(model.title(), "page-title")), routes, tools);
        setCenter(Ui.styled(
                new VBox(head, Ui.label(model.hint(), "muted"), Ui.grow(world), legend(), stops(model)), "page"));
    }

    private static FlowPane legend() {
        FlowPane legend = new FlowPane(18, 2);
        for (String text : List.of(
                "\u25A0 source",
                "\u25CF destination",
                "\u25C6 relay",
                "\u25CF catalogue, or router name",
                "\u25CB address database",
                "\u25CC from round-trip time",
                "\u00B7\u00B7\u00B7 over hops of unknown place")) {
            legend.getChildren().add(Ui.label(text, "caption"));
        }
        return legend;
    }

    private static TableView<Stop> stops(MapViewModel model) {
        TableView<Stop> table = Ui.table(
                "stops",
                "Stops of the route",
                model.stops,
                "No route yet",
                column("#", 50, stop -> stop.number() == 0 ? "" : Integer.toString(stop.number())),
                column("Host or router", 330, Stop::name),
                column("Location", 200, stop -> stop.place().isEmpty() ? "unknown" : stop.place()),
                column("Source of location", 170, Stop::basisText),
                column("Round trip", 110, Stop::rtt));
        table.setPrefHeight(176);
        table.setMinHeight(120);
        table.getStyleClass().add("striped");
        return table;
    }

    private static TableColumn<Stop, String> column(String title, double width, Function<Stop, String> value) {
        TableColumn<Stop, String> column = Ui.column(title, width, value);
        column.setSortable(false);
        return column;
    }
}
