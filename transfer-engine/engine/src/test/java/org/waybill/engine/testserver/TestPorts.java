package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that are told theirs, or listen there again later. They are none of those that the system gives to
 * programs that ask for any, nor of those of another JVM: else another test may be given one before the server binds it.
 */
public final class TestPorts {
    /**
     * Each JVM that Surefire runs at once, for two modules, has ports of its own: one that tries a port looks like a
     * server there.
     */
    private static final int JVMS = 16;

    private static final int PORTS = 20_000 / JVMS;
    private static final int LOWEST_PORT = 12_000
            + Math.floorMod(
                            Integer.getInteger("waybill.test.fork", 0) + Integer.getInteger("waybill.test.beside", 0),
                            JVMS)
                    * PORTS;
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 997 % PORTS));

    private TestPorts() {}

    /** A port of 127.0.0.1 that was free a moment ago. */
    public static int free() {
        for (int tries = 0; tries < PORTS; tries++) {
            int port = LOWEST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (BindException taken) {
                // the next one
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("no port is free");
    }
}
