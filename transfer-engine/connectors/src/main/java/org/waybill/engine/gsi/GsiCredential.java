package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.X509Credential;
import eu.emi.security.authn.x509.impl.KeyAndCertCredential;
import eu.emi.security.authn.x509.impl.PEMCredential;
import eu.emi.security.authn.x509.proxy.ProxyChainInfo;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import javax.security.auth.x500.X500Principal;
import org.waybill.engine.identity.ClientCertificate;

/** A certificate chain with its private key: a host's, a user's, or a proxy. */
public final class GsiCredential {
    private final X509Credential credential;

    private GsiCredential(X509Credential credential) {
        this.credential = credential;
    }

    /** A certificate and an unencrypted key in two PEM files, as a host has them. */
    public static GsiCredential load(Path certificate, Path key) throws GsiException {
        try (InputStream keyIn = Files.newInputStream(key);
                InputStream certIn = Files.newInputStream(certificate)) {
            return new GsiCredential(new PEMCredential(keyIn, certIn, (char[]) null));
        } catch (IOException | KeyStoreException | CertificateException e) {
            throw new GsiException("cannot use " + certificate + " with " + key + ": " + e.getMessage(), e);
        }
    }

    /** A proxy: certificate, key and chain in one PEM file. */
    public static GsiCredential loadProxy(Path proxy) throws GsiException {
        try (InputStream in = Files.newInputStream(proxy)) {
            return new GsiCredential(new PEMCredential(in, (char[]) null));
        } catch (IOException | KeyStoreException | CertificateException e) {
            throw new GsiException("cannot use the proxy " + proxy + ": " + e.getMessage(), e);
        }
    }

    /** A person's certificate or proxy. */
    public static GsiCredential of(ClientCertificate certificate) throws GsiException {
        return of(certificate.key(), certificate.chain().toArray(X509Certificate[]::new));
    }

    static GsiCredential of(PrivateKey key, X509Certificate[] chain) throws GsiException {
        try {
            return new GsiCredential(new KeyAndCertCredential(key, chain));
        } catch (KeyStoreException e) {
            throw new GsiException("the certificate does not fit its key: " + e.getMessage(), e);
        }
    }

    /** Who it is: the subject of the end entity, not of the proxies below it. */
    public X500Principal identity() {
        return identityOf(credential.getCertificateChain());
    }

    static X500Principal identityOf(X509Certificate[] chain) {
        X509Certificate endEntity = ProxyUtils.getEndUserCertificate(chain);
        return (endEntity == null ? chain[0] : endEntity).getSubjectX500Principal();
    }

    /** Whether it holds a limited proxy, from which only limited ones can be made. */
    boolean isLimited() throws GsiException {
        try {
            return ProxyUtils.isProxy(credential.getCertificateChain())
                    && new ProxyChainInfo(credential.getCertificateChain()).isLimited();
        } catch (CertificateException | IOException e) {
            throw new GsiException("cannot read the proxy: " + e.getMessage(), e);
        }
    }

    X509Credential x509() {
        return credential;
    }

    /** When the last certificate of the chain begins. */
    public Instant notBefore() {
        return Arrays.stream(credential.getCertificateChain())
                .map(certificate -> certificate.getNotBefore().toInstant())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** When the first certificate of the chain ends. */
    public Instant notAfter() {
        return Arrays.stream(credential.getCertificateChain())
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    static GsiException failed(String what, Exception e) {
        return new GsiException(what + ": " + e.getMessage(), e);
    }
}
