package org.waybill.engine.session;

import java.io.IOException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.Replies;

/** Runs the parts of a session so that whatever one of them throws ends the whole session, with a reason. */
final class Failures {
    private final Outcome outcome;
    private final String peer;

    Failures(Outcome outcome, String peer) {
        this.outcome = outcome;
        this.peer = peer;
    }

    void run(Part part) {
        try {
            part.run();
        } catch (TransferException e) {
            outcome.fail(e);
        } catch (IOException e) {
            outcome.fail(Replies.broken(e, peer));
        } catch (InterruptedException e) {
            outcome.fail(new TransferException(Reason.INTERRUPTED, "interrupted", e));
        } catch (RuntimeException | Error e) {
            outcome.fail(new TransferException(Reason.INTERNAL, "unexpected: " + e, e));
        }
    }
}
