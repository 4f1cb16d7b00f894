package org.waybill.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A transfer that did not succeed. The message is one line for a person: what is wrong and what would be right. */
public final class TransferException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final boolean retriable;

    public TransferException(Reason reason, String message) {
        this(reason, message, null);
    }

    public TransferException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, cause, reason.isRetriable());
    }

    private TransferException(Reason reason, String message, @Nullable Throwable cause, boolean retriable) {
        super(message, cause);
        this.reason = reason;
        this.retriable = retriable;
    }

    /** The same failure where trying again cannot help, whatever its reason: what a stream gave cannot be had again. */
    public TransferException forGood() {
        return retriable ? new TransferException(reason, getMessage(), this, false) : this;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public Reason reason() {
        return reason;
    }

    /** Whether trying the same request again later may succeed: as its reason says, unless {@link #forGood}. */
    public boolean isRetriable() {
        return retriable;
    }
}
