package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.waybill.engine.gridftp.FtpError;

/**
 * A file straight from one FTP server to another (FXP: the target listens, the source is asked to connect there). Most
 * servers refuse it, for it can be abused to reach third hosts (RFC 2577, section 3), and firewalls often let them not
 * connect.
 */
record ServerToServer(FTPClient sender, FTPClient receiver) {
    /** What servers answer that do not connect, or not for this; no reply about the file itself has one of these. */
    private static final Set<Integer> NO_WAY = Set.of(
            FTPReply.CANNOT_OPEN_DATA_CONNECTION,
            FTPReply.TRANSFER_ABORTED,
            FTPReply.UNRECOGNIZED_COMMAND,
            FTPReply.SYNTAX_ERROR_IN_ARGUMENTS,
            FTPReply.COMMAND_NOT_IMPLEMENTED,
            FTPReply.BAD_COMMAND_SEQUENCE,
            FTPReply.COMMAND_NOT_IMPLEMENTED_FOR_PARAMETER);

    private static final int USUAL_ANSWER_MILLIS = 60_000;
    private static final int KNOCK_MILLIS = 5_000;

    /** Encrypted data connections between two servers need commands that few servers have. */
    static boolean canBe(FtpAccount sender, FtpAccount receiver) {
        return !sender.isEncrypted() && !receiver.isEncrypted();
    }

    /**
     * Copies a whole file.
     *
     * @return why it was not copied, where a server does not allow it or the two cannot connect: then no data went, and
     *     both connections are of no use any more; empty when it is done
     */
    Optional<String> copy(String from, String to) throws IOException {
        InetAddress target = receiver.getRemoteAddress();
        if (target.isLoopbackAddress() != sender.getRemoteAddress().isLoopbackAddress()) {
            // our name for the target would mean another machine to the sender
            return Optional.of("only one of them is on this machine");
        }
        try {
            if (!receiver.enterRemotePassiveMode()) {
                return said(receiver);
            }
            if (!sender.enterRemoteActiveMode(target, receiver.getPassivePort())) {
                return said(sender);
            }
            return run(from, to, new InetSocketAddress(target, receiver.getPassivePort()));
        } finally {
            sender.enterLocalPassiveMode();
            receiver.enterLocalPassiveMode();
        }
    }

    private static Optional<String> said(FTPClient client) {
        return Optional.of(String.valueOf(FtpFailures.last(client).getMessage()));
    }

    /** @param door where the receiver waits for the data */
    private Optional<String> run(String from, String to, InetSocketAddress door) throws IOException {
        // a server may answer STOR only when the data connection is up, and that is made by RETR: both at once
        FutureTask<Boolean> storing = new FutureTask<>(() -> receiver.remoteStore(to));
        Thread.ofVirtual().start(storing);
        boolean flows = false;
        try {
            if (!sender.remoteRetrieve(from)) {
                FtpError refused = FtpFailures.last(sender);
                // what cannot connect may only find the door closed: the other one has said why
                throw NO_WAY.contains(refused.code()) && hasRefused(storing) ? FtpFailures.last(receiver) : refused;
            }
            if (!storing.get()) {
                throw FtpFailures.last(receiver);
            }
            flows = true;
            finish(sender);
            finish(receiver);
            return Optional.empty();
        } catch (FtpError refused) {
            hangUp(storing, door);
            // once data flow, a transfer may be aborted for many reasons
            if (refused.code() == FtpError.NO_DATA_CONNECTION || !flows && NO_WAY.contains(refused.code())) {
                return Optional.of(String.valueOf(refused.getMessage()));
            }
            throw refused;
        } catch (SocketTimeoutException _) {
            hangUp(storing, door);
            return unanswered();
        } catch (ExecutionException e) {
            hangUp(storing, door);
            if (e.getCause() instanceof SocketTimeoutException) {
                return unanswered();
            }
            throw new IOException("the receiving server broke off", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            hangUp(storing, door);
            throw new IOException("interrupted", e);
        }
    }

    private static Optional<String> unanswered() {
        return Optional.of("no data connection within " + USUAL_ANSWER_MILLIS / 1000 + " s");
    }

    private static boolean hasRefused(FutureTask<Boolean> storing) throws InterruptedException {
        try {
            return !storing.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException _) {
            return false;
        }
    }

    /**
     * Ends both connections. A receiver that waits for its data would do so for a minute (vsftpd), with a lock on the file
     * that the next attempt waits for: it gets a connection that brings nothing.
     */
    private void hangUp(FutureTask<Boolean> storing, InetSocketAddress door) throws IOException {
        sender.disconnect();
        if (!storing.isDone()) {
            try (Socket nothing = new Socket()) {
                nothing.connect(door, KNOCK_MILLIS);
            } catch (IOException _) {
                // it waits as long as it does
            }
        }
        receiver.disconnect();
    }

    private static void finish(FTPClient client) throws IOException {
        client.setSoTimeout(0);
        FtpFailures.require(client, FTPReply.isPositiveCompletion(client.getReply()));
        client.setSoTimeout(USUAL_ANSWER_MILLIS);
    }
}
