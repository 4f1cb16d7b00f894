package org.waybill.cli.move;

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
    private ProtocolFallback() {}

    /** The transport of the protocol that the user named, or of SSH for {@code host:path}; empty if nothing helps. */
    static Optional<String> tryAllTheSame(CommandFailure failure, MoveChoice choice) {
        boolean closed = String.valueOf(failure.getMessage()).contains(" is closed");
        Endpoint end = choice.source().isLocal() ? choice.destination() : choice.source();
        boolean between = !choice.source().isLocal() && !choice.destination().isLocal();
        return failure.reason() != Reason.UNREACHABLE || closed || between ? Optional.empty() : Transports.first(end);
    }
}
