package org.waybill.desktop.discovery;

import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.livediscovery.LiveDiscovery;
import org.waybill.client.livediscovery.ProbeTask;
import org.waybill.client.livediscovery.ProbeTaskUpdate;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.option.AdviceRequest;

/** The probes as live rows; the two hosts and the path between them. Used on the UI thread. */
public final class DiscoveryViewModel {
    private final LongSupplier nanoTime;
    public final ObservableList<ProbeRow> rows = FXCollections.observableArrayList();
    public final HostPanel source = new HostPanel("Source");
    public final HostPanel destination = new HostPanel("Destination");
    private final ObjectProperty<@Nullable PathFacts> path = new SimpleObjectProperty<>();

    private final StringProperty note = new SimpleStringProperty("");
    /** Of the looks that are known so far, how many are over: 0..1, or -1 before the first. */
    public final DoubleProperty fraction = new SimpleDoubleProperty(-1);

    private @Nullable LiveDiscovery liveDiscovery;

    public DiscoveryViewModel(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Starts again with two endpoints. */
    public void start(AdviceRequest request, LiveDiscovery over) {
        liveDiscovery = over;
        rows.clear();
        path.set(null);
        note.set("Starting");
        fraction.set(-1);
        source.name(request.source());
        destination.name(request.destination());
    }

    /** News, on the UI thread. */
    public void saw(ProbeTaskUpdate seen) {
        ProbeRow row = rows.stream()
                .filter(one -> one.look.key().equals(seen.look().key()))
                .findFirst()
                .orElseGet(() -> add(seen.look()));
        row.update(seen, nanoTime.getAsLong());
        HostPanel panel =
                switch (seen.look().side()) {
                    case SOURCE -> source;
                    case DESTINATION -> destination;
                    case BETWEEN -> null;
                };
        if (panel != null) {
            switch (seen.outcome()) {
                case HostFacts facts -> panel.facts(facts);
                // hosts near an endpoint are probed as well: they are rows, but not the endpoint
                case HostFindings found when panel.isAbout(found.host()) -> panel.protocols(found);
                case null, default -> {}
            }
        }
        if (seen.look().kind() == ProbeTask.Kind.PATH && seen.outcome() instanceof List<?> paths && !paths.isEmpty()) {
            path.set((PathFacts) paths.getFirst());
        }
        long over = rows.stream()
                .filter(one -> one.state().get() != ProbeTaskUpdate.State.RUNNING)
                .count();
        fraction.set(rows.isEmpty() ? -1 : (double) over / rows.size());
    }

    private ProbeRow add(ProbeTask look) {
        ProbeRow row = new ProbeRow(look, nanoTime.getAsLong());
        int at = 0;
        while (at < rows.size() && rows.get(at).look.kind().compareTo(look.kind()) <= 0) {
            at++;
        }
        rows.add(at, row);
        return row;
    }

    /** What the advisor does besides probing. */
    public void note(String text) {
        note.set(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1));
    }

    /** Continues without waiting for a row. */
    public void skip(ProbeRow row) {
        LiveDiscovery over = liveDiscovery;
        if (over != null && row.canSkip()) {
            over.skip(row.look.key());
        }
    }

    /** Continues without waiting for any probe. */
    public void skipAll() {
        List.copyOf(rows).forEach(this::skip);
    }

    /** Makes the next advice look at this again. */
    public void forget(ProbeRow row) {
        LiveDiscovery over = liveDiscovery;
        if (over != null) {
            over.forget(row.look.key());
            rows.remove(row);
        }
    }

    /** Null while nothing is known. */
    public ReadOnlyObjectProperty<@Nullable PathFacts> path() {
        return path;
    }

    public ReadOnlyStringProperty note() {
        return note;
    }
}
