package org.waybill.api;

import java.util.stream.Stream;

/** The one exception that crosses the wire. Stack traces and classes of the other side never do. */
public final class ServiceException extends RuntimeException {
    /** What codes mean, for switches that the compiler wants complete. */
    public enum Code {
        /** What was asked cannot be; the message says what is wrong and what would be right. */
        BAD_REQUEST,
        /** No such thing. */
        NOT_FOUND,
        /** Another user changed it, the name is taken, or something still refers to it. */
        CONFLICT,
        /** No valid token was given. */
        UNAUTHENTICATED,
        /** The token's role does not allow it. */
        FORBIDDEN,
        /** The request or the reply is over the size limit. */
        TOO_LARGE,
        /** A disk that data were to go to is full, or a quota there is used up. */
        DISK_FULL,
        /** The service cannot work now, for example because its database is gone. */
        UNAVAILABLE,
        /** Made by the client: no connection, no answer in time, or an answer that is none. */
        UNREACHABLE,
        /**
         * Made by the client: it does not trust the certificate of the server that answers, or TLS could not be agreed
         * upon.
         */
        UNTRUSTED,
        /** A fault of the service; the message holds a reference into its log and nothing else. */
        INTERNAL
    }

    public static final String BAD_REQUEST = Code.BAD_REQUEST.name();
    public static final String NOT_FOUND = Code.NOT_FOUND.name();
    public static final String CONFLICT = Code.CONFLICT.name();
    public static final String UNAUTHENTICATED = Code.UNAUTHENTICATED.name();
    public static final String FORBIDDEN = Code.FORBIDDEN.name();
    public static final String TOO_LARGE = Code.TOO_LARGE.name();
    public static final String DISK_FULL = Code.DISK_FULL.name();
    public static final String UNAVAILABLE = Code.UNAVAILABLE.name();
    public static final String UNREACHABLE = Code.UNREACHABLE.name();
    public static final String UNTRUSTED = Code.UNTRUSTED.name();
    public static final String INTERNAL = Code.INTERNAL.name();

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

    /** A stable code: one of the constants of this class, or of a later version's. */
    public String code() {
        return code;
    }

    /** What the code means; of one that this version does not know, a fault of the service. */
    public Code meaning() {
        return Stream.of(Code.values())
                .filter(one -> one.name().equals(code))
                .findFirst()
                .orElse(Code.INTERNAL);
    }
}
