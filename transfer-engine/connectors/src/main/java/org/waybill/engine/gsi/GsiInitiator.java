package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.proxy.ProxyGenerator;
import eu.emi.security.authn.x509.proxy.ProxyRequestOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.jspecify.annotations.Nullable;

/** The side that connects. */
public final class GsiInitiator extends GsiContext {
    private static final Duration PROXY_LIFE = Duration.ofHours(12);

    private final GsiCredential credential;
    private final boolean delegates;
    private final Ending ending;
    private State state = State.TLS;

    private enum State {
        TLS,
        AWAITING_WORD,
        AWAITING_REQUEST,
        DONE
    }

    /** @param delegates whether the peer gets a proxy, to act for us at the next server */
    public GsiInitiator(GsiCredential credential, GsiTrust trust, boolean delegates) throws GsiException {
        this(credential, trust, delegates, Ending.WORD);
    }

    GsiInitiator(GsiCredential credential, GsiTrust trust, boolean delegates, Ending ending) throws GsiException {
        super(new TlsTokens(credential, trust, true));
        this.credential = credential;
        this.delegates = delegates;
        this.ending = ending;
    }

    /** The first token to send. */
    public byte[] begin() throws GsiException {
        return tls.take(new byte[0]).toSend();
    }

    @Override
    public byte @Nullable [] take(byte[] token) throws GsiException {
        TlsTokens.Step step = tls.take(token);
        return switch (state) {
            case TLS -> afterTls(step);
            case AWAITING_WORD -> step.said().length == 0 ? null : word(step.toSend());
            case AWAITING_REQUEST -> sign(step.said());
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
        if (tls.isTls13() && step.said().length == 0) {
            state = State.AWAITING_WORD;
            return step.toSend();
        }
        return word(step.toSend());
    }

    private byte[] word(byte[] before) throws GsiException {
        state = delegates ? State.AWAITING_REQUEST : State.DONE;
        if (!delegates) {
            finish();
        }
        return concat(before, tls.wrap(delegates ? DELEGATION : NO_DELEGATION));
    }

    private byte @Nullable [] sign(byte[] request) throws GsiException {
        if (request.length == 0) {
            return null;
        }
        try {
            X509Certificate[] chain = credential.x509().getCertificateChain();
            ProxyRequestOptions options = new ProxyRequestOptions(chain, new PKCS10CertificationRequest(request));
            options.setLifetime((int) PROXY_LIFE.toSeconds());
            // a full proxy cannot stand below a limited one
            options.setLimited(credential.isLimited());
            X509Certificate[] signed =
                    ProxyGenerator.generate(options, credential.x509().getKey());
            state = State.DONE;
            finish();
            // only the new certificate: the peer has the rest of the chain, and takes more for the next command
            return tls.wrap(signed[0].getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new GsiException("cannot delegate: " + e.getMessage(), e);
        }
    }
}
