package org.waybill.engine.node;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;
import org.waybill.engine.driver.AdmittedConnection;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.overlay.StreamPreamble;
import org.waybill.engine.session.DataSession;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.planner.admission.FairShares;

/**
 * One accepted connection until it has shown what it is: a data connection of a session that is known here, or TLS with
 * a certificate. It has little time for that, and nothing of it is read beyond a fixed small number of bytes.
 */
final class PendingConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PendingConnection.class.getName());
    private static final int TLS_HANDSHAKE = 0x16;
    private static final int RECORD_HEADER = 5;
    /** RFC 8446, section 5.1; a first flight is a tenth of it. */
    private static final int MOST_RECORD_BYTES = 1 << 14;

    private final SocketChannel channel;
    private final InetSocketAddress address;
    private final AdmittedConnection visitor;
    private final FairShares<Fingerprint> admission;
    private final NodeServices services;
    private boolean handedOver;

    PendingConnection(
            SocketChannel channel,
            InetSocketAddress address,
            AdmittedConnection visitor,
            FairShares<Fingerprint> admission,
            NodeServices services) {
        this.channel = channel;
        this.address = address;
        this.visitor = visitor;
        this.admission = admission;
        this.services = services;
    }

    void serve() {
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            InputStream in = channel.socket().getInputStream();
            int first = in.read();
            visitor.spoke();
            if (first == AttachPreamble.FIRST_BYTE) {
                attach(in);
            } else if (first == TLS_HANDSHAKE) {
                serveControl(in);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", address, e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void attach(InputStream in) throws IOException, InterruptedException {
        byte[] bytes = new byte[AttachPreamble.LENGTH];
        bytes[0] = AttachPreamble.FIRST_BYTE;
        if (in.readNBytes(bytes, 1, bytes.length - 1) < bytes.length - 1) {
            return;
        }
        if (StreamPreamble.matches(bytes)) {
            StreamPreamble preamble = StreamPreamble.decode(bytes);
            if (services.relay().knows(preamble)) {
                proved();
                services.relay().forward(preamble, channel);
            }
            return;
        }
        AttachPreamble preamble = AttachPreamble.decode(bytes);
        DataSession session = services.sessions().find(preamble.session());
        if (session != null && session.owns(preamble)) {
            proved();
            handedOver = true;
            session.attach(preamble.connection(), channel);
        }
    }

    private void serveControl(InputStream in) throws IOException, InterruptedException {
        byte[] hello = firstRecord(in);
        visitor.awaitTurn();
        SSLSocket tls = (SSLSocket) PinnedTls.context(services.identity(), _ -> true)
                .getSocketFactory()
                .createSocket(channel.socket(), new ByteArrayInputStream(hello), true);
        tls.setUseClientMode(false);
        tls.setSSLParameters(PinnedTls.parameters(PinnedTls.APPLICATION_PROTOCOL, PinnedTls.PATH_PROTOCOL));
        tls.setNeedClientAuth(true);
        tls.startHandshake();
        Fingerprint peer = PinnedTls.peer(tls.getSession());
        try (ControlLink link =
                new ControlLink(tls, channel, services.settings().limits().idleTime())) {
            if (PinnedTls.PATH_PROTOCOL.equals(tls.getApplicationProtocol())) {
                services.relay().serve(link, peer, this::proved);
                return;
            }
            new ControlSession(link, peer, address, admission, services).serve(this::proved);
        }
    }

    private void proved() {
        visitor.trusted();
        visitor.works();
    }

    /** A key exchange costs work: it is not started before its whole first record is here. */
    private static byte[] firstRecord(InputStream in) throws IOException {
        byte[] header = new byte[RECORD_HEADER];
        header[0] = TLS_HANDSHAKE;
        if (in.readNBytes(header, 1, RECORD_HEADER - 1) < RECORD_HEADER - 1) {
            throw new EOFException();
        }
        int length = ByteBuffer.wrap(header).getShort(RECORD_HEADER - 2) & 0xffff;
        if (length > MOST_RECORD_BYTES) {
            throw new IOException("no TLS");
        }
        ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER + length).put(header);
        if (in.readNBytes(record.array(), RECORD_HEADER, length) < length) {
            throw new EOFException();
        }
        return record.array();
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
