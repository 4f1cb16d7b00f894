package org.waybill.engine.gsi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.waybill.engine.Causes;

/**
 * TLS whose records travel as tokens of another protocol. BouncyCastle's provider is used because peers put a person's
 * name with blanks into the server name extension, which the JDK's refuses as an illegal host name.
 */
final class TlsTokens {
    private static final Provider PROVIDER = new BouncyCastleJsseProvider();
    private static final int RECORD_BYTES = 40_000;
    /** The longest token taken: a chain of certificates fits many times over. */
    private static final int MOST_TOKEN_BYTES = 1 << 20;

    private final SSLEngine engine;
    private final ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
    private final ByteBuffer plain = ByteBuffer.allocate(RECORD_BYTES);
    private ByteBuffer unread = ByteBuffer.allocate(0);

    /** What one token led to: what to send, and what the peer said. */
    record Step(byte[] toSend, byte[] said) {}

    TlsTokens(GsiCredential credential, GsiTrust trust, boolean initiator) throws GsiException {
        try {
            SSLContext context = SSLContext.getInstance("TLS", PROVIDER);
            context.init(
                    new KeyManager[] {credential.x509().getKeyManager()},
                    new TrustManager[] {trust.trustManager()},
                    null);
            engine = context.createSSLEngine();
            engine.setUseClientMode(initiator);
            engine.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
            if (!initiator) {
                engine.setNeedClientAuth(true);
            }
            engine.beginHandshake();
        } catch (GeneralSecurityException | SSLException e) {
            throw GsiCredential.failed("cannot prepare TLS", e);
        }
    }

    boolean isEstablished() {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                && !engine.getSession().getProtocol().equals("NONE");
    }

    boolean isTls13() {
        return engine.getSession().getProtocol().equals("TLSv1.3");
    }

    X509Certificate[] peer() throws GsiException {
        try {
            Certificate[] chain = engine.getSession().getPeerCertificates();
            return Arrays.copyOf(chain, chain.length, X509Certificate[].class);
        } catch (SSLException e) {
            throw new GsiException("the peer showed no certificate", e);
        }
    }

    /** Takes a token in and goes as far as it leads. */
    Step take(byte[] token) throws GsiException {
        if (unread.remaining() + token.length > MOST_TOKEN_BYTES) {
            throw new GsiException("a security token is longer than " + MOST_TOKEN_BYTES + " bytes");
        }
        ByteBuffer joined = ByteBuffer.allocate(unread.remaining() + token.length);
        unread = joined.put(unread).put(token).flip();
        ByteArrayOutputStream toSend = new ByteArrayOutputStream();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            boolean more = true;
            while (more) {
                more = switch (engine.getHandshakeStatus()) {
                    case NEED_WRAP -> wrapOne(ByteBuffer.allocate(0), toSend) != Status.CLOSED;
                    case NEED_TASK -> runTasks();
                    default -> unwrapOne(said);
                };
            }
        } catch (SSLException e) {
            throw new GsiException(
                    "TLS failed: " + Causes.of(e).toList().getLast().getMessage(), e);
        }
        return new Step(toSend.toByteArray(), said.toByteArray());
    }

    private boolean runTasks() {
        Runnable task = engine.getDelegatedTask();
        while (task != null) {
            task.run();
            task = engine.getDelegatedTask();
        }
        return true;
    }

    private Status wrapOne(ByteBuffer source, ByteArrayOutputStream toSend) throws SSLException {
        SSLEngineResult result = engine.wrap(source, record.clear());
        toSend.write(record.array(), 0, record.position());
        return result.getStatus();
    }

    private boolean unwrapOne(ByteArrayOutputStream said) throws SSLException {
        if (!unread.hasRemaining()) {
            return false;
        }
        SSLEngineResult result = engine.unwrap(unread, plain.clear());
        said.write(plain.array(), 0, plain.position());
        return result.getStatus() == Status.OK;
    }

    byte[] wrap(byte[] text) throws GsiException {
        ByteArrayOutputStream toSend = new ByteArrayOutputStream();
        ByteBuffer source = ByteBuffer.wrap(text);
        try {
            do {
                if (wrapOne(source, toSend) == Status.CLOSED) {
                    throw new GsiException("TLS is closed");
                }
            } while (source.hasRemaining());
        } catch (SSLException e) {
            throw new GsiException("TLS failed: " + e.getMessage(), e);
        }
        return toSend.toByteArray();
    }
}
