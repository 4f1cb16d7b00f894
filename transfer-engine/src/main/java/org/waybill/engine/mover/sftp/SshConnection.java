package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.CountedInput;
import org.waybill.engine.mover.store.Secrets;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.protocol.Protocol;

/**
 * One SSH connection, shared by the channels of several threads, and made anew when it has broken. The server's key is
 * checked against known_hosts before anything is said about the user.
 */
final class SshConnection {
    /** RFC 4254, section 6.5. */
    private static final String SUBSYSTEM = "sftp";
    private static final int CONNECT_TIMEOUT_MILLIS = 15_000;
    /** A server ends a channel's program some time after it was told to, and counts it until then (MaxSessions). */
    private static final int ENDING_MILLIS = 20;
    private static final int ENDINGS = 100;
    /** Greeting, keys and log-in take a few thousand bytes; a user may have to touch a key. */
    private static final int LOG_IN_BYTES = PeerLimits.REPLY_BYTES;
    private static final long LOG_IN_NS = 120_000_000_000L;
    private static final int KEEPALIVE_MILLIS = 15_000;
    private static final int KEEPALIVES_UNANSWERED = 3;
    /** Requests in flight: 128 of 32 KiB keep 4 MiB on the way, enough for 300 Mbit/s at 100 ms. */
    private static final int BULK_REQUESTS = 128;

    private final SshAccount account;
    private final Location location;
    private final Credentials credentials;
    private final @Nullable Path agentSocket;
    private final SshShells shells = new SshShells(this);
    private @Nullable Session session;
    private int users;

    SshConnection(Location location, Credentials credentials, @Nullable Path agentSocket) {
        String user = location.user() == null ? System.getProperty("user.name", "") : location.user();
        this.account = new SshAccount(location.host(),
                location.port() == 0 ? Protocol.SSH.defaultPort() : location.port(), user,
                credentials.knownHosts());
        this.location = location;
        this.credentials = credentials;
        this.agentSocket = agentSocket;
    }

    String label() {
        return account.label();
    }

    /** A channel for file operations; counts its user until {@link #release}. */
    synchronized ChannelSftp openSftp() throws TransferException {
        ChannelSftp channel = (ChannelSftp) open(SUBSYSTEM);
        users++;
        try {
            channel.setBulkRequests(BULK_REQUESTS);
            channel.connect(CONNECT_TIMEOUT_MILLIS);
            return channel;
        } catch (JSchException e) {
            release();
            throw new TransferException(Reason.UNREACHABLE, label() + " opens no sftp session: "
                    + StorePath.shown(String.valueOf(e.getMessage())), e);
        }
    }

    /** A channel in the place of one of the same user that has been disconnected. */
    ChannelSftp reopenSftp() throws TransferException {
        for (int waits = 0; true; waits++) {
            try {
                ChannelSftp channel = openSftp();
                release();
                return channel;
            } catch (TransferException e) {
                if (waits == ENDINGS || !(e.getCause() instanceof JSchException) || !isConnected()) {
                    throw e;
                }
            }
            try {
                Thread.sleep(ENDING_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
            }
        }
    }

    private synchronized boolean isConnected() {
        Session open = session;
        return open != null && open.isConnected();
    }

    /** For hashes; they end with the connection. */
    SshShells shells() {
        return shells;
    }

    /** A channel that runs a command; not yet connected. */
    synchronized ChannelExec openExec() throws TransferException {
        return (ChannelExec) open("exec");
    }

    private Channel open(String kind) throws TransferException {
        Session open = session;
        if (open == null || !open.isConnected()) {
            open = connect();
            session = open;
        }
        try {
            return open.openChannel(kind);
        } catch (JSchException e) {
            throw new TransferException(Reason.CONNECTION_LOST, label() + ": the connection broke", e);
        }
    }

    /** The last user closes the connection. */
    synchronized void release() {
        users--;
        Session open = session;
        if (users <= 0 && open != null) {
            open.disconnect();
            session = null;
        }
    }

    private Session connect() throws TransferException {
        JSch jsch = new JSch();
        HostKeyCheck check = new HostKeyCheck(jsch.getHostKeyRepository());
        try {
            jsch.setKnownHosts(account.knownHosts().toString());
            check = new HostKeyCheck(jsch.getHostKeyRepository());
            jsch.setHostKeyRepository(check);
            jsch.setIdentityRepository(new SshIdentities(credentials, account, agentSocket));
            Session fresh = jsch.getSession(account.user(), account.host(), account.port());
            fresh.setConfig("StrictHostKeyChecking", "yes");
            fresh.setConfig("PreferredAuthentications", "publickey,keyboard-interactive,password");
            fresh.setDaemonThread(true);
            fresh.setServerAliveInterval(KEEPALIVE_MILLIS);
            fresh.setServerAliveCountMax(KEEPALIVES_UNANSWERED);
            PlainSockets sockets = new PlainSockets();
            fresh.setSocketFactory(sockets);
            givePassword(fresh);
            fresh.connect(CONNECT_TIMEOUT_MILLIS);
            sockets.loggedIn = true;
            return fresh;
        } catch (JSchException e) {
            throw SshFailures.ofConnecting(e, account, check);
        } catch (NullPointerException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // JSch reads some packets that come too early, or are too short, as if they were right
            throw new TransferException(Reason.UNREACHABLE, "what answers at " + label() + " is no SSH server: it "
                    + "breaks the protocol", e);
        }
    }

    private void givePassword(Session fresh) {
        Optional<char[]> password = credentials.password(location.scheme(), account.host(), account.port(),
                account.user());
        if (password.isEmpty()) {
            return;
        }
        byte[] bytes = Secrets.utf8(password.get());
        fresh.setPassword(bytes);
        fresh.setUserInfo(new PasswordOnly());
        Arrays.fill(bytes, (byte) 0);
    }

    /** Answers no question: JSch gives the session's password to a server that asks by keyboard-interactive. */
    private static final class PasswordOnly implements UserInfo, UIKeyboardInteractive {
        @Override
        public @Nullable String getPassphrase() {
            return null;
        }

        @Override
        public @Nullable String getPassword() {
            return null;
        }

        @Override
        public boolean promptPassword(String message) {
            return false;
        }

        @Override
        public boolean promptPassphrase(String message) {
            return false;
        }

        @Override
        public boolean promptYesNo(String message) {
            return false;
        }

        @Override
        public void showMessage(String message) {
            // a server's banner is not for us
        }

        @Override
        public String @Nullable [] promptKeyboardInteractive(String destination, String name, String instruction,
                String[] prompt, boolean[] echo) {
            return null;
        }
    }

    /**
     * Sockets made here, so that a failed connection comes as the system's own exception, and that a server neither
     * greets nor negotiates without end: JSch passes over any number of lines before the version.
     */
    private static final class PlainSockets implements SocketFactory {
        private final long endNs = System.nanoTime() + LOG_IN_NS;
        private int beforeLogIn;
        volatile boolean loggedIn;

        private void heard(int bytes) throws IOException {
            if (loggedIn) {
                return;
            }
            beforeLogIn += Math.max(0, bytes);
            if (beforeLogIn > LOG_IN_BYTES || System.nanoTime() - endNs > 0) {
                throw new PeerLimits.Exceeded("the log-in takes more than " + LOG_IN_BYTES + " bytes or "
                        + LOG_IN_NS / 1_000_000_000 + " s");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted");
            }
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return HostAddresses.connect(host, port, CONNECT_TIMEOUT_MILLIS,
                    (address, millis) -> HostAddresses.connected(new Socket(), address, millis));
        }

        @Override
        public InputStream getInputStream(Socket socket) throws IOException {
            return new CountedInput(socket.getInputStream(), this::heard);
        }

        @Override
        public OutputStream getOutputStream(Socket socket) throws IOException {
            return socket.getOutputStream();
        }
    }
}
