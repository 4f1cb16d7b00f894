package org.waybill.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A transfer that did not succeed. The message is one line for a person: what is wrong and what would be right. */
public final class TransferException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final boolean retriable;
    private final ArrayList<NotTransferred> notTransferred;
    private final @Nullable Copied copied;

    /** What is at the destination in spite of a failure. */
    public record Copied(long files, long bytes) implements Serializable {}

    public TransferException(Reason reason, String message) {
        this(reason, message, null);
    }

    public TransferException(Reason reason, String message, @Nullable Throwable cause) {
        this(
                reason,
                message,
                cause,
                reason.isRetriable(),
                cause instanceof TransferException first ? first.notTransferred() : List.of(),
                cause instanceof TransferException first ? first.copied() : null);
    }

    private TransferException(
            Reason reason,
            String message,
            @Nullable Throwable cause,
            boolean retriable,
            List<NotTransferred> notTransferred,
            @Nullable Copied copied) {
        super(message, cause);
        this.copied = copied;
        this.reason = reason;
        this.retriable = retriable;
        this.notTransferred = new ArrayList<>(notTransferred);
    }

    /**
     * The same failure where trying again cannot help, with the same reason: what a stream gave cannot be had again.
     */
    public TransferException forGood() {
        return retriable ? new TransferException(reason, getMessage(), this, false, notTransferred, copied) : this;
    }

    /** What this failure means once a stream has been started: what it gave, or was given, is gone. */
    public TransferException ofStream() {
        if (reason == Reason.VERIFICATION_FAILED) {
            return forGood();
        }
        return retriable
                ? new TransferException(Reason.GAVE_UP, getMessage() + "; a stream cannot be repeated", this)
                : this;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public Reason reason() {
        return reason;
    }

    /**
     * The same where the remote host answers, but fails with one file or one method of sending: trying a few
     * times more may help, for a day it does not.
     */
    public TransferException briefly() {
        return new TransferException(Reason.GAVE_UP, getMessage(), this, true, notTransferred, copied);
    }

    /** The failure of a transfer of which this is the first one's, and some may succeed when they are tried again. */
    public TransferException ofSeveral(String message, boolean someRetriable) {
        return new TransferException(reason, message, this, someRetriable, notTransferred, copied);
    }

    /** The same failure of a transfer that knows what is missing at the destination. */
    public TransferException lacking(List<NotTransferred> missing) {
        return new TransferException(reason, getMessage(), this, retriable, missing, copied);
    }

    /** The same failure of a transfer that knows how much is at the destination. */
    public TransferException having(long files, long bytes) {
        return new TransferException(reason, getMessage(), this, retriable, notTransferred, new Copied(files, bytes));
    }

    /** What is at the destination in spite of it; null where that is not known. */
    public @Nullable Copied copied() {
        return copied;
    }

    /**
     * What of the source is not at the destination, as far as is known; a failure because of this one reports it too.
     */
    public List<NotTransferred> notTransferred() {
        return List.copyOf(notTransferred);
    }

    /** Whether trying the same request again later may succeed: as its reason says, unless {@link #forGood}. */
    public boolean isRetriable() {
        return retriable;
    }

    /** Whether to try again a few times alone: see {@link #briefly}. */
    public boolean isRetriableBriefly() {
        return retriable && !reason.isRetriable();
    }
}
