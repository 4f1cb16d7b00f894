package org.waybill.desktop.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.Remark;

/** Two options side by side. */
public final class Comparison {
    private Comparison() {}

    /**
     * A property of both.
     *
     * @param better -1 if the left one is better, 1 if the right one is, 0 if neither or unknown
     */
    public record Row(String what, String left, String right, int better) {
        public boolean differs() {
            return !left.equals(right);
        }
    }

    /** Row by row. */
    public static List<Row> of(Workflow left, Workflow right) {
        List<Row> rows = new ArrayList<>();
        rows.add(number("P50 time", left, right, Estimate::secondsP50, HumanUnits::roughTime, true));
        rows.add(number("P90 time", left, right, Estimate::secondsP90, HumanUnits::roughTime, true));
        rows.add(number("Rate", left, right, Estimate::goodputBitsPerSecond, HumanUnits::rate, false));
        rows.add(number(
                "Past forecast error",
                left,
                right,
                Estimate::pastMedianErrorPercent,
                error -> String.format(Locale.ROOT, "%.0f %%", error),
                true));
        rows.add(text("Forecast from", left, right, option -> OptionLabels.basis(option.estimate())));
        rows.add(text("Route", left, right, OptionLabels::route));
        rows.add(text("Connections", left, right, OptionLabels::streams));
        rows.add(text("Security", left, right, Workflow::security));
        rows.add(text("Program", left, right, Workflow::tool));
        rows.add(text("Run by Waybill", left, right, option -> option.movable() ? "yes" : "no (script only)"));
        rows.add(text("Only this one", left, right, option -> only(option, option.equals(left) ? right : left)));
        return rows.stream()
                .filter(row -> !row.left.isEmpty() || !row.right.isEmpty())
                .toList();
    }

    private static String only(Workflow option, Workflow other) {
        List<String> others =
                other.reasons().stream().map(reason -> reason.code().name()).toList();
        return String.join(
                "; ",
                option.reasons().stream()
                        .filter(reason -> !others.contains(reason.code().name()))
                        .map(Remark::text)
                        .toList());
    }

    private static Row text(String what, Workflow left, Workflow right, Function<Workflow, String> property) {
        return new Row(what, property.apply(left), property.apply(right), 0);
    }

    private static Row number(
            String what,
            Workflow left,
            Workflow right,
            Function<Estimate, @Nullable Double> property,
            Function<Double, String> words,
            boolean lessIsBetter) {
        Double one = property.apply(left.estimate());
        Double other = property.apply(right.estimate());
        int order = one == null || other == null ? 0 : Double.compare(one, other);
        return new Row(
                what,
                one == null ? "unknown" : words.apply(one),
                other == null ? "unknown" : words.apply(other),
                Objects.equals(one, other) ? 0 : lessIsBetter ? order : -order);
    }
}
