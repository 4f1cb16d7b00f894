package org.waybill.desktop.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.workflow.CircuitQuotes.CircuitQuote;
import org.waybill.desktop.workflow.WhatIfViewModel.Change;

/** What a changed request would do to each option: a pure function of the advice before and after. */
final class OptionChanges {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);

    private OptionChanges() {}

    /** Every option of now or then, in the order of then. */
    static List<Change> of(List<Workflow> before, List<Workflow> after, Function<Workflow, TimeBand> then) {
        List<Change> changes = new ArrayList<>();
        for (Workflow option : after) {
            changes.add(change(same(option, before), option, then.apply(option)));
        }
        for (Workflow gone : before) {
            if (same(gone, after) == null) {
                changes.add(new Change(name(gone), OptionLabels.band(gone), "not offered", "no longer available", -1));
            }
        }
        return changes;
    }

    private static Change change(@Nullable Workflow before, Workflow after, TimeBand then) {
        if (before == null) {
            return new Change(name(after), "not offered", then.text(), "new", 1);
        }
        Double was = before.estimate().secondsP50();
        return compared(name(after), OptionLabels.band(before), then.text(), was, then.secondsP50());
    }

    private static Change compared(
            String title, String now, String then, @Nullable Double was, @Nullable Double would) {
        if (was == null || would == null || was <= 0) {
            return new Change(title, now, then, was == null && would != null ? "now forecastable" : "", 0);
        }
        double percent = (would - was) / was * 100;
        boolean same = Math.abs(percent) < 1;
        return new Change(
                title,
                now,
                then,
                same
                        ? "no change"
                        : String.format(
                                Locale.ROOT,
                                "%s %.0f\u00a0%%",
                                percent < 0 ? "faster by" : "slower by",
                                Math.abs(percent)),
                same ? 0 : percent < 0 ? 1 : -1);
    }

    /** Circuits compared with the fastest option without one; the wait for the circuit counts. */
    static List<Change> circuits(List<Workflow> before, List<CircuitQuote> quotes, Instant from, ZoneId zone) {
        Double best = before.stream()
                .map(option -> option.estimate().secondsP50())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
        String now = best == null ? "unknown" : HumanUnits.roughTime(best) + " without";
        return quotes.stream()
                .map(quote -> {
                    double seconds = Duration.between(from, quote.end()).toMillis() / 1e3;
                    String then = HumanUnits.roughTime(seconds) + ", "
                            + TIME.format(quote.start().atZone(zone)) + " to "
                            + TIME.format(quote.end().atZone(zone));
                    return compared(
                            "Circuit, " + quote.aim().title().toLowerCase(Locale.ROOT), now, then, best, seconds);
                })
                .toList();
    }

    /** An option with its route: the same transport may be offered over several. */
    private static String name(Workflow option) {
        return option.via().isEmpty() ? option.title() : option.title() + " via " + String.join(", ", option.via());
    }

    private static @Nullable Workflow same(Workflow option, List<Workflow> others) {
        Function<Workflow, String> name =
                one -> one.title() + "|" + one.transport() + "|" + one.tool() + "|" + String.join(",", one.via());
        return others.stream()
                .filter(other -> name.apply(other).equals(name.apply(option)))
                .findFirst()
                .orElse(null);
    }
}
