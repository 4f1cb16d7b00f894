package org.waybill.api.hessian;

import java.io.IOException;

/** A body that is not taken. The message is for the other side: it holds nothing but what that side sent. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Why a body is not taken. */
    public enum Kind {
        /** The bytes are not Hessian 2, are over a limit, or name a type outside the contract. */
        BODY,
        /** The bytes are in order, but a value is not what the operation accepts. */
        VALUE
    }

    private final Kind kind;

    private RefusedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    static RefusedException body(String message) {
        return new RefusedException(Kind.BODY, message);
    }

    static RefusedException value(String message) {
        return new RefusedException(Kind.VALUE, message);
    }

    /** The same refusal, saying where: {@code forecast[3].bytes: ...}. */
    RefusedException at(String where) {
        String message = String.valueOf(getMessage());
        return new RefusedException(
                kind, where + (message.startsWith("[") || message.startsWith(".") ? "" : ": ") + message);
    }

    public Kind kind() {
        return kind;
    }
}
