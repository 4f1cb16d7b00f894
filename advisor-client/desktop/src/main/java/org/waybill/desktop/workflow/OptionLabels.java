package org.waybill.desktop.workflow;

import java.util.Locale;
import org.waybill.api.ForecastBasis;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Transport;

/** An option's properties in words. */
public final class OptionLabels {
    private OptionLabels() {}

    /** With a capital letter, as the first word of a line. */
    public static String sentence(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** The time band. */
    public static String band(Workflow option) {
        return HumanUnits.roughBand(
                option.estimate().secondsP50(), option.estimate().secondsP90());
    }

    public static String rate(Workflow option) {
        Double rate = option.estimate().goodputBitsPerSecond();
        return rate == null ? "" : HumanUnits.rate(rate);
    }

    public static String route(Workflow option) {
        return option.via().isEmpty() ? "direct" : "via " + String.join(", ", option.via());
    }

    /** A transport of the history, for people. */
    public static String transport(String name) {
        String shown = name.toUpperCase(Locale.ROOT);
        return Protocol.WAYBILL.transports().stream().anyMatch(one -> one.name().equals(name))
                ? "Waybill's engine over " + shown
                : name.equals(Transport.RSYNC_OVER_SSH.name())
                        ? "rsync over SSH"
                        : name.equals(Transport.LOCAL.name()) ? "A copy on this machine" : shown;
    }

    public static String streams(Workflow option) {
        return option.streams() == 0
                ? "connections: automatic"
                : option.streams() == 1 ? "one connection" : option.streams() + " connections";
    }

    /** The same as a sentence's begin. */
    static String forecast(Estimate estimate) {
        String basis = basis(estimate);
        return estimate.basis() == ForecastBasis.UNKNOWN ? sentence(basis) : "Forecast from " + basis;
    }

    /** What the forecast is based on, and how wrong it was before. */
    public static String basis(Estimate estimate) {
        String basis =
                switch (estimate.basis()) {
                    case HISTORY -> "past transfers" + (estimate.samples() > 0 ? " (" + estimate.samples() + ")" : "");
                    case PROBE -> "test transfers";
                    case MODEL -> "a model of the path";
                    case UNKNOWN -> "no forecast";
                };
        Double error = estimate.pastMedianErrorPercent();
        return error == null ? basis : basis + String.format(Locale.ROOT, ", median error %.0f %%", error);
    }

    /** The security sentence's gist for a badge. */
    public static String securityBadge(Workflow option) {
        boolean local = option.transport().equals(Transport.LOCAL.name());
        boolean clear = has(option, ReasonCode.CLEARTEXT) || has(option, ReasonCode.CONTROL_ONLY_ENCRYPTED);
        boolean unknown = has(option, ReasonCode.ENCRYPTION_UNKNOWN);
        return local ? "Local" : clear ? "Not encrypted" : unknown ? "Encryption unknown" : "Encrypted";
    }

    private static boolean has(Workflow option, ReasonCode code) {
        return option.reasons().stream().anyMatch(reason -> reason.code() == code);
    }
}
