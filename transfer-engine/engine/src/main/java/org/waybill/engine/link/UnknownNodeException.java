package org.waybill.engine.link;

import java.io.Serial;
import java.security.cert.CertificateException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.identity.Fingerprint;

/** A node that this home was never paired with. A cause of the transfer's failure. */
public final class UnknownNodeException extends CertificateException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient NodeAddress node;
    private final transient Fingerprint shown;

    UnknownNodeException(NodeAddress node, Fingerprint shown, Throwable cause) {
        super("unknown node certificate: " + shown.sha256(), cause);
        this.node = node;
        this.shown = shown;
    }

    public NodeAddress node() {
        return node;
    }

    /** Of the certificate that it showed. */
    public Fingerprint shown() {
        return shown;
    }

    /** The one below an exception, if that was the reason. */
    public static Optional<UnknownNodeException> in(@Nullable Throwable thrown) {
        return Optional.ofNullable(Causes.find(UnknownNodeException.class, thrown));
    }
}
