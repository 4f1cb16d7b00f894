package org.waybill.engine.mover.ftp;

import static org.waybill.engine.mover.ServerFailures.text;

import java.io.IOException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.apache.commons.net.MalformedServerReplyException;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.trust.TlsTrust;

/** What Commons Net's exceptions and a server's reply codes (RFC 959, section 4.2) mean. */
final class FtpFailures {

    private FtpFailures() {}

    /**
     * A connection or login that did not come about.
     *
     * @param account of the user's certificate for the server
     */
    static TransferException ofConnecting(IOException cause, String server, String host, String account) {
        @Nullable TransferException told = ServerFailures.known(cause, server + ": ");
        if (told != null) {
            return told;
        }
        @Nullable TransferException tls = TlsTrust.failure(server, account, cause);
        if (tls != null) {
            return tls;
        }
        if (cause instanceof UnknownHostException) {
            return HostAddresses.unknown(host, cause);
        }
        @Nullable FtpError reply = CommandStore.refusal(cause);
        if (reply != null) {
            Reason reason = reply.code() == FTPReply.NOT_LOGGED_IN ? Reason.AUTHENTICATION : Reason.UNREACHABLE;
            return new TransferException(reason, server + " refused: " + text(reply), cause);
        }
        if (cause instanceof MalformedServerReplyException) {
            return new TransferException(Reason.UNREACHABLE, "not an FTP server at " + server, cause);
        }
        if (cause instanceof SSLException) {
            return new TransferException(
                    Reason.UNSAFE, server + " does not encrypt: " + text(cause) + "; nothing was sent", cause);
        }
        return ServerFailures.unreached(cause, server);
    }

    /**
     * An operation or a stream that failed.
     *
     * @param exists whether there is something at the path: reply 550 means missing and forbidden alike
     */
    static TransferException ofOperation(Exception cause, String server, String path, boolean exists) {
        if (cause instanceof TransferException known) {
            return known;
        }
        String where = StorePath.shown(path) + " at " + server + ": ";
        @Nullable TransferException told = ServerFailures.known(cause, where);
        if (told != null) {
            return told;
        }
        if (cause instanceof MalformedServerReplyException) {
            return new TransferException(
                    Reason.BAD_INPUT, where + "the server's answer cannot be read: " + text(cause), cause);
        }
        @Nullable CertificateException certificate = Causes.find(CertificateException.class, cause);
        if (certificate != null) {
            return TlsTrust.refusal(server, certificate, cause);
        }
        @Nullable FtpError reply = CommandStore.refusal(cause);
        if (reply != null) {
            String said = text(reply);
            Reason reason = FtpReasons.of(reply.code(), said, exists);
            return new TransferException(reason, where + said + meaning(reason, reply.code(), said), cause);
        }
        return ServerFailures.other(cause, cause instanceof IOException, where);
    }

    /** What a reply means where its words do not say so. */
    private static String meaning(Reason reason, int code, String said) {
        String words = said.toLowerCase(Locale.ROOT);
        return switch (reason) {
            case DISK_FULL ->
                words.matches(".*(full|space|quota|storage).*") ? "" : " (the disk at the destination is full)";
            case PERMISSION ->
                words.matches(".*(permi|denied|allowed|read-only).*")
                        ? ""
                        : code == FTPReply.FILE_NAME_NOT_ALLOWED
                                ? " (no permission there, or it is read-only)"
                                : " (no permission there)";
            default -> "";
        };
    }

    /** The last reply of a client, as a refusal. */
    static FtpError last(FTPClient client) {
        String[] lines = client.getReplyStrings();
        return new FtpError(
                client.getReplyCode(), lines == null || lines.length == 0 ? "no answer" : lines[lines.length - 1]);
    }

    static void require(FTPClient client, boolean success) throws FtpError {
        if (!success) {
            throw last(client);
        }
    }
}
