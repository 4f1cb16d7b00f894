package org.waybill.engine.overlay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;

/**
 * Forwards bytes between two connections, in both directions, until both directions have ended. One buffer a direction:
 * what the next hop does not take is not read from the one before, so back-pressure reaches the source through the
 * kernels.
 */
record Splice(ByteChannel near, ByteChannel far, RelayMeter meter, Gate gate) {
    private static final long REPORT_BYTES = 8 << 20;
    /** A smaller write says more of a system call than of a rate. */
    private static final int TELLING_BYTES = 8 << 10;

    /** Decides what may pass, and when. */
    @FunctionalInterface
    interface Gate {
        /**
         * Waits until some bytes may pass.
         *
         * @param isWanted false once they are not to pass any more
         * @return how many of them may, at least 1
         * @throws IOException if none may
         */
        int pass(int bytes, BooleanSupplier isWanted) throws IOException;
    }

    /** Runs on this thread and one more; returns when all is over and both connections are closed. */
    void run(BufferPool pool) throws IOException, InterruptedException {
        ByteBuffer forth = pool.take();
        ByteBuffer back = pool.take();
        try {
            if (forth == null || back == null) {
                throw new IOException("the relay's buffers are all in use");
            }
            Thread other = Thread.ofVirtual().name("relay back").start(() -> copyOrCut(far, near, back));
            copyOrCut(near, far, forth);
            other.join();
        } finally {
            cut();
            release(pool, forth);
            release(pool, back);
        }
    }

    /** The same for a stream with one direction, as those by datagrams do; on this thread alone. */
    void runForth(BufferPool pool) throws IOException {
        ByteBuffer forth = pool.take();
        try {
            if (forth == null) {
                throw new IOException("the relay's buffers are all in use");
            }
            copy(near, far, forth);
            endOutput(far);
            if (far instanceof SocketChannel socket) {
                awaitEnd(socket, forth);
            }
        } finally {
            cut();
            release(pool, forth);
        }
    }

    /** Closing before the other end has read everything could take what is still coming back from it. */
    private static void awaitEnd(SocketChannel socket, ByteBuffer buffer) throws IOException {
        while (socket.read(buffer.clear()) >= 0) {
            // nothing is expected of it
        }
    }

    private static void release(BufferPool pool, @Nullable ByteBuffer buffer) {
        if (buffer != null) {
            pool.give(buffer);
        }
    }

    /** A stream by datagrams brings what was written to the peer after it is closed. */
    private static void endOutput(ByteChannel to) throws IOException {
        if (to instanceof SocketChannel socket) {
            socket.shutdownOutput();
        } else {
            to.close();
        }
    }

    private void copyOrCut(ByteChannel from, ByteChannel to, ByteBuffer buffer) {
        try {
            copy(from, to, buffer);
            endOutput(to);
        } catch (IOException _) {
            // a connection that broke has nothing more to say to either side
            cut();
        }
    }

    private void copy(ByteChannel from, ByteChannel to, ByteBuffer buffer) throws IOException {
        long bytes = 0;
        double fastest = 0;
        for (int count = from.read(buffer.clear()); count >= 0; count = from.read(buffer.clear())) {
            buffer.flip();
            for (int left = count; left > 0; left = count - buffer.position()) {
                buffer.limit(buffer.position() + gate.pass(left, this::isOpen));
                fastest = Math.max(fastest, write(to, buffer));
            }
            meter.forwarded(count);
            bytes += count;
            if (bytes >= REPORT_BYTES) {
                meter.traversed(fastest);
                bytes = 0;
                fastest = 0;
            }
        }
    }

    /** How fast the fastest write was, bytes a nanosecond. */
    private static double write(ByteChannel to, ByteBuffer bytes) throws IOException {
        double fastest = 0;
        while (bytes.hasRemaining()) {
            long startNanos = System.nanoTime();
            int written = to.write(bytes);
            if (written >= TELLING_BYTES) {
                fastest = Math.max(fastest, written / (double) Math.max(1, System.nanoTime() - startNanos));
            }
        }
        return fastest;
    }

    private boolean isOpen() {
        return near.isOpen() && far.isOpen();
    }

    private void cut() {
        Quietly.close(near);
        Quietly.close(far);
    }
}
