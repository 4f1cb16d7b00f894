package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.engine.mover.trust.UserCertificate;
import org.waybill.protocol.Protocol;

/** Where to log in and how; makes as many control connections as are asked for. */
final class FtpAccount {
    private static final int GREETING_TIMEOUT_MILLIS = 15_000;
    /** A server that is silent for so long after a connection on an unusual port waits for TLS to begin. */
    private static final int SILENT_GREETING_MILLIS = 4_000;

    private static final int SILENCE_TIMEOUT_MILLIS = 60_000;
    private static final int DATA_BUFFER_BYTES = 1 << 20;
    private static final String ANONYMOUS = "anonymous";

    private final Location location;
    private final Credentials credentials;
    private final @Nullable TlsTrust tls;
    private final int port;
    /** Whether it waited for TLS to begin; asked once, so that not every connection waits for a greeting. */
    private volatile boolean implicit;
    /** Whether the server has UTF-8 as one of its encodings of names: known after the first connection. */
    private volatile boolean utf8;

    private final DirectWays ways = new DirectWays();

    private FtpAccount(Location location, Credentials credentials, @Nullable TlsTrust tls, int port) {
        this.location = location;
        this.credentials = credentials;
        this.tls = tls;
        this.port = port;
    }

    private static int portOf(Location location) {
        return location.port() != 0
                ? location.port()
                : location.is(Protocol.FTPS) ? Protocol.FTPS.defaultPort() : Protocol.FTP.defaultPort();
    }

    /** @param encrypted whether the login and the data must be encrypted */
    static FtpAccount of(Location location, Credentials credentials, boolean encrypted) throws TransferException {
        int port = portOf(location);
        return new FtpAccount(
                location,
                credentials,
                encrypted
                        ? TlsTrust.of(
                                credentials,
                                location.host(),
                                port,
                                new UserCertificate(credentials, Protocol.FTPS.scheme(), location.host(), port))
                        : null,
                port);
    }

    String label() {
        return (tls == null ? Protocol.FTP : Protocol.FTPS).scheme() + "://" + location.host() + ":" + port;
    }

    /** From which other servers files come straight to this one. */
    DirectWays ways() {
        return ways;
    }

    boolean isEncrypted() {
        return tls != null;
    }

    boolean isAnonymous() {
        return user().equals(ANONYMOUS);
    }

    private String user() {
        String user = location.user();
        return user == null ? ANONYMOUS : user;
    }

    /**
     * Chooses UTF-8 for names, on this connection and those to come. RFC 2640 asks for no choice, but some servers, such as
     * IIS, take them in an encoding of their own until the client has chosen.
     */
    void chooseUtf8(FTPClient client, FtpFeatures server) throws IOException {
        if (!utf8 && server.has("UTF8")) {
            utf8 = true;
            sayUtf8(client);
        }
    }

    /** A refusal says no more than that there is nothing to choose. */
    private static void sayUtf8(FTPClient client) throws IOException {
        client.sendCommand("OPTS", "UTF8 ON");
    }

    /** A control connection, logged in, with binary files, the passive mode and the encoding of names chosen. */
    FTPClient connect() throws TransferException {
        try {
            return tls == null ? ready(new PlainFtpClient(), GREETING_TIMEOUT_MILLIS) : encrypted(tls.newContext());
        } catch (IOException e) {
            String account = tls == null ? label() : tls.own().account();
            TransferException failure = FtpFailures.ofConnecting(e, label(), location.host(), account);
            throw tls == null ? failure : tls.own().problem().orElse(failure);
        }
    }

    private FTPClient encrypted(SSLContext context) throws IOException {
        if (port == Protocol.FTPS.defaultPort() || implicit) {
            return ready(client(true, context), GREETING_TIMEOUT_MILLIS);
        }
        if (port == Protocol.FTP.defaultPort()) {
            return ready(client(false, context), GREETING_TIMEOUT_MILLIS);
        }
        try {
            return ready(client(false, context), SILENT_GREETING_MILLIS);
        } catch (IOException e) {
            if (e instanceof SocketTimeoutException || e.getCause() instanceof SocketTimeoutException) {
                FTPClient client = ready(client(true, context), GREETING_TIMEOUT_MILLIS);
                implicit = true;
                return client;
            }
            throw e;
        }
    }

    private TlsFtpClient client(boolean fromTheFirstByte, SSLContext context) {
        return new TlsFtpClient(fromTheFirstByte, context, location.host(), port);
    }

    private FTPClient ready(FTPClient client, int greetingMillis) throws IOException {
        try {
            // commons-net waits for the greeting as long as for the connection
            client.setConnectTimeout(greetingMillis);
            client.setDefaultTimeout(greetingMillis);
            client.setDataTimeout(Duration.ofMillis(SILENCE_TIMEOUT_MILLIS));
            client.setControlEncoding(StandardCharsets.UTF_8);
            client.setBufferSize(DATA_BUFFER_BYTES);
            // the address in a PASV reply could send our data anywhere (CVE-2021-37533)
            client.setIpAddressFromPasvResponse(false);
            FtpProxy proxy = FtpProxy.before(credentials, location.scheme(), location.host(), port);
            client.setSocketFactory(new ControlSocket.Factory(proxy, location.host(), port, greetingMillis));
            if (proxy.server() == null) {
                // Commons Net looks the name up too, and would wait long for a name server that is gone
                HostAddresses.of(location.host());
                client.connect(location.host(), port);
            } else {
                // the factory's socket is connected; the proxy looks the name up
                client.connect(InetAddress.getByAddress(location.host(), new byte[4]), port);
            }
            proxy.carryDataOf(client);
            FtpFailures.require(client, FTPReply.isPositiveCompletion(client.getReplyCode()));
            client.setSoTimeout(SILENCE_TIMEOUT_MILLIS);
            client.setKeepAlive(true);
            client.setTcpNoDelay(true);
            login(client, proxy);
            // some servers fix the type when PASV arrives: it has to be binary before that
            FtpFailures.require(client, client.setFileType(FTP.BINARY_FILE_TYPE));
            client.enterLocalPassiveMode();
            if (utf8) {
                sayUtf8(client);
            }
            return client;
        } catch (Throwable e) {
            client.disconnect();
            throw e;
        }
    }

    private void login(FTPClient client, FtpProxy proxy) throws IOException {
        if (client instanceof TlsFtpClient encrypted) {
            // before the password: a server that would not protect the data is left without having seen it
            encrypted.protectData(proxy);
        }
        char[] password = isAnonymous()
                ? "waybill@".toCharArray()
                : credentials
                        .password(location.scheme(), location.host(), port, user())
                        .orElse(new char[0]);
        try {
            FtpFailures.require(client, client.login(user(), new String(password)));
        } finally {
            Arrays.fill(password, '\0');
        }
    }
}
