package org.waybill.client.task;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;

/** The agent's socket, and its publication. The directory of a session goes with it: then the socket is made elsewhere. */
final class AgentServer implements Closeable {
    private static final System.Logger LOG = System.getLogger(AgentServer.class.getName());
    private static final long PAUSE_NS = 100_000_000;

    /** Of the jar that was there at the start: what lies in its place later is not what runs. */
    private final String build = AgentPlace.build();

    private final AgentPlace place;
    private final Map<String, String> environment;
    private volatile ServerSocketChannel server;
    private volatile Path socket;
    private volatile boolean closed;

    /** Opens it, in place of one that a dead agent has left, and publishes it. */
    AgentServer(AgentPlace place, Map<String, String> environment) throws IOException, TransferException {
        this.place = place;
        this.environment = environment;
        this.socket = place.newSocket(environment);
        this.server = bound(socket);
        publish();
    }

    private static ServerSocketChannel bound(Path socket) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        if (socket.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------")); // whatever the umask
        }
        return server;
    }

    /** Says where it is, and by the time of that, that the agent is there. */
    void publish() throws IOException {
        if (closed) {
            return;
        }
        place.publish(new AgentPlace.Address(
                socket.toString(), ProcessHandle.current().pid(), build, AgentPlace.version()));
    }

    /** Makes the socket again if it is gone. */
    void keepReachable() throws IOException {
        if (closed || Files.exists(socket)) {
            return;
        }
        try {
            Path next = place.newSocket(environment);
            ServerSocketChannel old = server;
            server = bound(next);
            socket = next;
            old.close();
        } catch (TransferException e) {
            throw new IOException(e);
        }
        publish();
    }

    /** The next connection; null when it was closed. */
    @Nullable
    SocketChannel accept() {
        while (true) {
            ServerSocketChannel current = server;
            try {
                return current.accept();
            } catch (ClosedChannelException e) {
                if (closed || Thread.currentThread().isInterrupted()) {
                    return null;
                }
            } catch (IOException e) { // as where too many files are open: that passes, and the tasks need their agent
                LOG.log(Level.WARNING, "the agent cannot accept a connection: " + e.getMessage());
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
        Files.deleteIfExists(place.file(WaybillHome.thisMachine()));
        Files.deleteIfExists(socket);
    }
}
