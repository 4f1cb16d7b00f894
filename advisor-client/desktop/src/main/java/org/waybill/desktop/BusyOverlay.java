package org.waybill.desktop;

import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/**
 * Covers the whole window while something has to be answered first; the keyboard's focus stays on it. What is shown
 * last is on top.
 */
public final class BusyOverlay extends StackPane {
    private final ChangeListener<@Nullable Node> keepFocus = (property, before, now) -> {
        if (isVisible() && now != null && !isOnTop(now)) {
            getChildren().getLast().requestFocus();
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

    private boolean isOnTop(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at == getChildren().getLast()) {
                return true;
            }
        }
        return false;
    }

    /** Shows {@code content} in the middle of the window. */
    public void show(Node content) {
        getChildren().forEach(below -> below.setDisable(true));
        getChildren().add(content);
        setVisible(true);
        content.requestFocus();
    }

    /** Takes {@code content} away; with nothing left the window is back, and the focus is on {@code next}. */
    public void hide(Node content, @Nullable Node next) {
        getChildren().remove(content);
        setVisible(!getChildren().isEmpty());
        if (isVisible()) {
            getChildren().getLast().setDisable(false);
            getChildren().getLast().requestFocus();
        } else if (next != null) {
            next.requestFocus();
        }
    }
}
