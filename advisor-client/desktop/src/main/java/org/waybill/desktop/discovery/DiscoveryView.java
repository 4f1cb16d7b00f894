package org.waybill.desktop.discovery;

import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
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
     * @param onRepeat repeats a probe and advises again
     * @param onCancel stops the discovery
     * @param onOptions shows the options
     */
    public DiscoveryView(
            DiscoveryViewModel model,
            ObservableValue<Boolean> advising,
            Consumer<ProbeRow> onRepeat,
            Runnable onCancel,
            Runnable onOptions) {
        Label title = Ui.label("", "page-title");
        Label note = Ui.id("note", Ui.label(model.note(), "muted"));
        ProgressBar bar = new ProgressBar();
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setAccessibleText("Discovery progress");
        bar.progressProperty().bind(model.fraction);
        bar.getStyleClass().add("small");
        HBox three =
                new HBox(16, panel(model.source), Ui.grow(middle(model, advising, onRepeat)), panel(model.destination));
        setCenter(Ui.styled(new VBox(title, note, bar, Ui.grow(three)), "page"));
        Button skip = Ui.id("skip-all", Ui.button("Skip remaining probes", model::skipAll, "accent"));
        Button cancel = Ui.button("Cancel", onCancel);
        cancel.setCancelButton(true);
        Button on = Ui.id("to-ways", Ui.button("Show options", onOptions, "accent"));
        Ui.whenever(
                () -> {
                    title.setText(advising.getValue() ? "Checking both endpoints" : "Both endpoints were checked");
                    note.setVisible(advising.getValue());
                    Ui.show(skip, advising.getValue());
                    Ui.show(cancel, advising.getValue());
                    Ui.show(on, !advising.getValue());
                },
                advising);
        setBottom(Ui.styled(
                new HBox(skip, on, cancel, Ui.label("S skips the selected probe, R repeats it.", "muted")), "footer"));
    }

    private static VBox panel(HostPanel host) {
        VBox lines = new VBox(8);
        Ui.whenever(
                () -> lines.getChildren()
                        .setAll(host.lines.stream()
                                .map(line -> {
                                    VBox one =
                                            new VBox(1, Ui.label(line.what(), "caption"), Ui.paragraph(line.value()));
                                    one.setFocusTraversable(false);
                                    return one;
                                })
                                .toList()),
                host.lines);
        VBox card = Ui.card(Ui.label(host.role, "caption"), Ui.label(host.name(), "strong"), Ui.grow(Ui.scroll(lines)));
        card.setPrefWidth(PANEL_WIDTH);
        card.setMinWidth(140);
        card.setMaxWidth(PANEL_WIDTH);
        return card;
    }

    private static VBox middle(
            DiscoveryViewModel model, ObservableValue<Boolean> advising, Consumer<ProbeRow> onRepeat) {
        ListView<ProbeRow> rows = Ui.id("looks", new ListView<>(model.rows));
        rows.setAccessibleText("Probes");
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
        Label path = Ui.id("path", Ui.label("", "muted"));
        between.getChildren().add(path);
        Ui.whenever(() -> path.setText(words(model.path().get(), advising.getValue())), model.path(), advising);
        VBox card = Ui.card(between, Ui.grow(rows));
        card.setMinWidth(320);
        card.setPrefWidth(2 * PANEL_WIDTH);
        return card;
    }

    private static String words(@Nullable PathFacts path, boolean advising) {
        if (path == null) {
            return advising ? "Tracing the path between them" : "Path unknown";
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
