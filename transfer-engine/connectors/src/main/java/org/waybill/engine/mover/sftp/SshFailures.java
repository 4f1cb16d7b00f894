package org.waybill.engine.mover.sftp;

import static org.waybill.engine.mover.ServerFailures.text;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.JSchRevokedHostKeyException;
import com.jcraft.jsch.SftpException;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.trust.UnknownServerException;

/** What JSch's exceptions mean. */
final class SshFailures {
    /** Of later drafts of the protocol (draft-ietf-secsh-filexfer-13, section 9.1), and used with version 3 too. */
    private static final int FILE_ALREADY_EXISTS = 11;

    private SshFailures() {}

    /** A connection that did not come about; {@code check} knows how far it got. */
    static TransferException ofConnecting(JSchException cause, SshAccount account, HostKeyCheck check) {
        String server = account.label();
        if (cause instanceof JSchHostKeyException) {
            Throwable because = check.identity(account)
                    .<Throwable>map(unknown -> new UnknownServerException(unknown, cause))
                    .orElse(cause);
            return new TransferException(Reason.HOST_KEY, hostKeyText(cause, account, check), because);
        }
        @Nullable TransferException told = ServerFailures.known(cause, server + ": ");
        if (told != null) {
            return told;
        }
        @Nullable IOException broken = broken(cause);
        if (broken instanceof UnknownHostException) {
            return HostAddresses.unknown(account.host(), cause);
        }
        Throwable how = broken == null ? cause : broken;
        boolean ended = isEnd(how) && (broken != null || !check.isAccepted());
        if (broken != null || ended) {
            return new TransferException(
                    Reason.UNREACHABLE,
                    server + " cannot be reached: " + (ended ? "the server closed the connection: " : "") + text(how),
                    cause);
        }
        if (cause instanceof JSchAlgoNegoFailException) {
            return new TransferException(
                    Reason.UNREACHABLE, server + " offers no secure algorithm: " + text(cause), cause);
        }
        if (check.isAccepted()) {
            return new TransferException(
                    Reason.AUTHENTICATION,
                    server + " refused user " + account.user()
                            + ": add a key to the agent or an account with 'waybill account add' ("
                            + text(cause)
                            + ")",
                    cause);
        }
        return new TransferException(Reason.UNREACHABLE, "not an SSH server at " + server + ": " + text(cause), cause);
    }

    /** Whether the server ended the connection; JSch, too, has only words for it. */
    private static boolean isEnd(Throwable how) {
        String text = String.valueOf(how.getMessage());
        return how instanceof EOFException
                || text.contains("End of IO Stream")
                || text.contains("reset by peer")
                || text.contains("closed by foreign host");
    }

    private static String hostKeyText(JSchException cause, SshAccount account, HostKeyCheck check) {
        String known = String.join(
                ", ", account.knownHosts().stream().map(Path::toString).toList());
        Path file = account.knownHosts().getFirst();
        String name = account.at().knownName();
        if (cause instanceof JSchRevokedHostKeyException) {
            return "the host key of " + name + ", " + check.shown() + ", is marked as revoked in " + known;
        }
        if (check.isChanged()) {
            return "THE HOST KEY OF " + name + " HAS CHANGED: it shows " + check.shown() + ", and " + known
                    + " has another, " + check.knownKeys()
                    + "; log-in aborted, no password was sent. If the administrator confirms the new key: ssh-keygen"
                    + " -R '"
                    + name + "' -f " + file;
        }
        return "the host key of " + name + " is not known: " + check.shown()
                + "; compare this fingerprint with the administrator's, then: waybill trust " + account.url()
                + " --fingerprint " + check.fingerprint();
    }

    /**
     * An operation or a stream that failed.
     *
     * @param condition of the far file system, looked at only when the server gave no reason
     */
    static TransferException ofOperation(Exception cause, String server, String path, Condition condition) {
        if (cause instanceof TransferException known) {
            return known;
        }
        String where = StorePath.shown(path) + " at " + server + ": ";
        @Nullable SftpException status = Causes.find(SftpException.class, cause);
        if (status == null || broken(status) != null) {
            boolean broke = broken(cause) != null || Causes.find(JSchException.class, cause) != null;
            return ServerFailures.other(cause, broke, where);
        }
        if (isUnreadable(status)) {
            return new TransferException(Reason.BAD_INPUT, where + "the server's answer cannot be read", cause);
        }
        return switch (status.id) {
            case ChannelSftp.SSH_FX_NO_SUCH_FILE ->
                new TransferException(Reason.NOT_FOUND, where + "no such file or directory", cause);
            case ChannelSftp.SSH_FX_PERMISSION_DENIED ->
                new TransferException(Reason.PERMISSION, where + "permission denied", cause);
            case ChannelSftp.SSH_FX_NO_CONNECTION, ChannelSftp.SSH_FX_CONNECTION_LOST ->
                new TransferException(Reason.CONNECTION_LOST, where + "the connection broke", cause);
            case ChannelSftp.SSH_FX_BAD_MESSAGE ->
                new TransferException(Reason.BAD_INPUT, where + "the server does not take this name", cause);
            case FILE_ALREADY_EXISTS ->
                new TransferException(Reason.BAD_INPUT, where + "something of this name is there", cause);
            case ChannelSftp.SSH_FX_OP_UNSUPPORTED ->
                new TransferException(Reason.BAD_INPUT, where + "the server cannot do this", cause);
            default -> unexplained(status, where, condition);
        };
    }

    /** OpenSSH has one code for a full disk, a read-only file system and the rest. */
    private static TransferException unexplained(SftpException cause, String where, Condition condition) {
        return switch (condition) {
            case FULL -> new TransferException(Reason.DISK_FULL, where + "the disk at the destination is full", cause);
            case READ_ONLY -> new TransferException(Reason.READ_ONLY, where + "the file system is read-only", cause);
            case FINE -> new TransferException(Reason.PERMISSION, where + "the server refused: " + text(cause), cause);
        };
    }

    /** How the far file system is. */
    enum Condition {
        FINE,
        FULL,
        READ_ONLY
    }

    /** Whether the server gave the one code that says nothing. */
    static boolean isUnexplained(Exception cause) {
        @Nullable SftpException status = Causes.find(SftpException.class, cause);
        return status != null
                && status.id == ChannelSftp.SSH_FX_FAILURE
                && broken(status) == null
                && !isUnreadable(status);
    }

    /** Whether the server has answered, and refused; else the connection broke, or JSch did not understand. */
    static boolean isRefusal(SftpException status) {
        return status.id != ChannelSftp.SSH_FX_NO_CONNECTION
                && status.id != ChannelSftp.SSH_FX_CONNECTION_LOST
                && broken(status) == null
                && !isUnreadable(status);
    }

    /** Whether a refused renaming may be for a file that has the name: servers have several codes for that. */
    static boolean mayBeInTheWay(SftpException status) {
        return isUnexplained(status)
                || isRefusal(status)
                        && (status.id == FILE_ALREADY_EXISTS || status.id == ChannelSftp.SSH_FX_OP_UNSUPPORTED);
    }

    /** Whether JSch fell over what the server said. */
    private static boolean isUnreadable(SftpException status) {
        return Causes.find(RuntimeException.class, status) != null;
    }

    /** The connection that broke; a stream's IOException may be only the wrapping of the server's answer. */
    private static @Nullable IOException broken(Throwable thrown) {
        return Causes.of(thrown)
                .filter(at -> at instanceof IOException && !(at.getCause() instanceof SftpException))
                .map(IOException.class::cast)
                .findFirst()
                .orElse(null);
    }
}
