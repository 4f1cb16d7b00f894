package org.waybill.cli.move;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Transports;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Reason;

/**
 * What to do when looking for protocols found nothing: on a busy machine answers come too late, while the server is
 * there. The transfer itself waits longer, and says the true cause.
 */
final class ProtocolFallback {
    /** Processes for each processor from which on answers may be late. */
    private static final double BUSY = 2;

    private ProtocolFallback() {}

    /** The transport of the protocol that the user named, or of SSH for {@code host:path}; empty if nothing helps. */
    static Optional<String> tryAllTheSame(CommandFailure failure, MoveChoice choice) {
        boolean closed = String.valueOf(failure.getMessage()).contains(" is closed");
        Endpoint end = choice.source().isLocal() ? choice.destination() : choice.source();
        boolean between = !choice.source().isLocal() && !choice.destination().isLocal();
        return failure.reason() != Reason.UNREACHABLE || closed || between ? Optional.empty() : Transports.first(end);
    }

    /** That this machine is too busy to judge by what did not answer in time; empty if it is not. */
    static String overload() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        int processors = Runtime.getRuntime().availableProcessors();
        return load < BUSY * processors
                ? ""
                : String.format(Locale.ROOT, " (this machine is overloaded: load %.1f on %d CPUs)", load, processors);
    }
}
