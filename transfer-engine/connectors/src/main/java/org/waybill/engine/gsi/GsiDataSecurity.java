package org.waybill.engine.gsi;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.security.auth.x500.X500Principal;
import org.waybill.engine.driver.TcpChannels;

/**
 * Data channel authentication (GFD.20, section 3.2.1): the connecting side starts a security context on the data
 * connection; then data flow in the clear, or inside TLS when privacy was agreed (PROT P).
 *
 * @param expected who the peer must be: the same person on both ends of the control channels (DCAU A)
 * @param privacy whether data will be encrypted (PROT P)
 */
public record GsiDataSecurity(GsiCredential credential, GsiTrust trust, X500Principal expected, boolean privacy) {
    private static final int RECORD_HEADER_BYTES = 5;
    private static final int MOST_RECORD_BYTES = 16 * 1024 + 2048;

    /** Authenticates a fresh connection; the context that it led to, for those who need privacy too. */
    public GsiContext authenticate(SocketChannel socket, boolean weConnected) throws IOException {
        GsiContext.Ending ending = privacy ? GsiContext.Ending.TLS : GsiContext.Ending.WORD;
        GsiContext context = weConnected
                ? new GsiInitiator(credential, trust, false, ending)
                : new GsiAcceptor(credential, trust, ending);
        if (context instanceof GsiInitiator initiator) {
            TcpChannels.write(socket, ByteBuffer.wrap(initiator.begin()));
        }
        while (!context.isDone()) {
            byte[] answer = context.take(readRecord(socket));
            if (answer != null && answer.length > 0) {
                TcpChannels.write(socket, ByteBuffer.wrap(answer));
            }
        }
        if (!context.peerIdentity().equals(expected)) {
            throw new GsiException(
                    "the data connection came from " + context.peerIdentity() + " and not from " + expected);
        }
        return context;
    }

    /** One TLS record and no byte more: what follows the last one may be data in the clear. */
    public static byte[] readRecord(SocketChannel socket) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(RECORD_HEADER_BYTES);
        readFully(socket, header);
        int length = header.getShort(3) & 0xffff;
        if (length > MOST_RECORD_BYTES) {
            throw new GsiException("no TLS record: its length would be " + length);
        }
        ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER_BYTES + length).put(header.flip());
        readFully(socket, record);
        return record.array();
    }

    private static void readFully(SocketChannel socket, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (socket.read(buffer) < 0) {
                throw new EOFException("the data connection ended during authentication");
            }
        }
    }
}
