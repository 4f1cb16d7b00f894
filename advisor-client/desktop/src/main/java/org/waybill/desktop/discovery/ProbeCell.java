package org.waybill.desktop.discovery;

import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.livediscovery.ProbeTaskUpdate;
import org.waybill.desktop.Ui;

/** A probe's row: its state, what it found and how, how long it took, and skip or repeat. */
final class ProbeCell extends ListCell<ProbeRow> {
    private final StackPane mark = new StackPane();
    private final Label title = Ui.paragraph("", "strong");
    private final Label value = Ui.paragraph("");
    private final Label method = Ui.label("", "caption");
    private final Label took = Ui.label("", "caption");
    private final Button skip;
    private final Button repeat;
    private final HBox row;
    private final InvalidationListener refresh = changed -> refresh();
    private @Nullable ProbeRow shown;

    ProbeCell(Consumer<ProbeRow> onSkip, Consumer<ProbeRow> onRepeat) {
        skip = Ui.iconButton(Feather.SKIP_FORWARD, "Skip", () -> with(onSkip));
        repeat = Ui.iconButton(Feather.ROTATE_CW, "Repeat", () -> with(onRepeat));
        mark.setMinWidth(20);
        took.setMinWidth(38);
        took.setAlignment(Pos.CENTER_RIGHT);
        VBox words = new VBox(2, title, value, method);
        row = new HBox(12, mark, Ui.grow(words), took, new StackPane(skip, repeat));
        row.getStyleClass().add("look-row");
        setPrefWidth(0);
    }

    private void with(Consumer<ProbeRow> action) {
        ProbeRow now = shown;
        if (now != null) {
            action.accept(now);
        }
    }

    @Override
    protected void updateItem(@Nullable ProbeRow item, boolean empty) {
        super.updateItem(item, empty);
        ProbeRow before = shown;
        if (before != null) {
            before.state().removeListener(refresh);
            before.value().removeListener(refresh);
        }
        shown = empty ? null : item;
        setGraphic(shown == null ? null : row);
        if (shown == null) {
            setAccessibleText(null);
            return;
        }
        shown.state().addListener(refresh);
        shown.value().addListener(refresh);
        refresh();
    }

    private void refresh() {
        ProbeRow now = shown;
        if (now == null) {
            return;
        }
        ProbeTaskUpdate.State state = now.state().get();
        mark.getChildren().setAll(mark(state));
        title.setText(now.title());
        value.setText(
                state == ProbeTaskUpdate.State.RUNNING
                        ? "running \u2026"
                        : now.value().get());
        Ui.style(value, "muted", state != ProbeTaskUpdate.State.FOUND);
        method.setText(now.method().get());
        took.setText(now.took().get());
        skip.setVisible(now.canSkip());
        repeat.setVisible(state != ProbeTaskUpdate.State.RUNNING);
        setAccessibleText(now.spoken());
    }

    /** Shapes differ as well as colours. */
    private static Node mark(ProbeTaskUpdate.State state) {
        return switch (state) {
            case RUNNING -> Ui.busy(16);
            case FOUND -> Ui.icon(Feather.CHECK_CIRCLE, "mark", "good");
            case NOTHING -> Ui.icon(Feather.HELP_CIRCLE, "mark");
            case FAILED -> Ui.icon(Feather.X_CIRCLE, "mark", "bad");
            case SKIPPED -> Ui.icon(Feather.SKIP_FORWARD, "mark");
        };
    }
}
