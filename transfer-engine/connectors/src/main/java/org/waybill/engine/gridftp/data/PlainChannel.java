package org.waybill.engine.gridftp.data;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.waybill.engine.Quietly;

/** A data connection in the clear. */
final class PlainChannel implements DataChannel {
    private final SocketChannel socket;

    PlainChannel(SocketChannel socket) {
        this.socket = socket;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        return socket.read(buffer);
    }

    @Override
    public void write(ByteBuffer header, ByteBuffer body) throws IOException {
        ByteBuffer[] both = {header, body};
        while (header.hasRemaining() || body.hasRemaining()) {
            if (socket.write(both) < 0) {
                throw new EOFException("the data connection was closed");
            }
        }
    }

    @Override
    public int sendBuffer(int bytes) throws IOException {
        socket.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
        return socket.getOption(StandardSocketOptions.SO_SNDBUF);
    }

    @Override
    public int receiveBufferBytes() throws IOException {
        return socket.getOption(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() {
        // the transfer's outcome is reported on the control channel
        Quietly.close(socket);
    }
}
