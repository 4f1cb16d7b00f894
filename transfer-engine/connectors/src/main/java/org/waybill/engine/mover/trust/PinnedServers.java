package org.waybill.engine.mover.trust;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.NamedServers;

/**
 * Trusts what authorities vouch for, and servers whose certificate the user has said to be right. For those nothing
 * else is right, even if an authority vouches for it. For a certificate without an authority the user is asked, if it
 * is valid now and bears the server's name.
 */
public final class PinnedServers extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager authorities;
    private final KnownServers known;
    private final @Nullable String server;
    private final int port;

    private interface Check {
        void of(X509ExtendedTrustManager by, X509Certificate[] chain) throws CertificateException;
    }

    private PinnedServers(X509ExtendedTrustManager authorities, KnownServers known, @Nullable String server, int port) {
        this.authorities = authorities;
        this.known = known;
        this.server = server;
        this.port = port;
    }

    /**
     * Puts the user's servers before authorities.
     *
     * @param server whose connections these all are; null to ask each connection
     */
    public static TrustManager[] before(
            TrustManager[] authorities, KnownServers known, @Nullable String server, int port) {
        TrustManager[] all = authorities.clone();
        for (int i = 0; i < all.length; i++) {
            if (all[i] instanceof X509ExtendedTrustManager one) {
                all[i] = new PinnedServers(one, known, server, port);
            }
        }
        return all;
    }

    private void check(X509Certificate[] chain, @Nullable SSLSession session, Check check) throws CertificateException {
        String host = server != null || session == null ? server : session.getPeerHost();
        int at = server != null || session == null ? port : session.getPeerPort();
        if (host == null) {
            check.of(authorities, chain);
            return;
        }
        String shown = ServerIdentity.fingerprint(chain[0]);
        Optional<String> right = fingerprint(host, at);
        if (right.isPresent()) {
            if (!right.get().equals(shown)) {
                throw new ChangedServerException(host + ":" + at, shown, right.get(), String.valueOf(known.file()));
            }
            checkAlone(chain[0], check);
            return;
        }
        try {
            check.of(authorities, chain);
        } catch (CertificateException e) {
            Optional<ServerIdentity> identity = known.identity(host, at, shown);
            if (identity.isEmpty() || !isUnvouched(e)) {
                throw e;
            }
            checkAlone(chain[0], check);
            throw new UnknownServerException(identity.get(), e);
        }
    }

    private Optional<String> fingerprint(String host, int at) throws CertificateException {
        try {
            return known.fingerprint(host, at);
        } catch (IOException e) {
            throw new CertificateException("cannot read " + known.file() + ", the list of trusted certificates", e);
        }
    }

    /** Whether no authority was found, and nothing else is wrong. */
    private static boolean isUnvouched(CertificateException fault) {
        boolean nobody = false;
        for (Throwable at = fault; at != null; at = at.getCause()) {
            nobody |= at instanceof CertPathBuilderException;
            if (at instanceof CertPathValidatorException wrong
                    && wrong.getReason() != CertPathValidatorException.BasicReason.UNSPECIFIED) {
                return false;
            }
        }
        return nobody;
    }

    /** That it is valid now and bears the server's name. */
    private static void checkAlone(X509Certificate certificate, Check check) throws CertificateException {
        certificate.checkValidity();
        try {
            KeyStore itself = KeyStore.getInstance(KeyStore.getDefaultType());
            itself.load(null, null);
            itself.setCertificateEntry("itself", certificate);
            for (TrustManager one : NamedServers.trusting(itself)) {
                if (one instanceof X509ExtendedTrustManager by) {
                    check.of(by, new X509Certificate[] {certificate});
                }
            }
        } catch (CertificateException e) {
            throw e;
        } catch (GeneralSecurityException | IOException e) {
            throw new CertificateException(e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(
                chain,
                socket instanceof SSLSocket secure ? secure.getHandshakeSession() : null,
                (by, one) -> by.checkServerTrusted(one, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, engine.getHandshakeSession(), (by, one) -> by.checkServerTrusted(one, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, null, (by, one) -> by.checkServerTrusted(one, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        authorities.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        authorities.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }
}
