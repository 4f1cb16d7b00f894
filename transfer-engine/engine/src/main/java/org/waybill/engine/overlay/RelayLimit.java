package org.waybill.engine.overlay;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a relay passes on, over all its paths and in both directions, within the rate that its owner set: senders
 * wait for their turns in {@link FairOutput}, and what they do not read meanwhile waits at the hop before.
 */
final class RelayLimit {
    /** At most this part of the rate goes out at once, so that turns come often. */
    private static final double PIECE_SECONDS = 0.01;

    private static final int SMALLEST_PIECE_BYTES = 4 << 10;
    /** So often one that waits looks whether its stream is still there. */
    private static final long LOOK_NS = 200_000_000;

    private final @Nullable FairOutput<Sender> output;
    private final int pieceBytes;
    private final ReentrantLock lock = new ReentrantLock();

    /** A thread that waits; its fields are guarded by the lock. */
    private static final class Sender {
        final Condition turn;
        boolean granted;

        Sender(Condition turn) {
            this.turn = turn;
        }
    }

    /** @param bitsPerSecond 0 for no limit */
    RelayLimit(long bitsPerSecond) {
        output = bitsPerSecond == 0 ? null : new FairOutput<>(bitsPerSecond, System.nanoTime());
        pieceBytes = (int) Math.clamp(bitsPerSecond / 8.0 * PIECE_SECONDS, SMALLEST_PIECE_BYTES, Integer.MAX_VALUE);
    }

    /**
     * Waits until some bytes of a path may go out.
     *
     * @param isWanted false once they are no longer needed
     * @return how many of them, at least 1
     */
    int await(FairOutput.Share path, int bytes, BooleanSupplier isWanted) throws IOException {
        FairOutput<Sender> queue = output;
        if (queue == null) {
            return bytes;
        }
        int piece = Math.min(bytes, pieceBytes);
        Sender sender = new Sender(lock.newCondition());
        lock.lock();
        try {
            queue.ask(path, piece, sender);
            admit(queue);
            while (!sender.granted) {
                if (!isWanted.getAsBoolean()) {
                    throw new ClosedChannelException();
                }
                boolean isFirst = queue.first() == sender;
                sender.turn.awaitNanos(Math.min(LOOK_NS, isFirst ? queue.opensNs() - System.nanoTime() : LOOK_NS));
                admit(queue);
            }
            return piece;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the relay's rate");
        } finally {
            leave(queue, sender);
            lock.unlock();
        }
    }

    private static void admit(FairOutput<Sender> queue) {
        long nowNs = System.nanoTime();
        for (Sender next = queue.next(nowNs); next != null; next = queue.next(nowNs)) {
            next.granted = true;
            next.turn.signal();
        }
    }

    /** The first in line now has to watch the clock. */
    private static void leave(FairOutput<Sender> queue, Sender sender) {
        if (!sender.granted) {
            queue.abandon(sender);
        }
        Sender first = queue.first();
        if (first != null) {
            first.turn.signal();
        }
    }
}
