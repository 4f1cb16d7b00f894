package org.waybill.engine.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.GridLogIn;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.protocol.Protocol;

/** The places that one session reaches; the connection to a remote server is kept for its next command. */
final class Backends implements AutoCloseable {
    private static final int MOST_FAR_SERVERS = 4;

    private final DestinationPolicy policy;
    private final @Nullable Backend own;
    private final boolean ownForGridOnly;
    private final Duration patience;
    private final Map<String, Backend> far = new HashMap<>();
    private @Nullable GsiLogIn gsi;
    private String user = "anonymous";
    private String password = "anonymous@";

    /** @param ownForGridOnly whether the own store is for clients that have authenticated */
    Backends(DestinationPolicy policy, @Nullable Backend own, boolean ownForGridOnly, Duration patience) {
        this.policy = policy;
        this.own = own;
        this.ownForGridOnly = ownForGridOnly;
        this.patience = patience;
    }

    /** Who logs in at the remote servers. */
    void account(String newUser, String newPassword) {
        user = newUser;
        password = newPassword;
        closeFar();
    }

    /** The client has authenticated: from now on it can reach grid servers in its own name. */
    void account(GsiLogIn login) {
        gsi = login;
        closeFar();
    }

    /** What was agreed with remote servers no longer holds: the client requests its data otherwise. */
    void startAfresh() {
        closeFar();
    }

    /** A place and the path there. */
    record Found(Backend backend, String path) {}

    Found find(String absolutePath) throws IOException {
        return switch (NestedPath.parse(absolutePath)) {
            case NestedPath.Local local -> {
                if (own == null) {
                    throw new FtpError(
                            550, "this gateway has no files of its own: name a server, as in /ftp://HOST:PORT//PATH");
                }
                if (ownForGridOnly && gsi == null) {
                    throw new FtpError(530, "the files of this gateway are for clients with grid security (gsiftp)");
                }
                yield new Found(own, local.path());
            }
            case NestedPath.Remote remote -> new Found(connect(remote), remote.path());
        };
    }

    private Backend connect(NestedPath.Remote remote) throws IOException {
        String key = remote.scheme() + " " + remote.host() + ":" + remote.port();
        Backend known = far.get(key);
        if (known != null) {
            return known;
        }
        InetSocketAddress target = policy.admit(remote.host(), remote.port());
        if (far.size() >= MOST_FAR_SERVERS) {
            closeFar();
        }
        ServerConnection server = open(remote, target);
        Backend opened = new RemoteFiles(server, new ServerFiles(server, remote.host(), patience), remote.host());
        far.put(key, opened);
        return opened;
    }

    private ServerConnection open(NestedPath.Remote remote, InetSocketAddress target) throws FtpError {
        try {
            return remote.scheme().equals(Protocol.FTP.scheme())
                    ? ServerConnection.open(target, user, password, patience)
                    : ServerConnection.openGsi(target, delegated(remote.host()), patience);
        } catch (FtpError e) {
            throw e;
        } catch (IOException e) {
            throw new FtpError(425, "cannot reach " + remote.host() + ":" + remote.port() + ": " + ErrorText.of(e));
        }
    }

    private GridLogIn delegated(String host) throws FtpError {
        GsiLogIn client = gsi;
        return Optional.ofNullable(client)
                .flatMap(login -> login.delegated(host))
                .orElseThrow(() -> new FtpError(
                        553, "a gsiftp server is reached only for a client that delegated a proxy to this gateway"));
    }

    /** After a failure the state of a far control channel is unknown: the next command opens a new one. */
    void forget(Backend backend) {
        if (far.values().remove(backend)) {
            backend.close();
        }
    }

    private void closeFar() {
        far.values().forEach(Backend::close);
        far.clear();
    }

    @Override
    public void close() {
        closeFar();
        if (own != null) {
            own.close();
        }
    }
}
