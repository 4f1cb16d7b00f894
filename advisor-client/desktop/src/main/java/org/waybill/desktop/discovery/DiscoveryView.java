package org.waybill.desktop.discovery;

import java.util.Locale;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.PathFacts;
import org.waybill.desktop.Ui;

/** The second screen: both hosts at the sides, every probe a live row between them. */
public final class DiscoveryView extends BorderPane {
    private static final double PANEL_WIDTH = 244;

    /**
     * @param onRepeat looks again at a row and advises anew
     * @param onCancel stops looking
     * @param onOptions goes on to the ways that are there
     */
    public DiscoveryView(
            DiscoveryViewModel model,
            javafx.beans.value.ObservableValue<Boolean> advising,
            Consumer<ProbeRow> onRepeat,
            Runnable onCancel,
            Runnable onOptions) {
        VBox page = new VBox();
        page.getStyleClass().add("page");
        Label note = Ui.label(model.note(), "page-title");
        note.setId("note");
        ProgressBar bar = new ProgressBar();
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setAccessibleText("How much has been looked at");
        bar.progressProperty().bind(model.fraction());
        bar.getStyleClass().add("small");
        HBox three = new HBox(16, panel(model.source()), Ui.grow(middle(model, onRepeat)), panel(model.destination()));
        page.getChildren().addAll(note, bar, Ui.grow(three));
        setCenter(page);
        Button skip = Ui.button("Skip what is left", model::skipAll, "accent");
        skip.setId("skip-all");
        Button cancel = Ui.button("Cancel", onCancel);
        cancel.setCancelButton(true);
        Button on = Ui.button("See the options", onOptions, "accent");
        on.setId("to-ways");
        Runnable show = () -> {
            for (Button each : new Button[] {skip, cancel}) {
                each.setVisible(advising.getValue());
                each.setManaged(advising.getValue());
            }
            on.setVisible(!advising.getValue());
            on.setManaged(!advising.getValue());
        };
        advising.addListener((property, before, now) -> show.run());
        show.run();
        HBox footer = new HBox(skip, on, cancel, Ui.label("S skips the chosen row, R looks again.", "muted"));
        footer.getStyleClass().add("footer");
        setBottom(footer);
    }

    private static VBox panel(HostPanel host) {
        VBox lines = new VBox(8);
        Runnable fill = () -> lines.getChildren()
                .setAll(host.lines().stream()
                        .map(line -> {
                            VBox one = new VBox(1, Ui.label(line.what(), "caption"), Ui.paragraph(line.value()));
                            one.setFocusTraversable(false);
                            return one;
                        })
                        .toList());
        host.lines().addListener((ListChangeListener<HostPanel.Line>) change -> fill.run());
        fill.run();
        VBox card =
                Ui.card(Ui.label(host.role(), "caption"), Ui.label(host.name(), "strong"), Ui.grow(Ui.scroll(lines)));
        card.setPrefWidth(PANEL_WIDTH);
        card.setMinWidth(140);
        card.setMaxWidth(PANEL_WIDTH);
        return card;
    }

    private static VBox middle(DiscoveryViewModel model, Consumer<ProbeRow> onRepeat) {
        ListView<ProbeRow> rows = new ListView<>(model.rows());
        rows.setId("looks");
        rows.setAccessibleText("What is being found out");
        rows.getStyleClass().addAll("plain-list", "look-list");
        rows.setPlaceholder(Ui.label("Starting", "muted"));
        rows.setCellFactory(list -> new ProbeCell(model::skip, onRepeat));
        rows.setOnKeyPressed(event -> {
            ProbeRow row = rows.getSelectionModel().getSelectedItem();
            if (row != null && event.getCode() == KeyCode.S) {
                model.skip(row);
            } else if (row != null && event.getCode() == KeyCode.R && !row.canSkip()) {
                onRepeat.accept(row);
            }
        });
        HBox between = Ui.row(8);
        between.setAlignment(Pos.CENTER);
        Label path = Ui.label("Path not known yet", "muted");
        path.setId("path");
        between.getChildren().add(path);
        model.path().addListener((property, before, now) -> path.setText(words(now)));
        VBox card = Ui.card(between, Ui.grow(rows));
        card.setMinWidth(320);
        card.setPrefWidth(2 * PANEL_WIDTH);
        return card;
    }

    private static String words(@Nullable PathFacts path) {
        if (path == null) {
            return "Path not known yet";
        }
        StringBuilder text = new StringBuilder();
        text.append(
                path.hops().isEmpty()
                        ? "route unknown"
                        : path.hops().size() == 1
                                ? "1 hop between them"
                                : path.hops().size() + " hops between them");
        if (path.rttMillis() != null) {
            text.append(String.format(Locale.ROOT, "   \u00b7   RTT %.2f ms", path.rttMillis()));
        }
        if (path.bottleneckBitsPerSecond() != null) {
            text.append("   \u00b7   bottleneck ").append(HumanUnits.rate(path.bottleneckBitsPerSecond()));
        }
        return text.toString();
    }
}
