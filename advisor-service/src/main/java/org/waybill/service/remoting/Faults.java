package org.waybill.service.remoting;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.waybill.api.ServiceException;
import org.waybill.service.log.FaultLog;

/** What callers see of faults: a code and, for unforeseen ones, a reference into the log and nothing else. */
public final class Faults {
    /** The class of SQL states that are about connections. */
    private static final String CONNECTION_STATE = "08";
    /** What the driver says of what broke just before. */
    private static final Pattern CLOSED = Pattern.compile("is closed|after (statement|connection) closed");

    private static final int DEEPEST = 20;

    private Faults() {}

    /** The same if it is ours, else one that says nothing but where to look. */
    public static ServiceException mask(Throwable unexpected) {
        if (unexpected instanceof ServiceException known) {
            return known;
        }
        Throwable cause = unexpected instanceof ServletException wrapped ? wrapped.getRootCause() : unexpected;
        if (cause instanceof InvalidParameterException parameters) {
            return parameters.getErrorCode() == HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE
                    ? new ServiceException(ServiceException.TOO_LARGE, "the form is too large: at most 64 KiB")
                    : new ServiceException(
                            ServiceException.BAD_REQUEST,
                            "the query or form cannot be decoded: expected percent-encoded UTF-8, such as %C3%BC");
        }
        String reference = UUID.randomUUID().toString();
        if (isLostDatabase(unexpected)) {
            FaultLog.addLine(reference, unexpected);
            return ServiceException.unavailable("the database is unavailable, reference " + reference);
        }
        FaultLog.add(reference, unexpected);
        return new ServiceException(ServiceException.INTERNAL, "internal error, reference " + reference);
    }

    /** Whether the database went away: before, within or at the end of a transaction. */
    private static boolean isLostDatabase(Throwable unexpected) {
        Throwable at = unexpected;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            if (at instanceof CannotCreateTransactionException
                    || at instanceof QueryTimeoutException
                    || at instanceof DataAccessResourceFailureException
                    || at instanceof TransientDataAccessResourceException
                    || at instanceof SQLNonTransientConnectionException
                    || at instanceof SQLTransientConnectionException
                    || at instanceof SQLRecoverableException
                    || at instanceof SQLException sql
                            && String.valueOf(sql.getSQLState()).startsWith(CONNECTION_STATE)
                    || at instanceof SQLException closed
                            && CLOSED.matcher(String.valueOf(closed.getMessage()))
                                    .find()) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    /** Answers in one line of text, and closes the connection: what is left of the body is not worth reading. */
    public static void refuse(HttpServletResponse response, int status, String line) throws IOException {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.setHeader("Connection", "close");
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }

    /** The HTTP status that says the same as the code. */
    public static int status(ServiceException fault) {
        return switch (fault.meaning()) {
            case BAD_REQUEST -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case NOT_FOUND -> 404;
            case CONFLICT -> 409;
            case TOO_LARGE -> 413;
            case UNAVAILABLE -> 503;
            case DISK_FULL -> 507;
            case UNREACHABLE, UNTRUSTED, INTERNAL -> 500;
        };
    }
}
