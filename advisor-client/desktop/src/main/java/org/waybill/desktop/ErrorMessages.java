package org.waybill.desktop;

import java.io.IOException;
import org.waybill.api.ServiceException;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.TransferException;

/** Failures in a sentence for people. */
public final class ErrorMessages {
    private ErrorMessages() {}

    /** The failure and, where known, the remedy; empty for what the user stopped. */
    public static String text(Exception e) {
        return switch (e) {
            case InterruptedException stopped -> "";
            case TransferException known -> known.getMessage();
            case VaultException known -> String.valueOf(known.getMessage());
            case ServiceException known ->
                (reached(known) ? "The advisor service reports: " : "The advisor service is not available: ")
                        + known.getMessage();
            case IOException file -> "Cannot read or write a file: " + file.getMessage();
            default -> "Internal error (" + e.getClass().getSimpleName() + "): " + e.getMessage();
        };
    }

    private static boolean reached(ServiceException failure) {
        return !failure.code().equals(ServiceException.UNREACHABLE)
                && !failure.code().equals(ServiceException.UNTRUSTED);
    }
}
