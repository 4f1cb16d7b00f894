package org.waybill.engine.gsi;

import eu.emi.security.authn.x509.helpers.ssl.HostnameToCertificateChecker;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * One side of a GSS-API security context. Tokens are exchanged until {@link #isDone()}; then messages can be wrapped.
 * After TLS the initiator sends one byte, {@code D} if it delegates and {@code 0} if not; under TLS 1.3 the acceptor
 * says {@code 0} first, so that the initiator does not speak before it knows that its certificate was taken. Delegation
 * is the acceptor's certificate request and the initiator's one new proxy certificate.
 */
public abstract sealed class GsiContext permits GsiInitiator, GsiAcceptor {
    static final byte[] NO_DELEGATION = {'0'};
    static final byte[] DELEGATION = {'D'};

    /** How a context ends after TLS. */
    enum Ending {
        /** With a word of the initiator's on delegation, as on control channels and on data channels in the clear. */
        WORD,
        /** With TLS itself: seen of the Grid Community Toolkit on data channels with privacy (PROT P). */
        TLS
    }

    /** What is expected of the peer. */
    enum State {
        TLS,
        WORD,
        /** The certificate request or the proxy of a delegation. */
        DELEGATION,
        DONE
    }

    final TlsTokens tls;
    private final Ending ending;
    private State state = State.TLS;

    GsiContext(TlsTokens tls, Ending ending) {
        this.tls = tls;
        this.ending = ending;
    }

    /** Takes the peer's token; the answer to send, null when nothing is to be said. */
    public byte @Nullable [] take(byte[] token) throws GsiException {
        TlsTokens.Step step = tls.take(token);
        return switch (state) {
            case TLS -> {
                if (!tls.isEstablished()) {
                    yield step.toSend();
                }
                if (ending == Ending.TLS) {
                    state = State.DONE;
                    yield step.toSend();
                }
                yield afterTls(step);
            }
            case WORD -> word(step);
            case DELEGATION -> delegation(step.said());
            case DONE -> throw new GsiException("unexpected security token after the handshake");
        };
    }

    abstract byte @Nullable [] afterTls(TlsTokens.Step step) throws GsiException;

    abstract byte @Nullable [] word(TlsTokens.Step step) throws GsiException;

    abstract byte @Nullable [] delegation(byte[] said) throws GsiException;

    void expect(State next) {
        state = next;
    }

    /** The proxy that the peer delegated. */
    public Optional<GsiCredential> delegated() {
        return Optional.empty();
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    /** Who the peer is: the subject of its end entity certificate. */
    public X500Principal peerIdentity() throws GsiException {
        return GsiCredential.identityOf(tls.peer());
    }

    /** Fails unless the peer's certificate names {@code host}: as an alternative name, CN=NAME or CN=host/NAME. */
    public void requireHost(String host) throws GsiException {
        X509Certificate certificate = tls.peer()[0];
        try {
            if (new HostnameToCertificateChecker().checkMatching(host, certificate)) {
                return;
            }
        } catch (CertificateException | UnknownHostException e) {
            throw new GsiException("cannot compare the certificate with " + host + ": " + e.getMessage(), e);
        }
        throw new GsiException(
                "the server's certificate is that of " + certificate.getSubjectX500Principal() + " and not of " + host);
    }

    public byte[] wrap(byte[] message) throws GsiException {
        return tls.wrap(message);
    }

    public byte[] unwrap(byte[] token) throws GsiException {
        return tls.take(token).said();
    }
}
