package org.waybill.engine.node;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.overlay.StreamPreamble;
import org.waybill.engine.session.DataSession;
import org.waybill.engine.wire.AttachPreamble;

/**
 * One accepted connection until it has shown what it is: a data connection of a session that is known here, or TLS with
 * a certificate. It has little time for that, and nothing of it is read beyond a fixed small number of bytes.
 */
final class Guest implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Guest.class.getName());
    private static final int TLS_HANDSHAKE = 0x16;

    private final SocketChannel channel;
    private final InetSocketAddress address;
    private final Admission admission;
    private final NodeServices services;
    private final AtomicBoolean inHandshake = new AtomicBoolean(true);
    private boolean handedOver;

    Guest(SocketChannel channel, InetSocketAddress address, Admission admission, NodeServices services) {
        this.channel = channel;
        this.address = address;
        this.admission = admission;
        this.services = services;
    }

    void serve() {
        Thread timer = Thread.ofVirtual().start(this::endSlowHandshake);
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().setSoTimeout(Math.toIntExact(services.settings().limits().handshakeTime().toMillis()));
            InputStream in = channel.socket().getInputStream();
            int first = in.read();
            if (first == AttachPreamble.FIRST_BYTE) {
                attach(in);
            } else if (first == TLS_HANDSHAKE) {
                serveControl(first, timer);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", address, e.getMessage());
        } finally {
            timer.interrupt();
            handshakeOver();
        }
    }

    /** Bytes that trickle in keep each read in time; the whole handshake must be too. */
    private void endSlowHandshake() {
        try {
            Thread.sleep(services.settings().limits().handshakeTime());
            if (inHandshake.get()) {
                channel.close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing {0}: {1}", address, e.getMessage());
        }
    }

    private void attach(InputStream in) throws IOException {
        byte[] bytes = new byte[AttachPreamble.LENGTH];
        bytes[0] = AttachPreamble.FIRST_BYTE;
        if (in.readNBytes(bytes, 1, bytes.length - 1) < bytes.length - 1) {
            return;
        }
        if (StreamPreamble.matches(bytes)) {
            relay(StreamPreamble.decode(bytes));
            return;
        }
        AttachPreamble preamble = AttachPreamble.decode(bytes);
        DataSession session = services.sessions().find(preamble.session());
        if (session != null && session.owns(preamble)) {
            handshakeOver();
            handedOver = true;
            session.attach(preamble.connection(), channel);
        }
    }

    private void relay(StreamPreamble preamble) throws IOException {
        if (!services.relay().knows(preamble)) {
            return;
        }
        handshakeOver();
        try {
            services.relay().forward(preamble, channel);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serveControl(int firstByte, Thread timer) throws IOException {
        SSLSocket tls = (SSLSocket) PinnedTls.context(services.identity(), _ -> true).getSocketFactory()
                .createSocket(channel.socket(), new ByteArrayInputStream(new byte[] {(byte) firstByte}), true);
        tls.setUseClientMode(false);
        tls.setSSLParameters(PinnedTls.parameters(PinnedTls.APPLICATION_PROTOCOL, PinnedTls.PATH_PROTOCOL));
        tls.setNeedClientAuth(true);
        tls.startHandshake();
        Fingerprint peer = PinnedTls.peer(tls.getSession());
        try (ControlLink link = new ControlLink(tls, channel, services.settings().limits().idleTime())) {
            if (PinnedTls.PATH_PROTOCOL.equals(tls.getApplicationProtocol())) {
                services.relay().serve(link, peer, () -> {
                    handshakeOver();
                    timer.interrupt();
                });
                return;
            }
            new Visit(link, peer, address, admission, services).serve(() -> {
                handshakeOver();
                timer.interrupt();
            });
        }
    }

    private void handshakeOver() {
        if (inHandshake.compareAndSet(true, false)) {
            admission.handshakeOver();
        }
    }

    @Override
    public void close() {
        if (!handedOver) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "closing {0}: {1}", address, e.getMessage());
            }
        }
    }
}
