package org.waybill.engine.mover.gridftp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.gridftp.GridLogIn;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.gsi.GsiTrust;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.ftp.DirectWays;
import org.waybill.engine.mover.trust.UserCertificate;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;

/** Where to log in and how; what all connections of one transfer to one server share. */
final class GridAccount {
    static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String ANONYMOUS = "anonymous";
    /** Reading the directory of authorities costs time; it is read again by the validator itself when it changes. */
    private static final Map<Path, GsiTrust> TRUST = new ConcurrentHashMap<>();

    private final Location location;
    private final int port;
    private final int streams;
    private final boolean privacy;
    private final @Nullable GsiCredential proxy;
    private final @Nullable GsiTrust trust;
    private final Proxies.@Nullable Server through;
    private final Map<String, Long> sizes = new ConcurrentHashMap<>();
    private final DirectWays ways = new DirectWays();
    private volatile boolean streamsOnly;

    private GridAccount(
            Location location,
            int streams,
            boolean privacy,
            @Nullable GsiCredential proxy,
            @Nullable GsiTrust trust,
            Proxies.@Nullable Server through) {
        this.location = location;
        this.through = through;
        this.streamsOnly = through != null;
        this.port = location.port() == 0 ? Protocol.GRIDFTP_PORT : location.port();
        this.streams = streams;
        this.privacy = privacy;
        this.proxy = proxy;
        this.trust = trust;
    }

    /**
     * The user's proxy logs in, unless there is none or the URL names {@code anonymous@}.
     *
     * @param streams parallel connections for a large file
     * @param privacy whether data must be encrypted: then nothing but a proxy will do
     */
    static GridAccount of(Location location, Credentials credentials, int streams, boolean privacy)
            throws TransferException {
        Proxies.@Nullable Server through = before(location, credentials.proxies());
        GsiCredential credential = ANONYMOUS.equals(location.user()) ? null : credential(location, credentials);
        if (credential == null) {
            if (privacy || (location.user() != null && !ANONYMOUS.equals(location.user()))) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "no grid proxy found; make one with grid-proxy-init, set X509_USER_PROXY, or put a"
                                + " certificate into the vault with 'waybill account"
                                + " add certificate:"
                                + UserCertificate.account(Protocol.GSIFTP.scheme(), location.host(), location.port())
                                + " --from FILE'");
            }
            return new GridAccount(location, streams, false, null, null, through);
        }
        return new GridAccount(
                location,
                streams,
                privacy,
                credential,
                TRUST.computeIfAbsent(authorities(credentials.gridAuthorities()), GsiTrust::in),
                through);
    }

    private static Proxies.@Nullable Server before(Location location, Proxies proxies) throws TransferException {
        try {
            int port = location.port() == 0 ? Protocol.GRIDFTP_PORT : location.port();
            return proxies.before(Protocol.GSIFTP.scheme(), location.host(), port)
                    .orElse(null);
        } catch (IllegalArgumentException e) {
            throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** What the vault has for this server, else the proxy file; null for neither. */
    private static @Nullable GsiCredential credential(Location location, Credentials credentials)
            throws TransferException {
        int port = location.port() == 0 ? Protocol.GRIDFTP_PORT : location.port();
        Optional<ClientCertificate> kept = credentials.certificate(Protocol.GSIFTP.scheme(), location.host(), port);
        if (kept.isPresent()) {
            kept.get().requireValid(Instant.now());
            try {
                return GsiCredential.of(kept.get());
            } catch (GsiException e) {
                throw new TransferException(Reason.AUTHENTICATION, String.valueOf(e.getMessage()), e);
            }
        }
        @Nullable Path proxy = credentials.gridProxy().orElse(null);
        return proxy == null ? null : load(proxy);
    }

    private static Path authorities(Path directory) throws TransferException {
        if (!Files.isDirectory(directory)) {
            throw new TransferException(
                    Reason.CERTIFICATE,
                    "the directory of grid authorities does not exist: " + directory
                            + "; install the authorities, or set X509_CERT_DIR");
        }
        return directory.toAbsolutePath();
    }

    private static GsiCredential load(Path file) throws TransferException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.contains(PosixFilePermission.GROUP_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_READ)) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "the proxy " + file + " can be read by other users: chmod 600 it, or make a new one");
            }
            GsiCredential proxy = GsiCredential.loadProxy(file);
            if (proxy.notBefore().isAfter(Instant.now())) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "the proxy " + file + " is not valid before " + proxy.notBefore()
                                + "; check this machine's clock");
            }
            if (proxy.notAfter().isBefore(Instant.now())) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "the proxy " + file + " expired at " + proxy.notAfter()
                                + "; make a new one with grid-proxy-init");
            }
            return proxy;
        } catch (GsiException e) {
            throw new TransferException(Reason.AUTHENTICATION, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new TransferException(
                    Reason.AUTHENTICATION, "cannot read the proxy " + file + ": " + e.getMessage(), e);
        }
    }

    String label() {
        return Protocol.GSIFTP.scheme() + "://" + location.host() + ":" + port;
    }

    String host() {
        return location.host();
    }

    boolean isAnonymous() {
        return proxy == null;
    }

    boolean isPrivate() {
        return privacy;
    }

    int streams() {
        return streams;
    }

    /** Sizes from listings, so that how to fetch a file needs no further question. */
    Map<String, Long> sizes() {
        return sizes;
    }

    /** From which other servers files come straight to this one. */
    DirectWays ways() {
        return ways;
    }

    /** Whether the server cannot connect to this machine, as extended block mode needs it for reading. */
    boolean isStreamsOnly() {
        return streamsOnly;
    }

    void useStreamsOnly() {
        streamsOnly = true;
    }

    /** A control connection, logged in, with binary files. */
    ServerConnection connect() throws TransferException {
        try {
            if (through != null) {
                return connect(InetSocketAddress.createUnresolved(location.host(), port));
            }
            return HostAddresses.connect(
                    location.host(), port, (int) PATIENCE.toMillis(), (address, _) -> connect(address));
        } catch (IOException e) {
            throw GridFailures.ofConnecting(e, label(), location.host());
        }
    }

    private ServerConnection connect(InetSocketAddress address) throws IOException {
        GsiCredential credential = proxy;
        if (credential == null || trust == null) {
            return ServerConnection.open(address, through, ANONYMOUS, "waybill@", PATIENCE);
        }
        String user = location.user();
        return ServerConnection.openGsi(
                address,
                through,
                new GridLogIn(credential, trust, location.host(), user == null ? GridLogIn.MAPPED : user, privacy),
                PATIENCE);
    }
}
