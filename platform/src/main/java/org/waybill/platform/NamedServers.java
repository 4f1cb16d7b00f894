package org.waybill.platform;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts servers whose certificates name them in a subject alternative name. The JDK also takes the common name (CN)
 * of the subject, which authorities do not check as the name of a host (RFC 9525, section 2).
 */
public final class NamedServers extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager plain;

    private NamedServers(X509ExtendedTrustManager plain) {
        this.plain = plain;
    }

    /** A context for clients that show nothing and trust the platform's authorities. */
    public static SSLContext context() {
        try {
            return context(null, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    /**
     * A context for clients.
     *
     * @param own what to show; null for nothing
     * @param anchors whom to trust; null for the platform's authorities
     */
    public static SSLContext context(KeyManager @Nullable [] own, @Nullable KeyStore anchors)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own, trusting(anchors), null);
        return context;
    }

    /** Who decides for clients that trust {@code anchors}; null for the platform's authorities. */
    public static TrustManager[] trusting(@Nullable KeyStore anchors) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        TrustManager[] managers = factory.getTrustManagers();
        for (int i = 0; i < managers.length; i++) {
            if (managers[i] instanceof X509ExtendedTrustManager plain) {
                managers[i] = new NamedServers(plain);
            }
        }
        return managers;
    }

    private static void requireName(X509Certificate[] chain) throws CertificateException {
        if (chain[0].getSubjectAlternativeNames() == null) {
            throw new CertificateException("the certificate has no host in a subject alternative name (SAN)");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        plain.checkServerTrusted(chain, type, socket);
        requireName(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
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
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
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
