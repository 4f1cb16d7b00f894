package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.proxy.ProxyGenerator;
import eu.emi.security.authn.x509.proxy.ProxyRequestOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.Connection.Ending;

/** The side that connects. */
public final class GsiInitiator extends GsiContext {
    private static final Duration PROXY_LIFE = Duration.ofHours(12);

    private final GsiCredential credential;
    private final boolean delegates;

    /** @param delegates whether the peer gets a proxy, to act for us at the next server */
    public GsiInitiator(GsiCredential credential, GsiTrust trust, boolean delegates) throws GsiException {
        this(credential, trust, delegates, Ending.WORD);
    }

    GsiInitiator(GsiCredential credential, GsiTrust trust, boolean delegates, Ending ending) throws GsiException {
        super(new TlsTokens(credential, trust, true), ending);
        this.credential = credential;
        this.delegates = delegates;
    }

    /** The first token to send. */
    public byte[] begin() throws GsiException {
        return tls.take(new byte[0]).toSend();
    }

    @Override
    byte @Nullable [] afterTls(TlsTokens.Step step) throws GsiException {
        if (tls.isTls13() && step.said().length == 0) {
            expect(State.WORD);
            return step.toSend();
        }
        return answered(step.toSend());
    }

    @Override
    byte @Nullable [] word(TlsTokens.Step step) throws GsiException {
        return step.said().length == 0 ? null : answered(step.toSend());
    }

    private byte[] answered(byte[] before) throws GsiException {
        expect(delegates ? State.DELEGATION : State.DONE);
        return Arrays.concatenate(before, tls.wrap(delegates ? DELEGATION : NO_DELEGATION));
    }

    @Override
    byte @Nullable [] delegation(byte[] request) throws GsiException {
        if (request.length == 0) {
            return null;
        }
        try {
            X509Certificate[] chain = credential.x509().getCertificateChain();
            ProxyRequestOptions options = new ProxyRequestOptions(chain, new PKCS10CertificationRequest(request));
            options.setLifetime((int) PROXY_LIFE.toSeconds());
            // a full proxy cannot come below a limited one
            options.setLimited(credential.isLimited());
            X509Certificate[] signed =
                    ProxyGenerator.generate(options, credential.x509().getKey());
            expect(State.DONE);
            // only the new certificate: the peer has the rest of the chain, and takes more for the next command
            return tls.wrap(signed[0].getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new GsiException("cannot delegate: " + e.getMessage(), e);
        }
    }
}
