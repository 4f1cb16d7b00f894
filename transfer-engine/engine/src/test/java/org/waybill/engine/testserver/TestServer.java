package org.waybill.engine.testserver;

import org.waybill.engine.Location;

/** A running server on this machine and how to name a file on it. */
public abstract class TestServer implements AutoCloseable {
    private final ServerProcess process;
    private final int port;

    TestServer(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The server's name for a path below the directory it serves. */
    public abstract Location location(String path);

    public final String host() {
        return "127.0.0.1";
    }

    public final int port() {
        return port;
    }

    /** Cuts the connections that are open now, as a network failure would; the server continues to listen. */
    public final void cutConnections() {
        process.cutSessions();
    }

    @Override
    public final void close() {
        process.close();
    }
}
