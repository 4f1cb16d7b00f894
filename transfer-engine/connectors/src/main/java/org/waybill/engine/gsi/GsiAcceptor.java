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
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The side that is connected to. */
public final class GsiAcceptor extends GsiContext {
    private static final int PROXY_KEY_BITS = 2048;

    private final Ending ending;
    private State state = State.TLS;
    private @Nullable PrivateKey requestKey;
    private @Nullable GsiCredential delegated;

    private enum State {
        TLS,
        AWAITING_WORD,
        AWAITING_PROXY,
        DONE
    }

    public GsiAcceptor(GsiCredential credential, GsiTrust trust) throws GsiException {
        this(credential, trust, Ending.WORD);
    }

    GsiAcceptor(GsiCredential credential, GsiTrust trust, Ending ending) throws GsiException {
        super(new TlsTokens(credential, trust, false));
        this.ending = ending;
    }

    @Override
    public byte @Nullable [] take(byte[] token) throws GsiException {
        TlsTokens.Step step = tls.take(token);
        return switch (state) {
            case TLS -> afterTls(step);
            case AWAITING_WORD -> word(step.said());
            case AWAITING_PROXY -> proxy(step.said());
            case DONE -> throw new GsiException("a token after the last one");
        };
    }

    private byte @Nullable [] afterTls(TlsTokens.Step step) throws GsiException {
        if (!tls.isEstablished()) {
            return step.toSend();
        }
        if (ending == Ending.TLS) {
            state = State.DONE;
            finish();
            return step.toSend();
        }
        state = State.AWAITING_WORD;
        if (tls.isTls13()) {
            return concat(step.toSend(), tls.wrap(NO_DELEGATION));
        }
        return step.said().length == 0 ? step.toSend() : word(step.said());
    }

    private byte @Nullable [] word(byte[] said) throws GsiException {
        if (said.length == 0) {
            return null;
        }
        if (said[0] != DELEGATION[0]) {
            state = State.DONE;
            finish();
            return null;
        }
        try {
            ProxyCertificateOptions options = new ProxyCertificateOptions(peerChain());
            options.setKeyLength(PROXY_KEY_BITS);
            ProxyCSR request = ProxyCSRGenerator.generate(options);
            requestKey = request.getPrivateKey();
            state = State.AWAITING_PROXY;
            return tls.wrap(request.getCSR().getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new GsiException("cannot ask for a proxy: " + e.getMessage(), e);
        }
    }

    private byte @Nullable [] proxy(byte[] said) throws GsiException {
        PrivateKey key = requestKey;
        if (said.length == 0 || key == null) {
            return null;
        }
        try {
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(said));
            X509Certificate[] peer = peerChain();
            X509Certificate[] chain = Arrays.copyOf(new X509Certificate[] {certificate}, peer.length + 1);
            System.arraycopy(peer, 0, chain, 1, peer.length);
            certificate.verify(peer[0].getPublicKey());
            delegated = GsiCredential.of(key, chain);
        } catch (GeneralSecurityException e) {
            throw GsiCredential.failed("the delegated proxy is not usable", e);
        }
        state = State.DONE;
        finish();
        return null;
    }

    @Override
    public Optional<GsiCredential> delegated() {
        return Optional.ofNullable(delegated);
    }
}
