package org.waybill.desktop.discovery;

import java.util.Locale;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.waybill.client.livediscovery.DiscoveryItem;
import org.waybill.client.livediscovery.ProbeTask;
import org.waybill.client.livediscovery.ProbeTaskUpdate;

/** One probe as a live row. */
public final class ProbeRow {
    public final ProbeTask look;
    private final long startedNs;
    private final ObjectProperty<ProbeTaskUpdate.State> state =
            new SimpleObjectProperty<>(ProbeTaskUpdate.State.RUNNING);
    private final StringProperty value = new SimpleStringProperty("");

    private final StringProperty method = new SimpleStringProperty("");
    private final StringProperty took = new SimpleStringProperty("");

    ProbeRow(ProbeTask look, long nowNs) {
        this.look = look;
        this.startedNs = nowNs;
    }

    void update(ProbeTaskUpdate seen, long nowNs) {
        DiscoveryItem finding = seen.finding();
        value.set(finding == null ? "" : finding.value());
        method.set(finding == null ? "" : finding.method());
        took.set(seen.isOver() ? String.format(Locale.ROOT, "%.1f s", (nowNs - startedNs) / 1e9) : "");
        state.set(seen.state());
    }

    /** What is looked at, in words. */
    public String title() {
        return look.kind() == ProbeTask.Kind.RATE
                ? look.kind().title() + " by " + look.subject()
                : look.kind() == ProbeTask.Kind.SIZE
                        ? look.kind().title()
                        : look.kind().title() + " of " + look.subject();
    }

    public boolean canSkip() {
        return state.get() == ProbeTaskUpdate.State.RUNNING && look.kind().skippable();
    }

    /** The row as a screen reader says it. */
    public String spoken() {
        return title() + ", "
                + switch (state.get()) {
                    case RUNNING -> "under way";
                    case FOUND -> value.get() + (method.get().isEmpty() ? "" : ", by " + method.get());
                    case NOTHING, FAILED -> "unknown: " + value.get();
                    case SKIPPED -> "skipped";
                };
    }

    public ReadOnlyObjectProperty<ProbeTaskUpdate.State> state() {
        return state;
    }

    /** What was found, or why nothing was; empty while it runs. */
    public ReadOnlyStringProperty value() {
        return value;
    }

    public ReadOnlyStringProperty method() {
        return method;
    }

    public ReadOnlyStringProperty took() {
        return took;
    }
}
