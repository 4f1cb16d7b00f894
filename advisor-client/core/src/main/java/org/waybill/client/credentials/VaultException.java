package org.waybill.client.credentials;

import org.jspecify.annotations.Nullable;

/** The vault cannot be opened or written. The message is one line: what is wrong and what would be right. */
public final class VaultException extends Exception {
    private static final long serialVersionUID = 1L;

    public VaultException(String message) {
        this(message, null);
    }

    public VaultException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
