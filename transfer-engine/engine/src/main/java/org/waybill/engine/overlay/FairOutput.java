package org.waybill.engine.overlay;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose bytes go out next where many paths share one rate: start-time fair queueing (Goyal, Vin and Cheng 1996, section
 * 2, equations 4 and 5) behind a token bucket. Every client that has something to send gets the same, shared by its
 * paths, however many of them and of streams it has; what one leaves the others take. Pure: times come in, in ns of any
 * clock that does not jump, so that it runs alike over sockets and in tests.
 *
 * @param <T> what a waiting sender is known by
 */
final class FairOutput<T> {
    /** This amount that was not used may go out at once: it makes up for senders that wake late. */
    static final long BURST_NS = 20_000_000;

    /** What one path has had so far. */
    static final class Share {
        private final IntSupplier paths;
        private long finishTag;

        /** Of a client with one path. */
        Share() {
            this(() -> 1);
        }

        /** @param paths how many its client has now, this one included: they share what is one client's */
        Share(IntSupplier paths) {
            this.paths = paths;
        }
    }

    private record Turn<T>(T sender, int bytes, long startTag, long number) {}

    private final double nsPerByte;
    private final PriorityQueue<Turn<T>> waiting = new PriorityQueue<>(
            Comparator.<Turn<T>>comparingLong(Turn::startTag).thenComparingLong(Turn::number));
    private long servedTag;
    private long asked;
    private long opensNs;

    FairOutput(long bitsPerSecond, long nowNs) {
        nsPerByte = 8e9 / bitsPerSecond;
        opensNs = nowNs;
    }

    /** Queues up with a few bytes of one path. */
    void ask(Share share, int bytes, T sender) {
        Turn<T> turn = new Turn<>(sender, bytes, Math.max(servedTag, share.finishTag), asked++);
        share.finishTag = turn.startTag + (long) bytes * Math.max(1, share.paths.getAsInt());
        waiting.add(turn);
    }

    /** Who may send now what it asked for; null while none may. */
    @Nullable
    T next(long nowNs) {
        if (waiting.isEmpty() || opensNs - nowNs > 0) {
            return null;
        }
        Turn<T> turn = waiting.remove();
        servedTag = turn.startTag;
        long sinceNs = opensNs - nowNs < -BURST_NS ? nowNs - BURST_NS : opensNs;
        opensNs = sinceNs + Math.round(turn.bytes * nsPerByte);
        return turn.sender;
    }

    /** When {@link #next} lets a sender send. */
    long opensNs() {
        return opensNs;
    }

    /** Whose turn comes first, unless a path that has had less comes along; null if none waits. */
    @Nullable
    T first() {
        Turn<T> turn = waiting.peek();
        return turn == null ? null : turn.sender;
    }

    /** It no longer sends. */
    void abandon(T sender) {
        waiting.removeIf(turn -> turn.sender == sender);
    }
}
