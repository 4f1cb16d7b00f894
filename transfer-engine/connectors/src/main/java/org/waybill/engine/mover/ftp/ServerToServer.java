package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;

/**
 * A file straight from one FTP server to another (FXP: the target listens, the source is asked to connect there). Most
 * servers refuse it, for it can be abused to reach third hosts (RFC 2577, section 3); then nothing has happened.
 */
record ServerToServer(FTPClient sender, FTPClient receiver) {
    /** Encrypted data connections between two servers need commands that few servers have. */
    static boolean canBe(FtpAccount sender, FtpAccount receiver) {
        return !sender.isEncrypted() && !receiver.isEncrypted();
    }

    /**
     * Copies a whole file.
     *
     * @return false when a server does not allow it
     */
    boolean copy(String from, String to) throws IOException {
        InetAddress target = receiver.getRemoteAddress();
        if (target.isLoopbackAddress() != sender.getRemoteAddress().isLoopbackAddress()) {
            // our name for the target would mean another machine to the sender
            return false;
        }
        try {
            if (!receiver.enterRemotePassiveMode()
                    || !sender.enterRemoteActiveMode(target, receiver.getPassivePort())) {
                return false;
            }
            return run(from, to);
        } finally {
            sender.enterLocalPassiveMode();
            receiver.enterLocalPassiveMode();
        }
    }

    private boolean run(String from, String to) throws IOException {
        // a server may answer STOR only when the data connection is up, and that is made by RETR: both at once
        FutureTask<Boolean> storing = new FutureTask<>(() -> receiver.remoteStore(to));
        Thread.ofVirtual().start(storing);
        if (!sender.remoteRetrieve(from)) {
            receiver.disconnect();
            throw FtpFailures.last(sender);
        }
        try {
            if (!storing.get()) {
                sender.disconnect();
                throw FtpFailures.last(receiver);
            }
        } catch (ExecutionException e) {
            throw new IOException("the receiving server broke off", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            sender.disconnect();
            receiver.disconnect();
            throw new IOException("interrupted", e);
        }
        finish(sender);
        finish(receiver);
        return true;
    }

    private static void finish(FTPClient client) throws IOException {
        client.setSoTimeout(0);
        FtpFailures.require(client, FTPReply.isPositiveCompletion(client.getReply()));
        client.setSoTimeout(60_000);
    }
}
