package org.waybill.client.discovery;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Shown;
import org.waybill.engine.identity.ChainTrust;
import org.waybill.engine.identity.ClientKeyManager;

/**
 * Looks at a TLS server without trusting it: who it says it is, which application protocol it chose, and whether it
 * asks for the client's certificate. Only discovery does this, and it sends nothing that is worth anything; movers
 * check certificates and host names.
 */
final class TlsInspection {
    /** A usual handshake with a chain of three certificates; charged to the budget, as TLS hides its own bytes. */
    static final int TYPICAL_HANDSHAKE_BYTES = 6_000;

    private volatile String subject = "";
    private volatile boolean clientCertificateWanted;
    private String applicationProtocol = "";

    SSLSocket handshake(Socket plain, String host, String... applicationProtocols) throws IOException {
        SSLSocket tls = (SSLSocket) context().getSocketFactory().createSocket(plain, host, plain.getPort(), false);
        SSLParameters parameters = tls.getSSLParameters();
        if (isName(host)) {
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        parameters.setApplicationProtocols(applicationProtocols);
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        String chosen = tls.getApplicationProtocol();
        applicationProtocol = chosen == null ? "" : chosen;
        return tls;
    }

    /** The certificate's subject, printable; empty if none was shown. */
    String subject() {
        return subject;
    }

    boolean clientCertificateWanted() {
        return clientCertificateWanted;
    }

    String applicationProtocol() {
        return applicationProtocol;
    }

    private static boolean isName(String host) {
        boolean number = host.chars().allMatch(c -> Character.digit(c, 10) >= 0 || c == '.');
        return !number && host.indexOf(':') < 0 && host.indexOf('_') < 0 && !host.endsWith(".");
    }

    private SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new NoCertificate()}, new TrustManager[] {new ChainRecorder()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no TLS", e);
        }
    }

    /** Notes the subject. It accepts everything, which is right for looking and wrong for everything else. */
    private final class ChainRecorder extends ChainTrust {
        @Override
        protected void check(X509Certificate[] chain) {
            subject = Shown.of(chain[0].getSubjectX500Principal().getName());
        }
    }

    /** Has nothing to show, and notes that it was asked. */
    private final class NoCertificate extends ClientKeyManager {
        @Override
        public @Nullable String chooseClientAlias(
                String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
            clientCertificateWanted = true;
            return null;
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return null;
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return null;
        }
    }
}
