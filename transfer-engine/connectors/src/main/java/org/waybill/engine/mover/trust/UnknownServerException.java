package org.waybill.engine.mover.trust;

import java.security.cert.CertificateException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server that was never seen, and that nobody vouches for. A cause of the transfer's failure. */
public final class UnknownServerException extends CertificateException {
    private static final long serialVersionUID = 1L;
    private static final int DEEPEST_CAUSE = 32;

    private final ServerIdentity identity;

    public UnknownServerException(ServerIdentity identity, Throwable cause) {
        super("nobody vouches for it: " + identity.fingerprint(), cause);
        this.identity = identity;
    }

    public ServerIdentity identity() {
        return identity;
    }

    /** The one below an exception, if that was the reason. */
    public static Optional<UnknownServerException> in(@Nullable Throwable thrown) {
        @Nullable Throwable at = thrown;
        for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
            if (at instanceof UnknownServerException unknown) {
                return Optional.of(unknown);
            }
            at = at.getCause();
        }
        return Optional.empty();
    }
}
