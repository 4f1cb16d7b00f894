package org.waybill.engine.testserver;

import org.waybill.engine.Location;

/** A running server and how to name a file on it. */
public interface TestServer extends AutoCloseable {
    String host();

    int port();

    /** The server's name for a path below the directory it serves. */
    Location location(String path);

    /** Cuts the connections that are open now, as a network failure would; the server goes on listening. */
    void cutConnections();

    @Override
    void close();
}
