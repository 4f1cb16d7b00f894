package org.waybill.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A transfer that did not succeed. The message is one line for a person: what is wrong and what would be right. */
public final class TransferException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public TransferException(Reason reason, String message) {
        this(reason, message, null);
    }

    public TransferException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public Reason reason() {
        return reason;
    }
}
