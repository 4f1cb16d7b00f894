package org.waybill.engine.gateway.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Reading and writing whole buffers. */
final class Channels {
    /** One buffer a connection: large enough to make system calls rare, small enough for 200 sessions in 128 MiB. */
    static final int BUFFER_BYTES = 128 * 1024;

    private Channels() {}

    /** Fills the buffer up; an end before that is an {@link EOFException}. */
    static void readFully(ReadableByteChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the data connection ended inside a block");
            }
        }
    }

    static void writeFully(WritableByteChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            int written = channel.write(buffer);
            if (written < 0) {
                throw new EOFException("the data connection was closed");
            }
        }
    }

    static void closeQuietly(Channel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // the transfer's outcome is told on the control channel
        }
    }
}
