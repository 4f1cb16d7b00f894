package org.waybill.desktop.discovery;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** What is being found out, a line a step; used on the JavaFX thread alone. */
public final class LookingViewModel {
    private final InstantSource clock;
    private final ObservableList<String> lines = FXCollections.observableArrayList();
    private Instant startedAt;

    public LookingViewModel(InstantSource clock) {
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    public ObservableList<String> lines() {
        return lines;
    }

    public void start() {
        lines.clear();
        startedAt = clock.instant();
    }

    public void note(String text) {
        double seconds = Duration.between(startedAt, clock.instant()).toMillis() / 1000.0;
        lines.add(String.format(java.util.Locale.ROOT, "%5.1f s   %s", seconds, text));
    }
}
