package org.waybill.cli.command;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.storage.StorageErrors;

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

    /** What could be done, and is refused since it may do harm. */
    public static CommandFailure unsafe(String message) {
        return new CommandFailure(Reason.UNSAFE, message);
    }

    /** With the document that {@code --json} prints instead of the usual one. */
    public CommandFailure with(Object failed) {
        this.document = failed;
        return this;
    }

    /** With what is known nevertheless, which {@code --json} prints in the usual document of a failure. */
    public CommandFailure beside(Map<String, ?> known) {
        Map<String, @Nullable Object> failed = Json.failure(reason, String.valueOf(getMessage()));
        failed.putAll(known);
        return with(failed);
    }

    public Reason reason() {
        return reason;
    }

    public @Nullable Object document() {
        return document;
    }

    /** That a file which the user requested could not be written. */
    public static CommandFailure ofWriting(String what, IOException cause) {
        Reason mapped = StorageErrors.map(cause, "writing", what).reason();
        Reason reason = mapped == Reason.DISK_FULL || mapped == Reason.READ_ONLY ? mapped : Reason.PERMISSION;
        return new CommandFailure(reason, "cannot write " + what + ": " + ErrorText.of(cause), cause);
    }
}
