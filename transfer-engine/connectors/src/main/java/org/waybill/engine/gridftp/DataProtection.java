package org.waybill.engine.gridftp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.gridftp.data.DataChannel;
import org.waybill.engine.gsi.GsiContext;
import org.waybill.engine.gsi.GsiDataSecurity;

/** Data connections that are authenticated (DCAU A), and encrypted where privacy was agreed (PROT P). */
public final class DataProtection {
    private DataProtection() {}

    public static DataChannel.Security of(GsiDataSecurity security, boolean privacy) {
        return (socket, weConnected) -> {
            try {
                GsiContext context = security.authenticate(socket, weConnected);
                return privacy ? new Encrypted(socket, context) : DataChannel.plain(socket);
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        };
    }

    /** A connection whose bytes are TLS records of the context that authenticated it. */
    private static final class Encrypted implements DataChannel {
        private static final int PIECE_BYTES = 16 * 1024;

        private final SocketChannel socket;
        private final GsiContext context;
        private ByteBuffer clear = ByteBuffer.allocate(0);
        private boolean ended;

        Encrypted(SocketChannel socket, GsiContext context) {
            this.socket = socket;
            this.context = context;
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            while (!clear.hasRemaining()) {
                if (ended || !readRecord()) {
                    return -1;
                }
            }
            int count = Math.min(buffer.remaining(), clear.remaining());
            buffer.put(clear.slice(clear.position(), count));
            clear.position(clear.position() + count);
            return count;
        }

        private boolean readRecord() throws IOException {
            try {
                clear = ByteBuffer.wrap(context.unwrap(GsiDataSecurity.readRecord(socket)));
                return true;
            } catch (EOFException end) {
                ended = true;
                return false;
            }
        }

        @Override
        public void write(ByteBuffer header, ByteBuffer body) throws IOException {
            writeOne(header);
            writeOne(body);
        }

        private void writeOne(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                byte[] piece = new byte[Math.min(PIECE_BYTES, bytes.remaining())];
                bytes.get(piece);
                TcpChannels.write(socket, ByteBuffer.wrap(context.wrap(piece)));
            }
        }

        @Override
        public void endOutput() throws IOException {
            socket.shutdownOutput();
        }

        @Override
        public void close() {
            DataChannel.plain(socket).close();
        }
    }
}
