package org.waybill.cli.node;

import java.util.LinkedHashMap;
import java.util.Map;
import org.waybill.cli.command.CommandFailure;
import org.waybill.engine.Reason;
import org.waybill.planner.admission.AdmissionLimits;
import picocli.CommandLine.Option;

/** {@code --limit}, for every command that listens. */
final class ConnectionLimits {
    @Option(
            names = "--limit",
            paramLabel = "NAME=N",
            description = "A bound on connections, times in seconds; again for more: connections, per-address, "
                    + "strangers, strangers-per-address, strangers-per-network, first-byte, proof, unhurried, "
                    + "patience, proofs-per-second. The operator guide has their meanings and usual values.")
    private Map<String, String> limits = new LinkedHashMap<>();

    AdmissionLimits applyTo(AdmissionLimits usual) {
        AdmissionLimits bounds = usual;
        try {
            for (Map.Entry<String, String> limit : limits.entrySet()) {
                bounds = bounds.with(limit.getKey(), limit.getValue());
            }
            return bounds;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Reason.BAD_INPUT, "--limit: " + e.getMessage(), e);
        }
    }
}
