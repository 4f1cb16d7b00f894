package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.ChannelSubsystem;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.engine.mover.store.StorePath;

/** One SSH connection, shared by the channels of several threads, and opened again when it has broken. */
final class SshConnection {
    /** RFC 4254, section 6.5. */
    private static final String SUBSYSTEM = "sftp";
    /** A server ends a channel's program some time after it was asked to, and counts it until then (MaxSessions). */
    static final int ENDING_MILLIS = 20;

    private static final int ENDINGS = 100;
    /** Requests in flight: 128 of 32 KiB keep 4 MiB in flight, enough for 300 Mbit/s at 100 ms. */
    private static final int BULK_REQUESTS = 128;

    private final SshAccount account;
    private final SshLogin login;
    private final SshHost host;
    private final @Nullable InteractiveSessions asked;
    private final SshShells shells = new SshShells(this);
    private final SftpListings listings = new SftpListings(this);
    private @Nullable Session session;
    private int users;

    SshConnection(Location location, Credentials credentials, @Nullable Path agentSocket) {
        login = new SshLogin(credentials, location.scheme(), agentSocket);
        host = credentials.sshConfig().host(location.host(), location.port(), location.user());
        account = login.account(host);
        asked = credentials.askedLogIns();
    }

    String label() {
        return account.label();
    }

    /** A channel for file operations; counts its user until {@link #release}. */
    ChannelSftp openSftp() throws TransferException {
        try {
            return openChannel();
        } catch (TransferException e) {
            if (!isConnected() || !listings.closeIdle()) {
                throw e;
            }
            return openWhereOneEnds();
        }
    }

    /** A channel in the place of one of the same user that has been disconnected. */
    ChannelSftp reopenSftp() throws TransferException {
        ChannelSftp channel = openWhereOneEnds();
        release();
        return channel;
    }

    private ChannelSftp openWhereOneEnds() throws TransferException {
        for (int waits = 0; true; waits++) {
            try {
                return openChannel();
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

    private synchronized ChannelSftp openChannel() throws TransferException {
        ChannelSftp channel = (ChannelSftp) open(SUBSYSTEM);
        users++;
        try {
            channel.setBulkRequests(BULK_REQUESTS);
            // it waits for all answers whenever the server's window has no room for the next block, so that half of the
            // window is unused; it is for pipes that the answers to a window of requests fill, and this one is larger
            channel.setUseWriteFlushWorkaround(false);
            channel.connect(SshLogin.CONNECT_TIMEOUT_MILLIS);
            return channel;
        } catch (JSchException e) {
            release();
            throw new TransferException(
                    Reason.UNREACHABLE,
                    label() + " does not open an sftp session: " + StorePath.shown(String.valueOf(e.getMessage())),
                    e);
        }
    }

    private synchronized boolean isConnected() {
        Session open = session;
        return open != null && open.isConnected();
    }

    /** Whether the server is OpenSSH's, by the version that it sends. */
    synchronized boolean isOpenSsh() {
        Session open = session;
        return open != null && open.getServerVersion().contains("OpenSSH");
    }

    /** For hashes; they end with the connection. */
    SshShells shells() {
        return shells;
    }

    /** For directories of many names, or many directories; it ends with the connection. */
    SftpListings listings() {
        return listings;
    }

    /** A channel for many requests at once, or what the server has against one more. */
    synchronized SftpPackets openPackets() throws TransferException, IOException, JSchException {
        ChannelSubsystem channel = (ChannelSubsystem) open("subsystem");
        channel.setSubsystem(SUBSYSTEM);
        try {
            return new SftpPackets(channel, SshLogin.CONNECT_TIMEOUT_MILLIS);
        } catch (IOException | JSchException e) {
            channel.disconnect();
            throw e;
        }
    }

    /** The same, if it needs no log-in. */
    synchronized Optional<ChannelExec> openExecIfConnected() throws TransferException {
        return isConnected() ? Optional.of(openExec()) : Optional.empty();
    }

    /** A channel that runs a command; not yet connected. */
    synchronized ChannelExec openExec() throws TransferException {
        return (ChannelExec) open("exec");
    }

    private Channel open(String kind) throws TransferException {
        Session open = session;
        if (open == null || !open.isConnected()) {
            open = asked == null
                    ? login.open(host, new AtomicBoolean())
                    : asked.session(host.alias() + " " + label(), answered -> login.open(host, answered));
            session = open;
        }
        try {
            @Nullable Channel channel = open.openChannel(kind);
            if (channel == null) {
                // JSch's answer where the server ended the connection right after the log-in
                throw new TransferException(Reason.CONNECTION_LOST, label() + ": the server ended the connection");
            }
            return channel;
        } catch (JSchException e) {
            throw new TransferException(Reason.CONNECTION_LOST, label() + ": the connection broke", e);
        }
    }

    /** The last user closes the connection. */
    synchronized void release() {
        users--;
        Session open = session;
        if (users <= 0 && open != null) {
            if (asked == null || !asked.keeps(open)) {
                open.disconnect();
            } else {
                listings.closeIdle();
            }
            session = null;
        }
    }
}
