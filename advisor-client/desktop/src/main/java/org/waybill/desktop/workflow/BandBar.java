package org.waybill.desktop.workflow;

import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** A time band on a scale that all cards share: solid up to the likely time, pale up to the pessimistic one. */
final class BandBar extends Region {
    private static final double LEAST_PIXELS = 4;

    private final Region late = new Region();
    private final Region likely = new Region();
    private double likelyShare;
    private double lateShare;

    BandBar() {
        getStyleClass().add("band-track");
        late.getStyleClass().add("band-late");
        likely.getStyleClass().add("band-likely");
        getChildren().addAll(late, likely);
        setPrefHeight(8);
    }

    void show(@Nullable Double secondsP50, @Nullable Double secondsP90, double longestSeconds) {
        setVisible(secondsP50 != null && longestSeconds > 0);
        if (secondsP50 != null && longestSeconds > 0) {
            likelyShare = secondsP50 / longestSeconds;
            lateShare = (secondsP90 == null ? secondsP50 : secondsP90) / longestSeconds;
        }
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        likely.resizeRelocate(0, 0, Math.max(LEAST_PIXELS, getWidth() * likelyShare), getHeight());
        late.resizeRelocate(0, 0, Math.max(LEAST_PIXELS, getWidth() * lateShare), getHeight());
    }
}
