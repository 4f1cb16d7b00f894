package org.waybill.desktop.activity;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.TransferReport;

/**
 * The report of a transfer, to be kept with the data: what was copied, how it was verified, how long it took and what
 * was forecast.
 *
 * @param movingSeconds pauses left out
 */
public record TransferSummary(
        String source, String destination, String option, TransferResult result, double movingSeconds) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** How wrong the forecast was, in percent of the time that it took; null without a forecast. */
    public @Nullable Double errorPercent() {
        Double forecast = result.forecast().secondsP50();
        return forecast == null || movingSeconds <= 0 ? null : (forecast - movingSeconds) / movingSeconds * 100;
    }

    /** Whether it ended within the pessimistic forecast; null without one. */
    public @Nullable Boolean withinBand() {
        Double late = result.forecast().secondsP90();
        return late == null ? null : movingSeconds <= late;
    }

    /** The forecast against the outcome, in a sentence; empty without a forecast. */
    public String verdict() {
        Double error = errorPercent();
        if (error == null) {
            return "";
        }
        String band = HumanUnits.roughBand(
                result.forecast().secondsP50(), result.forecast().secondsP90());
        String off = Math.abs(error) < 5
                ? "within 5 %"
                : error >= 200
                        ? String.format(Locale.ROOT, "%.0f times too long", 1 + error / 100)
                        : String.format(Locale.ROOT, "%.0f %% too %s", Math.abs(error), error > 0 ? "long" : "short");
        Boolean within = withinBand();
        return "Forecast " + band + ", took " + HumanUnits.roughTime(movingSeconds) + ": " + off
                + (within == null ? "" : within ? ", within the band." : ", beyond the P90 forecast.");
    }

    /** The report as a text file. */
    public String text() {
        TransferReport report = result.report();
        StringBuilder text = new StringBuilder("Waybill transfer report\n\n");
        line(text, "From", Selection.parse(source).source());
        Selection.parse(source).names().forEach(name -> line(text, "Entry", name));
        Selection.parse(source).rules().forEach(rule -> line(text, "Filter", rule));
        line(text, "To", destination);
        line(text, "By", option + (report.via().isEmpty() ? "" : " via " + String.join(", ", report.via())));
        line(
                text,
                "Copied",
                report.bytes() + " bytes (" + HumanUnits.decimalSize(report.bytes()) + ") in " + report.files()
                        + (report.files() == 1 ? " file" : " files"));
        Instant startedAt = result.startedAt();
        line(text, "Started", TIME.format(startedAt));
        line(text, "Took", String.format(Locale.ROOT, "%.1f s, pauses left out", movingSeconds));
        line(text, "SHA-256", report.sha256() == null ? "not known here" : report.sha256());
        line(
                text,
                "Compared with",
                switch (report.compared()) {
                    case SOURCE -> "the source";
                    case ARRIVED -> "the received data only; the source provides no checksum";
                    case NOTHING -> "nothing";
                });
        line(text, "Retransmitted", HumanUnits.decimalSize(report.retransmittedBytes()));
        line(text, "Resumed", HumanUnits.decimalSize(report.resumedBytes()));
        line(text, "Limited by", report.cause().text());
        if (!verdict().isEmpty()) {
            line(text, "Forecast", verdict());
        }
        report.notTransferred().forEach(one -> line(text, "Left out", one.path() + ": " + one.text()));
        return text.toString();
    }

    private static void line(StringBuilder text, String what, String value) {
        // a name may hold a line break: each fact keeps to its line
        text.append(String.format(Locale.ROOT, "%-14s ", what))
                .append(value.replaceAll("\\p{Cntrl}", "?"))
                .append('\n');
    }
}
