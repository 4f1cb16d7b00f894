package org.waybill.service.remoting;

import java.util.UUID;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.waybill.api.ServiceException;
import org.waybill.service.log.FaultLog;

/** What callers see of faults: a code and, for what nobody foresaw, a reference into the log and nothing else. */
public final class Faults {
    private Faults() {}

    /** The same if it is ours, else one that says nothing but where to look. */
    public static ServiceException mask(Throwable unexpected) {
        if (unexpected instanceof ServiceException known) {
            return known;
        }
        String reference = UUID.randomUUID().toString();
        FaultLog.add(reference, unexpected);
        if (unexpected instanceof CannotCreateTransactionException || unexpected instanceof QueryTimeoutException
                || unexpected instanceof DataAccessResourceFailureException
                || unexpected instanceof TransientDataAccessResourceException) {
            return new ServiceException(ServiceException.UNAVAILABLE,
                    "the database does not answer, reference " + reference);
        }
        return new ServiceException(ServiceException.INTERNAL, "internal error, reference " + reference);
    }

    /** The HTTP status that says the same as the code. */
    public static int status(ServiceException fault) {
        return switch (fault.code()) {
            case ServiceException.BAD_REQUEST -> 400;
            case ServiceException.UNAUTHENTICATED -> 401;
            case ServiceException.FORBIDDEN -> 403;
            case ServiceException.NOT_FOUND -> 404;
            case ServiceException.CONFLICT -> 409;
            case ServiceException.TOO_LARGE -> 413;
            case ServiceException.UNAVAILABLE -> 503;
            default -> 500;
        };
    }
}
