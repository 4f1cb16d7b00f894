package org.waybill.engine.session;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.udp.NoMemoryException;
import org.waybill.engine.wire.WireException;

/** Runs the parts of a session so that whatever one of them throws ends the whole session, with a reason. */
final class Failures {
    private final Outcome outcome;
    private final String peer;

    Failures(Outcome outcome, String peer) {
        this.outcome = outcome;
        this.peer = peer;
    }

    /** A part of a session. */
    @FunctionalInterface
    interface Part {
        void run() throws IOException, InterruptedException, TransferException;
    }

    void run(Part part) {
        try {
            part.run();
        } catch (TransferException e) {
            outcome.fail(e);
        } catch (IOException e) {
            outcome.fail(ofConnection(e, peer));
        } catch (InterruptedException e) {
            outcome.fail(new TransferException(Reason.INTERRUPTED, "interrupted", e));
        } catch (RuntimeException | Error e) {
            outcome.fail(new TransferException(Reason.INTERNAL, "unexpected: " + e, e));
        }
    }

    /** What an error on a connection means. */
    static TransferException ofConnection(IOException error, String peer) {
        return switch (error) {
            case WireException e -> new TransferException(Reason.INTERNAL,
                    peer + " broke the protocol: " + e.getMessage(), e);
            case NoMemoryException e -> new TransferException(Reason.LIMIT, String.valueOf(e.getMessage()), e);
            case SocketTimeoutException e -> new TransferException(Reason.CONNECTION_LOST,
                    peer + " has been silent for too long", e);
            default -> new TransferException(Reason.CONNECTION_LOST, "the connection to " + peer + " was lost"
                    + (error.getMessage() == null ? "" : ": " + error.getMessage()), error);
        };
    }
}
