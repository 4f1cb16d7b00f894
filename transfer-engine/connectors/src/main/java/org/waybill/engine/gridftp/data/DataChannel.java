package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One data connection, after its security handshake, if any. Blocking. */
public interface DataChannel extends AutoCloseable {
    /** Reads some bytes; -1 at the end. */
    int read(ByteBuffer buffer) throws IOException;

    /** Writes all of both buffers, in order. */
    void write(ByteBuffer header, ByteBuffer body) throws IOException;

    /** Notifies the peer that nothing more will come. */
    void endOutput() throws IOException;

    @Override
    void close();

    /** Sets SO_SNDBUF while data flow; what the kernel made of it. */
    default int sendBuffer(int bytes) throws IOException {
        return 0;
    }

    /** SO_RCVBUF, which the kernel's own tuning changes. */
    default int receiveBufferBytes() throws IOException {
        return 0;
    }

    /** Why the peer is not who it should be; null if it is, or if that was not checked yet. */
    default @Nullable IOException distrust() {
        return null;
    }

    /** A connection in the clear. */
    static DataChannel plain(SocketChannel socket) {
        return new PlainChannel(socket);
    }

    /**
     * A connection of ours that is secured in the background; reading and writing wait for that.
     *
     * @param patience how long it may take
     */
    static DataChannel securing(SocketChannel socket, Security security, Duration patience) {
        return security == Security.NONE ? plain(socket) : new SecuringChannel(socket, true, security, patience);
    }

    /** Makes a data channel of a fresh connection, authenticating it where that was agreed. */
    @FunctionalInterface
    interface Security {
        Security NONE = (socket, weConnected) -> plain(socket);

        /** @param weConnected whether we opened the connection: who did starts the handshake */
        DataChannel secure(SocketChannel socket, boolean weConnected) throws IOException;
    }
}
