package org.waybill.engine.link;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.waybill.engine.Quietly;

/**
 * Closes a connection when something on it takes too long in total. A socket's own timeout restarts with each byte,
 * and what TLS takes in without handing anything on is invisible to its users.
 */
final class TimeLimit implements AutoCloseable {
    private static final long NONE = 0;
    private static final long TICK_NANOS = 500_000_000;

    private final Thread watch;
    private volatile long dueNanos = NONE;
    private volatile boolean over;
    private volatile boolean closed;

    /** @param channel closed when something took too long */
    TimeLimit(SocketChannel channel) {
        watch = Thread.ofVirtual().name("time limit").start(() -> watch(channel));
    }

    /** What begins now may take so long; exact to half a second. */
    void begin(Duration most) {
        long due = System.nanoTime() + most.toNanos();
        dueNanos = due == NONE ? 1 : due;
    }

    /** It is done. */
    void end() {
        dueNanos = NONE;
    }

    /** Whether the connection was closed because something took too long. */
    boolean isOver() {
        return over;
    }

    private void watch(SocketChannel channel) {
        while (!closed) {
            long due = dueNanos;
            if (due != NONE && due - System.nanoTime() <= 0) {
                over = true;
                Quietly.close(channel);
                return;
            }
            LockSupport.parkNanos(this, TICK_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watch);
    }
}
