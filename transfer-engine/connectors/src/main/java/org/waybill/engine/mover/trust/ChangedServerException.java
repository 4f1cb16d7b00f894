package org.waybill.engine.mover.trust;

import java.security.cert.CertificateException;

/** A server that shows another certificate than the one that a person has said to be right. Never asked for. */
public final class ChangedServerException extends CertificateException {
    private static final long serialVersionUID = 1L;

    ChangedServerException(String server, String shown, String right, String file) {
        super("THE CERTIFICATE OF " + server + " HAS CHANGED: it shows " + shown + ", and " + file + " has " + right);
    }
}
