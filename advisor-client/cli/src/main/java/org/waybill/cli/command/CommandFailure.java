package org.waybill.cli.command;

import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;

/** A command that ends badly for a known reason. The message is one line: what is wrong and what would be right. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private transient @Nullable Object document;

    public CommandFailure(Reason reason, String message) {
        this(reason, message, null);
    }

    public CommandFailure(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** With the document that {@code --json} prints instead of the usual one. */
    public CommandFailure with(Object failed) {
        this.document = failed;
        return this;
    }

    public Reason reason() {
        return reason;
    }

    public @Nullable Object document() {
        return document;
    }
}
