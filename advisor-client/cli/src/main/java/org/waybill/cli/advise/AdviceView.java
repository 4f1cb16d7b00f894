package org.waybill.cli.advise;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.ranking.ProbeBudget;
import org.waybill.client.workflow.survey.SuggestedEndpoint;

/** Advice for people: the ranking as a table, then why the best have their rank. */
public record AdviceView(PrintStream out, Terminal.Style style, int columns) {
    private static final int EXPLAINED = 3;
    private static final double USUAL_SECONDS = 10;

    public AdviceView {
        columns = Math.min(columns, 120);
    }

    /** Why advice took longer than the usual ten seconds. */
    private static String longer(Advice advice) {
        boolean isLong = advice.workflows().stream()
                .map(one -> one.estimate().secondsP50())
                .anyMatch(seconds -> seconds != null && seconds > ProbeBudget.LONG_SECONDS);
        return isLong && advice.adviceSeconds() > USUAL_SECONDS
                ? " (advice took " + HumanUnits.time(advice.adviceSeconds())
                        + ": transfers of more than 30 minutes are tested longer)"
                : "";
    }

    public void print(String source, String destination, Advice advice, boolean brief) {
        advice.warnings().stream()
                .filter(one -> one.code() == ReasonCode.HOST_KEY_UNKNOWN)
                .forEach(one -> out.println(style.bad(PrintableText.of(one.text()))));
        out.println(style.bold("Transfer options from " + PrintableText.of(source) + " to "
                + PrintableText.of(destination) + ", fastest first" + longer(advice)));
        if (!brief) {
            new FindingsView(out, style).print(advice);
        }
        out.println();
        if (advice.workflows().isEmpty()) {
            out.println((advice.mayLackOptions() ? "Not known: an answer is missing." : "None found.")
                    + " 'waybill probe protocols HOST' shows which services answer.");
        } else {
            table(advice.workflows());
            out.println(style.dim(
                    "times are for the transfer only; this advice took " + HumanUnits.time(advice.adviceSeconds())));
            if (!brief) {
                advice.workflows().stream().limit(EXPLAINED).forEach(this::explain);
            }
        }
        warnings(advice.warnings().stream()
                .filter(one -> one.code() != ReasonCode.HOST_KEY_UNKNOWN)
                .toList());
        if (!brief) {
            suggestions("source", advice.suggestedSources());
            suggestions("destination", advice.suggestedDestinations());
        }
    }

    private void table(List<Workflow> workflows) {
        Table table = new Table("#", "id", "option", "time P50-P90", "rate", "route", "streams", "run by");
        for (Workflow workflow : workflows) {
            Estimate estimate = workflow.estimate();
            table.row(
                    String.valueOf(workflow.rank()),
                    workflow.id(),
                    workflow.title(),
                    HumanUnits.band(
                            estimate.secondsP50(),
                            estimate.secondsP90() == null ? estimate.secondsP50() : estimate.secondsP90()),
                    HumanUnits.rate(estimate.goodputBitsPerSecond()),
                    route(workflow),
                    workflow.streams() == 0 ? "auto" : String.valueOf(workflow.streams()),
                    workflow.movable() ? "copy" : "script");
        }
        table.print(out, style);
    }

    private static String route(Workflow workflow) {
        if (workflow.circuit() != null) {
            return "circuit of " + workflow.circuit().system();
        }
        return workflow.via().isEmpty()
                ? "direct"
                : (workflow.hasStops() ? "staged at " : "via ") + String.join(", ", workflow.via());
    }

    private void explain(Workflow workflow) {
        out.println();
        out.println(style.bold(workflow.rank() + ". " + PrintableText.of(workflow.title())) + "  "
                + basis(workflow.estimate()));
        paragraph("security", workflow.security());
        for (Remark reason : workflow.reasons()) {
            paragraph(reason.code().name(), reason.text());
        }
    }

    private String basis(Estimate estimate) {
        if (!estimate.isKnown()) {
            return style.dim("(no forecast)");
        }
        String past = estimate.pastMedianErrorPercent() == null
                ? ""
                : String.format(
                        Locale.ROOT, "; median error of earlier forecasts %.0f %%", estimate.pastMedianErrorPercent());
        return style.dim("(forecast from " + estimate.basis().name().toLowerCase(Locale.ROOT)
                + (estimate.method().isEmpty() ? "" : ": " + estimate.method())
                + (estimate.samples() > 0 ? ", " + HumanUnits.counted(estimate.samples(), "sample") : "") + past + ")");
    }

    private void warnings(List<Remark> warnings) {
        if (!warnings.isEmpty()) {
            out.println();
            warnings.forEach(warning -> paragraph(warning.code().name(), warning.text()));
        }
    }

    private void suggestions(String end, List<SuggestedEndpoint> suggested) {
        if (suggested.isEmpty()) {
            return;
        }
        out.println();
        out.println(style.bold("Near the " + end));
        for (SuggestedEndpoint one : suggested) {
            out.println("   " + PrintableText.of(one.url()) + "  " + style.dim(distance(one))
                    + PrintableText.of(one.reason()));
        }
    }

    private static String distance(SuggestedEndpoint one) {
        Double kilometres = one.distanceKm();
        return kilometres == null ? "" : String.format(Locale.ROOT, "%.0f km  ", kilometres);
    }

    /** {@code CODE  text}, wrapped to the window. */
    private void paragraph(String label, String text) {
        String indent = "   ";
        StringBuilder line = new StringBuilder(indent).append(style.dim(label)).append("  ");
        int used = indent.length() + label.length() + 2;
        for (String word : PrintableText.of(text).split(" ")) {
            if (used + word.length() + 1 > columns && used > indent.length() * 2) {
                out.println(line.toString().stripTrailing());
                line = new StringBuilder(indent).append(indent);
                used = indent.length() * 2;
            }
            line.append(word).append(' ');
            used += word.length() + 1;
        }
        out.println(line.toString().stripTrailing());
    }
}
