package org.waybill.engine.identity;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;

/** TLS 1.3 between identities: certificates are checked by their fingerprint only, never by a chain or a name. */
public final class PinnedTls {
    /** The ALPN name by which a node is distinguished from any other TLS server. */
    public static final String APPLICATION_PROTOCOL = "waybill/1";

    /** The ALPN name of connections that allocate a path through relays. */
    public static final String PATH_PROTOCOL = "waybill-path/1";

    private PinnedTls() {}

    /** A context in which we are {@code own} and the peer must satisfy {@code accepted}. */
    public static SSLContext context(NodeIdentity own, Predicate<Fingerprint> accepted) {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(
                    new KeyManager[] {new SingleIdentity(own)}, new TrustManager[] {new ByFingerprint(accepted)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS 1.3 is not available in this Java", e);
        }
    }

    /** TLS 1.3 only, and of application protocols only these. */
    public static SSLParameters parameters(String... applicationProtocols) {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3"});
        parameters.setApplicationProtocols(applicationProtocols);
        return parameters;
    }

    /** Who is at the other end of a finished handshake. */
    public static Fingerprint peer(SSLSession session) throws SSLPeerUnverifiedException {
        return Fingerprint.of((X509Certificate) session.getPeerCertificates()[0]);
    }

    /**
     * The handshake itself proves that the peer holds the certificate's key; this decides whether we accept that key.
     */
    private static final class ByFingerprint extends ChainTrust {
        private final Predicate<Fingerprint> accepted;

        ByFingerprint(Predicate<Fingerprint> accepted) {
            this.accepted = accepted;
        }

        @Override
        protected void check(X509Certificate[] chain) throws CertificateException {
            if (chain.length == 0) {
                throw new CertificateException("there is no certificate");
            }
            Fingerprint shown = Fingerprint.of(chain[0]);
            if (!accepted.test(shown)) {
                throw new UnknownPeerException(shown);
            }
        }
    }

    /** The peer's certificate is not the pinned one. */
    public static final class UnknownPeerException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private final Fingerprint shown;

        UnknownPeerException(Fingerprint shown) {
            super("the certificate is not the pinned one");
            this.shown = shown;
        }

        /** What the peer showed. */
        public Fingerprint shown() {
            return shown;
        }
    }
}
