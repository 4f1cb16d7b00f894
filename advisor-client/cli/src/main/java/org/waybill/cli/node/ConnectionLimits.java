package org.waybill.cli.node;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.engine.Reason;
import org.waybill.planner.admission.AdmissionLimits;
import picocli.CommandLine.Option;

/** {@code --limit}, for every command that listens. */
final class ConnectionLimits {
    @Option(
            names = "--limit",
            paramLabel = "NAME=N",
            description = "Set a limit on connections; repeatable. NAME is " + AdmissionLimits.NAMES
                    + "; N is a number, or seconds for a time. The operator guide explains them and lists the "
                    + "defaults.")
    private Map<String, String> limits = new LinkedHashMap<>();

    /** The address that {@code --listen} names. */
    static InetSocketAddress listening(String listen, int usualPort) {
        InetSocketAddress address = HostPort.parse(listen, usualPort).resolved();
        if (address.isUnresolved()) {
            throw new CommandFailure(Reason.UNKNOWN_HOST, "cannot listen on " + listen + ": unknown host");
        }
        return address;
    }

    AdmissionLimits applyTo(AdmissionLimits usual) {
        AdmissionLimits bounds = usual;
        try {
            for (Map.Entry<String, String> limit : limits.entrySet()) {
                bounds = bounds.with(limit.getKey(), limit.getValue());
            }
            return bounds;
        } catch (IllegalArgumentException e) {
            throw Invalid.usage("--limit: " + e.getMessage());
        }
    }
}
