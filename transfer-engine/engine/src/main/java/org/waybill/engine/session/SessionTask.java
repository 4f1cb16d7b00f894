package org.waybill.engine.session;

import java.io.IOException;
import org.waybill.engine.TransferException;

/** A part of a session, as a thread runs it: an exception of it ends the whole session. */
@FunctionalInterface
public interface SessionTask {
    void run() throws IOException, InterruptedException, TransferException;
}
