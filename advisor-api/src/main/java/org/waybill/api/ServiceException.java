package org.waybill.api;

/** The one exception that crosses the wire. Stack traces and classes of the other side never do. */
public final class ServiceException extends RuntimeException {
    /** What was asked cannot be; the message says what is wrong and what would be right. */
    public static final String BAD_REQUEST = "BAD_REQUEST";
    /** No such thing. */
    public static final String NOT_FOUND = "NOT_FOUND";
    /** Another user changed it, the name is taken, or something still refers to it. */
    public static final String CONFLICT = "CONFLICT";
    /** No valid token was given. */
    public static final String UNAUTHENTICATED = "UNAUTHENTICATED";
    /** The token's role does not allow it. */
    public static final String FORBIDDEN = "FORBIDDEN";
    /** The request or the reply is over the size limit. */
    public static final String TOO_LARGE = "TOO_LARGE";
    /** The service cannot work now, for example because its database is gone. */
    public static final String UNAVAILABLE = "UNAVAILABLE";
    /** Made by the client: no connection, no answer in time, or an answer that is none. */
    public static final String UNREACHABLE = "UNREACHABLE";
    /**
     * Made by the client: it does not trust the certificate of the server that answers, or TLS could not be agreed
     * upon.
     */
    public static final String UNTRUSTED = "UNTRUSTED";
    /** A fault of the service; the message holds a reference into its log and nothing else. */
    public static final String INTERNAL = "INTERNAL";

    private static final long serialVersionUID = 1L;

    private final String code;

    public ServiceException(String code, String message) {
        super(message);
        this.code = code;
    }

    public ServiceException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public static ServiceException notFound(String message) {
        return new ServiceException(NOT_FOUND, message);
    }

    public static ServiceException conflict(String message) {
        return new ServiceException(CONFLICT, message);
    }

    public static ServiceException forbidden(String message) {
        return new ServiceException(FORBIDDEN, message);
    }

    public static ServiceException unavailable(String message) {
        return new ServiceException(UNAVAILABLE, message);
    }

    public static ServiceException unavailable(String message, Throwable cause) {
        return new ServiceException(UNAVAILABLE, message, cause);
    }

    /** A stable code: one of the constants of this class. */
    public String code() {
        return code;
    }
}
