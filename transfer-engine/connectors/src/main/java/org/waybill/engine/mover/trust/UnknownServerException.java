package org.waybill.engine.mover.trust;

import java.security.cert.CertificateException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;

/** A server that was never seen, and that no authority vouches for. A cause of the transfer's failure. */
public final class UnknownServerException extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final ServerIdentity identity;

    public UnknownServerException(ServerIdentity identity, Throwable cause) {
        super("not signed by a trusted authority: " + identity.fingerprint(), cause);
        this.identity = identity;
    }

    public ServerIdentity identity() {
        return identity;
    }

    /** The one below an exception, if that was the reason. */
    public static Optional<UnknownServerException> in(@Nullable Throwable thrown) {
        return Optional.ofNullable(Causes.find(UnknownServerException.class, thrown));
    }
}
