package org.waybill.engine.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.AdmittedConnection;
import org.waybill.engine.driver.ListenFailure;
import org.waybill.engine.driver.PortAdmission;
import org.waybill.engine.driver.RefusedConnectionsLog;
import org.waybill.engine.storage.ConfinedRoot;

/** The gateway: listens, counts, and gives each client a session on a virtual thread of its own. */
public final class Gateway implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Gateway.class.getName());
    private static final int BACKLOG = 4096;

    private final GatewaySettings settings;
    private final GatewayListener listener;
    private final ServerSocket server;
    private final DestinationPolicy policy;
    private final @Nullable ConfinedRoot store;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final PortAdmission door;

    private Gateway(
            GatewaySettings settings,
            GatewayListener listener,
            ServerSocket server,
            @Nullable ConfinedRoot store,
            DestinationPolicy.Resolver names) {
        this.settings = settings;
        this.listener = listener;
        this.server = server;
        this.store = store;
        this.door = new PortAdmission("gateway", settings.connections());
        this.policy = new DestinationPolicy(settings.allowed(), names, this::isSelf);
    }

    /** Binds and serves until closed. */
    public static Gateway start(GatewaySettings settings, GatewayListener listener)
            throws IOException, TransferException {
        return start(settings, listener, InetAddress::getAllByName);
    }

    /** The same with a name server of the caller's. */
    static Gateway start(GatewaySettings settings, GatewayListener listener, DestinationPolicy.Resolver names)
            throws IOException, TransferException {
        Path directory = settings.dataDir();
        ConfinedRoot store = directory == null ? null : ConfinedRoot.open(directory);
        ServerSocket server = new ServerSocket();
        try {
            server.bind(settings.listen(), BACKLOG);
        } catch (IOException e) {
            server.close();
            if (store != null) {
                store.close();
            }
            throw ListenFailure.of(settings.listen(), e);
        }
        Gateway gateway = new Gateway(settings, listener, server, store, names);
        Thread.ofPlatform().name("gateway-accept").daemon().start(gateway::acceptAll);
        return gateway;
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private boolean isSelf(InetSocketAddress target) {
        if (target.getPort() != server.getLocalPort()) {
            return false;
        }
        try {
            return target.getAddress().isAnyLocalAddress()
                    || target.getAddress().isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(target.getAddress()) != null;
        } catch (SocketException e) {
            return true;
        }
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                welcome(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    RefusedConnectionsLog.notAccepted(LOG, e);
                }
            }
        }
    }

    private void welcome(Socket socket) throws IOException {
        AdmittedConnection visitor = door.enter(socket).orElse(null);
        if (visitor == null) {
            try (socket) {
                // so few bytes go into the kernel's buffer whether the client reads or not
                socket.getOutputStream()
                        .write("421 Too many sessions, try again later.\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            return;
        }
        open.add(socket);
        Thread.ofVirtual().name("gateway-session").start(() -> serve(socket, visitor));
    }

    private void serve(Socket socket, AdmittedConnection visitor) {
        InetAddress peer = socket.getInetAddress();
        try (visitor;
                socket) {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.setSoTimeout((int) settings.idle().toMillis());
            new FtpSession(new ControlChannel(socket), visitor, settings, policy, own(), listener).run();
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "session of " + peer.getHostAddress() + " ended: " + e.getMessage());
        } finally {
            open.remove(socket);
        }
    }

    private @Nullable Backend own() {
        return store == null ? null : new LocalFiles(store, settings.storeWritable());
    }

    /** Ends every session; new ones are welcome. */
    public void cutSessions() {
        for (Socket socket : open) {
            // it may be gone already
            Quietly.close(socket);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        door.close();
        cutSessions();
        if (store != null) {
            store.close();
        }
    }
}
