package org.waybill.engine.filter;

/** A rule or a list of names that means nothing; the message says in one line which, and what would be right. */
public final class BadFilterException extends Exception {
    private static final long serialVersionUID = 1L;

    public BadFilterException(String message) {
        super(message);
    }
}
