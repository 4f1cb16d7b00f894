package org.waybill.engine;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;

/** What an exception says, for a line to a person: those of channels say nothing by themselves. */
public final class ErrorText {
    private static final int DEEPEST_CAUSE = 16;

    private ErrorText() {}

    /** Its message, else that of what caused it, else what its class stands for. */
    public static String of(Throwable error) {
        Throwable at = error;
        for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
            String message = at.getMessage();
            if (message != null && !message.isBlank()) {
                return message;
            }
            at = at.getCause();
        }
        return switch (error) {
            case ClosedChannelException _ -> "it was closed";
            case EOFException _ -> "it ended";
            case SocketTimeoutException _ -> "it timed out";
            case ConnectException _ -> "no connection can be made";
            default -> error.getClass().getSimpleName();
        };
    }
}
