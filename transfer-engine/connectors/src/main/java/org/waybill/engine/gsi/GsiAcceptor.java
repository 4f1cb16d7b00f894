package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.proxy.ProxyCSR;
import eu.emi.security.authn.x509.proxy.ProxyCSRGenerator;
import eu.emi.security.authn.x509.proxy.ProxyCertificateOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import org.bouncycastle.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.Connection.Ending;

/** The side that is connected to. */
public final class GsiAcceptor extends GsiContext {
    private static final int PROXY_KEY_BITS = 2048;

    private @Nullable PrivateKey requestKey;
    private @Nullable GsiCredential delegated;

    public GsiAcceptor(GsiCredential credential, GsiTrust trust) throws GsiException {
        this(credential, trust, Ending.WORD);
    }

    GsiAcceptor(GsiCredential credential, GsiTrust trust, Ending ending) throws GsiException {
        super(new TlsTokens(credential, trust, false), ending);
    }

    @Override
    byte @Nullable [] afterTls(TlsTokens.Step step) throws GsiException {
        expect(State.WORD);
        if (tls.isTls13()) {
            return Arrays.concatenate(step.toSend(), tls.wrap(NO_DELEGATION));
        }
        return step.said().length == 0 ? step.toSend() : word(step);
    }

    @Override
    byte @Nullable [] word(TlsTokens.Step step) throws GsiException {
        byte[] said = step.said();
        if (said.length == 0) {
            return null;
        }
        if (said[0] != DELEGATION[0]) {
            expect(State.DONE);
            return null;
        }
        try {
            ProxyCertificateOptions options = new ProxyCertificateOptions(tls.peer());
            options.setKeyLength(PROXY_KEY_BITS);
            ProxyCSR request = ProxyCSRGenerator.generate(options);
            requestKey = request.getPrivateKey();
            expect(State.DELEGATION);
            return tls.wrap(request.getCSR().getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new GsiException("cannot ask for a proxy: " + e.getMessage(), e);
        }
    }

    @Override
    byte @Nullable [] delegation(byte[] said) throws GsiException {
        PrivateKey key = requestKey;
        if (said.length == 0 || key == null) {
            return null;
        }
        try {
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(said));
            X509Certificate[] peer = tls.peer();
            certificate.verify(peer[0].getPublicKey());
            delegated = GsiCredential.of(
                    key, Stream.concat(Stream.of(certificate), Stream.of(peer)).toArray(X509Certificate[]::new));
        } catch (GeneralSecurityException e) {
            throw GsiCredential.failed("the delegated proxy is not usable", e);
        }
        expect(State.DONE);
        return null;
    }

    @Override
    public Optional<GsiCredential> delegated() {
        return Optional.ofNullable(delegated);
    }
}
