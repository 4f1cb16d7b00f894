package org.waybill.cli.move;

import java.util.Optional;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Overload;
import org.waybill.cli.command.Transports;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Reason;

/**
 * What to do when looking for protocols found nothing: on a busy machine answers come too late, while the server is
 * there. The transfer itself waits longer, and says the true cause.
 */
final class ProtocolFallback {
    private ProtocolFallback() {}

    /** The transport of the protocol that the user named, or of SSH for {@code host:path}; empty if nothing helps. */
    static Optional<String> tryAllTheSame(CommandFailure failure, MoveChoice choice) {
        boolean answered = Overload.hasAnswered(String.valueOf(failure.getMessage()));
        Endpoint end = choice.source().isLocal() ? choice.destination() : choice.source();
        boolean between = !choice.source().isLocal() && !choice.destination().isLocal();
        return failure.reason() != Reason.UNREACHABLE || answered || between ? Optional.empty() : Transports.first(end);
    }
}
