package org.waybill.engine.mover.store;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes servers whose certificates name them in a subject alternative name. The JDK also takes the common name
 * (CN) of the subject, which authorities do not check as the name of a host (RFC 9525, section 2).
 */
final class NamedServers extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager plain;

    private NamedServers(X509ExtendedTrustManager plain) {
        this.plain = plain;
    }

    /** The same managers, but for that. */
    static TrustManager[] of(TrustManager[] plain) {
        TrustManager[] managers = plain.clone();
        for (int i = 0; i < managers.length; i++) {
            if (managers[i] instanceof X509ExtendedTrustManager one) {
                managers[i] = new NamedServers(one);
            }
        }
        return managers;
    }

    private static void requireName(X509Certificate[] chain) throws CertificateException {
        if (chain[0].getSubjectAlternativeNames() == null) {
            throw new CertificateException("the certificate names no host in a subject alternative name (SAN)");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        plain.checkServerTrusted(chain, type, socket);
        requireName(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        plain.checkServerTrusted(chain, type, engine);
        requireName(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        plain.checkServerTrusted(chain, type);
        requireName(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        plain.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        plain.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        plain.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return plain.getAcceptedIssuers();
    }
}
