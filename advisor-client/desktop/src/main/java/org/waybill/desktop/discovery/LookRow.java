package org.waybill.desktop.discovery;

import java.util.Locale;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.waybill.client.looking.Finding;
import org.waybill.client.looking.Look;
import org.waybill.client.looking.Seen;

/** One probe as a live row. */
public final class LookRow {
    private final Look look;
    private final long startedNs;
    private final ReadOnlyObjectWrapper<Seen.State> state = new ReadOnlyObjectWrapper<>(Seen.State.RUNNING);
    private final ReadOnlyStringWrapper value = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper method = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper took = new ReadOnlyStringWrapper("");

    LookRow(Look look, long nowNs) {
        this.look = look;
        this.startedNs = nowNs;
    }

    void update(Seen seen, long nowNs) {
        Finding finding = seen.finding();
        value.set(finding == null ? "" : finding.value());
        method.set(finding == null ? "" : finding.method());
        took.set(seen.isOver() ? String.format(Locale.ROOT, "%.1f s", (nowNs - startedNs) / 1e9) : "");
        state.set(seen.state());
    }

    public Look look() {
        return look;
    }

    /** What is looked at, in words. */
    public String title() {
        return look.kind() == Look.Kind.RATE ? look.kind().title() + " by " + look.subject()
                : look.kind() == Look.Kind.SIZE ? look.kind().title() : look.kind().title() + " of " + look.subject();
    }

    public ReadOnlyObjectProperty<Seen.State> state() {
        return state.getReadOnlyProperty();
    }

    /** What was found, or why nothing was; empty while it runs. */
    public ReadOnlyStringProperty value() {
        return value.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty method() {
        return method.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty took() {
        return took.getReadOnlyProperty();
    }

    public boolean canSkip() {
        return state.get() == Seen.State.RUNNING && look.kind().skippable();
    }

    /** The row as a screen reader says it. */
    public String spoken() {
        return title() + ", " + switch (state.get()) {
            case RUNNING -> "under way";
            case FOUND -> value.get() + (method.get().isEmpty() ? "" : ", by " + method.get());
            case NOTHING, FAILED -> "unknown: " + value.get();
            case SKIPPED -> "skipped";
        };
    }
}
