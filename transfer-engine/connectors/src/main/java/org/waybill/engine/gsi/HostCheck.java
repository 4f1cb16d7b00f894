package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.helpers.ssl.HostnameToCertificateChecker;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** Whether a certificate is that of the host asked for: by its alternative names, else CN=NAME or CN=host/NAME. */
final class HostCheck {
    private HostCheck() {}

    static void require(X509Certificate certificate, String host) throws GsiException {
        try {
            if (new HostnameToCertificateChecker().checkMatching(host, certificate)) {
                return;
            }
        } catch (CertificateException | UnknownHostException e) {
            throw new GsiException("cannot compare the certificate with " + host + ": " + e.getMessage(), e);
        }
        throw new GsiException(
                "the server's certificate is that of " + certificate.getSubjectX500Principal() + " and not of " + host);
    }
}
