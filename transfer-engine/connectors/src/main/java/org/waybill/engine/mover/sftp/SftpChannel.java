package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpStatVFS;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;

/** An sftp channel, opened again where it broke: one question after the other, and what the server's refusals mean. */
final class SftpChannel {
    /** A file system with less room than this for the next blocks is full. */
    private static final long FULL_BYTES = 256 << 10;

    private static final long READ_ONLY_FLAG = 1;

    private final SshConnection connection;
    private volatile ChannelSftp open;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Whether answers to an older question may still come: JSch loses count where a stream is not read to its end. */
    private boolean outOfStep;

    SftpChannel(SshConnection connection) throws TransferException {
        this.connection = connection;
        this.open = connection.openSftp();
    }

    /** For questions whose failure may mean something else than that the path is at fault. */
    ChannelSftp open() {
        return open;
    }

    /** A stream is read that may not be read to its end. */
    void mayLoseCount() {
        outOfStep = true;
    }

    /** After a broken write, whose end would be waited for in vain. */
    void disconnect() {
        open.disconnect();
    }

    @FunctionalInterface
    interface Command<T> {
        T run(ChannelSftp channel) throws SftpException, TransferException;
    }

    /** Asks the server; what it refuses concerns {@code path}. */
    <T> T ask(String path, Command<T> command) throws TransferException {
        try {
            return command.run(open);
        } catch (SftpException e) {
            throw failure(e, path);
        }
    }

    @FunctionalInterface
    interface Action {
        void run(ChannelSftp channel) throws SftpException;
    }

    void run(String path, Action action) throws TransferException {
        ask(path, to -> {
            action.run(to);
            return true;
        });
    }

    /** Opened again, if it may be broken. */
    void renew() throws TransferException {
        if (outOfStep) {
            open.disconnect();
        }
        openAgain();
    }

    /** In the place of a channel that has ended; the others of this connection may have all that the server grants. */
    private void openAgain() throws TransferException {
        if (!open.isConnected() && !closed.get()) {
            open = connection.reopenSftp();
            outOfStep = false;
            if (closed.get()) {
                open.disconnect();
            }
        }
    }

    String realPath(String path) throws TransferException {
        return ask(path, from -> from.realpath(path));
    }

    TransferException failure(Exception cause, String path) {
        outOfStep |= !(cause instanceof SftpException status) || status.getCause() != null;
        SshFailures.Condition condition =
                SshFailures.isUnexplained(cause) ? condition(StorePath.parent(path)) : SshFailures.Condition.FINE;
        return SshFailures.ofOperation(cause, connection.label(), path, condition);
    }

    /** Asked on this channel, or on one in its place where a broken write has ended it. */
    private SshFailures.Condition condition(String directory) {
        try {
            openAgain();
            SftpStatVFS space = open.statVFS(quoted(directory));
            if ((space.getMountFlag() & READ_ONLY_FLAG) != 0) {
                return SshFailures.Condition.READ_ONLY;
            }
            // some file systems count no files
            boolean noFileMore = space.getINodes() > 0 && space.getAvailINodes() == 0;
            return noFileMore || freeBytes(space).orElse(Long.MAX_VALUE) < FULL_BYTES
                    ? SshFailures.Condition.FULL
                    : SshFailures.Condition.FINE;
        } catch (SftpException | TransferException _) {
            return SshFailures.Condition.FINE;
        }
    }

    /** Empty for a file system that reports no size at all, which is not full for that. */
    static OptionalLong freeBytes(SftpStatVFS space) {
        return space.getBlocks() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(space.getAvailBlocks() * space.getFragmentSize());
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            open.disconnect();
            connection.release();
        }
    }

    /** JSch takes {@code *}, {@code ?} and backslash in most paths for patterns; a backslash before them stops that. */
    static String quoted(String path) {
        StringBuilder quoted = new StringBuilder(path.length() + 8);
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '*' || c == '?' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c);
        }
        return quoted.toString();
    }
}
