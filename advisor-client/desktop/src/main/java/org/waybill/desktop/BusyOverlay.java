package org.waybill.desktop;

import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** Lies over the whole window while something has to be answered first; the keyboard's focus stays on it. */
public final class BusyOverlay extends StackPane {
    private final ChangeListener<@Nullable Node> keepFocus = (property, before, now) -> {
        if (isVisible() && now != null && !isWithin(now)) {
            getChildren().getFirst().requestFocus();
        }
    };

    BusyOverlay() {
        getStyleClass().add("veil");
        setVisible(false);
        sceneProperty().addListener((property, before, now) -> watch(before, now));
    }

    private void watch(@Nullable Scene before, @Nullable Scene now) {
        if (before != null) {
            before.focusOwnerProperty().removeListener(keepFocus);
        }
        if (now != null) {
            now.focusOwnerProperty().addListener(keepFocus);
        }
    }

    private boolean isWithin(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at == this) {
                return true;
            }
        }
        return false;
    }

    /** Shows {@code content} in the middle of the window. */
    public void show(Node content) {
        getChildren().setAll(content);
        setVisible(true);
        content.requestFocus();
    }

    /** Gives the window back, and the focus to {@code next}. */
    public void hide(Node next) {
        setVisible(false);
        getChildren().clear();
        next.requestFocus();
    }
}
