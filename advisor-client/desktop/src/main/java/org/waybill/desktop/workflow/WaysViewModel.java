package org.waybill.desktop.workflow;

import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.Amounts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Step;
import org.waybill.client.workflow.Workflow;

/** The ranked ways and the one that is chosen. */
public final class WaysViewModel {
    private final ObservableList<Workflow> ways = FXCollections.observableArrayList();
    private final ObservableList<String> warnings = FXCollections.observableArrayList();
    private final ObjectProperty<@Nullable Workflow> chosen = new SimpleObjectProperty<>();
    private final ReadOnlyStringWrapper ends = new ReadOnlyStringWrapper("");

    public void show(Advice advice) {
        ways.setAll(advice.workflows());
        warnings.setAll(advice.warnings().stream().map(warning -> warning.text()).toList());
        ends.set(advice.source().host() + "  \u2192  " + advice.destination().host());
        chosen.set(ways.isEmpty() ? null : ways.getFirst());
    }

    public ObservableList<Workflow> ways() {
        return ways;
    }

    public ObservableList<String> warnings() {
        return warnings;
    }

    public ObjectProperty<@Nullable Workflow> chosen() {
        return chosen;
    }

    public ReadOnlyStringProperty ends() {
        return ends.getReadOnlyProperty();
    }

    /** The forecast in words, with what it stands on and how wrong it was before. */
    public static String forecast(Workflow way) {
        StringBuilder text = new StringBuilder(Amounts.band(way.estimate().secondsP50(), way.estimate().secondsP90()));
        if (way.estimate().goodputBitsPerSecond() != null) {
            text.append(" at ").append(Amounts.rate(way.estimate().goodputBitsPerSecond()));
        }
        Double error = way.estimate().pastMedianErrorPercent();
        if (error != null) {
            text.append(String.format(java.util.Locale.ROOT, "; off by %.0f %% before", error));
        }
        return text.toString();
    }

    public static String route(Workflow way) {
        return way.via().isEmpty() ? "direct" : "via " + String.join(", ", way.via());
    }

    /** All commands of a way, to be copied. */
    public static String commands(Workflow way) {
        List<String> commands = way.steps().stream().map(Step::command).filter(command -> !command.isEmpty()).toList();
        return String.join("\n", commands);
    }
}
