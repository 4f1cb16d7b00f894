package org.waybill.engine.mover.http;

import static org.waybill.engine.mover.ServerFailures.text;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.trust.TlsTrust;

/** What the HTTP client's exceptions and a server's status codes (RFC 9110, section 15; RFC 4918, 11) mean. */
final class HttpFailures {

    private HttpFailures() {}

    /** What an exception means. @param account of the user's certificate for the server */
    static TransferException explain(Exception cause, String server, String host, String account, String path) {
        if (cause instanceof TransferException known) {
            return known;
        }
        String where = StorePath.shown(path) + " at " + server + ": ";
        @Nullable TransferException told = ServerFailures.known(cause, where);
        if (told != null) {
            return told;
        }
        @Nullable HttpStatusException status = Causes.find(HttpStatusException.class, cause);
        if (status != null) {
            boolean full = status.status() == 507 && !status.stores();
            return new TransferException(
                    full ? Reason.CONNECTION_LOST : reason(status.status()), where + advice(status), cause);
        }
        @Nullable TransferException tls = TlsTrust.failure(server, account, cause);
        if (tls != null) {
            return tls;
        }
        @Nullable AnnouncedLengthException length = Causes.find(AnnouncedLengthException.class, cause);
        if (length != null) {
            return new TransferException(Reason.SOURCE_CHANGED, where + length.getMessage(), cause);
        }
        @Nullable ProtocolException wrong = Causes.find(ProtocolException.class, cause);
        if (wrong != null) {
            // the JDK bounds the head of an answer (jdk.http.maxHeaderSize) and gives its own words alone
            boolean large = String.valueOf(wrong.getMessage()).contains("size too big");
            return new TransferException(
                    large ? Reason.LIMIT : Reason.UNREACHABLE,
                    where + (large ? "the answer's head does not end" : "not an HTTP server: " + text(wrong)),
                    cause);
        }
        if (Causes.find(UnresolvedAddressException.class, cause) != null
                || Causes.find(UnknownHostException.class, cause) != null) {
            return HostAddresses.unknown(host, cause);
        }
        if (Causes.find(ConnectException.class, cause) != null
                || Causes.find(HttpConnectTimeoutException.class, cause) != null) {
            return ServerFailures.unreached(cause, server);
        }
        return ServerFailures.other(cause, cause instanceof IOException, where);
    }

    /** The status code behind a failure, 0 if there is none. */
    static int status(Throwable cause) {
        @Nullable HttpStatusException status = Causes.find(HttpStatusException.class, cause);
        return status == null ? 0 : status.status();
    }

    static Reason reason(int status) {
        return switch (status) {
            case 401, 407 -> Reason.AUTHENTICATION;
            case 403, 405, 501 -> Reason.PERMISSION;
            case 404, 410, 409 -> Reason.NOT_FOUND;
            case 412, 423 -> Reason.TARGET_BUSY;
            case 413, 414 -> Reason.LIMIT;
            case 416 -> Reason.SOURCE_CHANGED;
            case 507 -> Reason.DISK_FULL;
            case 202, 408, 425, 429 -> Reason.CONNECTION_LOST;
            default -> status >= 500 ? Reason.CONNECTION_LOST : Reason.BAD_INPUT;
        };
    }

    private static String advice(HttpStatusException status) {
        return switch (status.status()) {
            case 202 -> "the server is still preparing it (" + status.getMessage() + "): copy it again later";
            case 204, 205 -> "the server has no content for it (" + status.getMessage() + ")";
            case 401 -> "authentication failed";
            case 403 -> "the server forbids it (" + status.getMessage() + ")";
            case 404, 410 -> "no such file or directory";
            case 405, 501 -> "the server does not support this (" + status.getMessage() + ")";
            case 500 ->
                status.getMessage() + "; see the server's log" + (status.stores() ? ", the disk may be full" : "");
            case 507 -> status.stores() ? "the disk at the destination is full" : String.valueOf(status.getMessage());
            default -> String.valueOf(status.getMessage());
        };
    }
}
