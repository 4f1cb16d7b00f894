package org.waybill.engine.gsi;

import java.security.cert.X509Certificate;
import java.util.Arrays;
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

    final TlsTokens tls;
    private boolean done;

    GsiContext(TlsTokens tls) {
        this.tls = tls;
    }

    /** Takes the peer's token; the answer to send, null when nothing is to be said. */
    public abstract byte @Nullable [] take(byte[] token) throws GsiException;

    /** The proxy that the peer delegated. */
    public Optional<GsiCredential> delegated() {
        return Optional.empty();
    }

    public boolean isDone() {
        return done;
    }

    void finish() {
        done = true;
    }

    /** Who the peer is: the subject of its end entity certificate. */
    public X500Principal peerIdentity() throws GsiException {
        return GsiCredential.identityOf(tls.peer());
    }

    /** Fails unless the peer's certificate is that of {@code host}. */
    public void requireHost(String host) throws GsiException {
        HostCheck.require(tls.peer()[0], host);
    }

    X509Certificate[] peerChain() throws GsiException {
        return tls.peer();
    }

    public byte[] wrap(byte[] message) throws GsiException {
        return tls.wrap(message);
    }

    public byte[] unwrap(byte[] token) throws GsiException {
        return tls.take(token).said();
    }

    static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
