package org.waybill.engine;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;

/** What an exception says, for a line to a person: those of channels say nothing by themselves. */
public final class ErrorText {
    private ErrorText() {}

    /** Its message, else that of what caused it, else the meaning of its class. */
    public static String of(Throwable error) {
        return Causes.of(error)
                .map(Throwable::getMessage)
                .filter(message -> message != null && !message.isBlank())
                .findFirst()
                .orElseGet(() -> ofClass(error));
    }

    private static String ofClass(Throwable error) {
        return switch (error) {
            case ClosedChannelException _ -> "it was closed";
            case EOFException _ -> "it ended";
            case SocketTimeoutException _ -> "it timed out";
            case ConnectException _ -> "no connection can be made";
            default -> error.getClass().getSimpleName();
        };
    }
}
