package org.waybill.api;

/** The one exception that crosses the wire. Stack traces and classes of the other side never do. */
public final class ServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    public ServiceException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** A stable code such as {@code BAD_REQUEST}, {@code NOT_FOUND}, {@code CONFLICT}, {@code INTERNAL}. */
    public String code() {
        return code;
    }
}
