package org.waybill.engine.mover;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.TransferException;

/** Carries a reason that is already known out through a library that only lets {@link IOException} pass. */
public final class TransferIOException extends IOException {
    private static final long serialVersionUID = 1L;

    private final TransferException why;

    public TransferIOException(TransferException why) {
        super(why.getMessage(), why);
        this.why = why;
    }

    /** The reason somewhere below an exception, if one of ours is there. */
    public static @Nullable TransferException in(Throwable thrown) {
        @Nullable TransferIOException abort = Causes.find(TransferIOException.class, thrown);
        return abort == null ? null : abort.why;
    }
}
