package org.waybill.engine.client;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.waybill.engine.TransferException;

/** The paths that a session's data take, where they do not just go straight to the node. */
public interface DataConnections {
    /** A connection that leads to the node's port by another path than the direct one, for the control connection. */
    SocketChannel detour() throws TransferException, IOException;

    /** Opens streams and keeps them going until the session ends; runs on a thread of its own. */
    void run(StreamRegistry port) throws IOException, InterruptedException, TransferException;
}
