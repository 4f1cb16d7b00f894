package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.wire.Message;

/** A path that exists, at one of its relays: where its streams continue to, and what may still pass. */
final class RelayPath {
    private static final int MOST_STREAMS = 64;

    private final Fingerprint client;
    private final byte[] key;
    private final InetSocketAddress next;
    private final Message.@Nullable PathOpen onward;
    private final AtomicLong allowance;
    private final RelayLimit limit;
    private final FairOutput.Share share;
    private final Set<Integer> used = new HashSet<>();
    private final Set<Channel> open = new HashSet<>();
    private boolean released;
    private long idleSinceNanos = System.nanoTime();

    /**
     * A path of which nothing has passed yet.
     *
     * @param client on whose account it is
     * @param onward the circuit at the next relay; null where {@code next} is the destination
     * @param bytes what may pass
     * @param limit what it shares with the relay's other paths
     * @param share its client's part of that
     */
    RelayPath(
            Fingerprint client,
            byte[] key,
            InetSocketAddress next,
            Message.@Nullable PathOpen onward,
            long bytes,
            RelayLimit limit,
            FairOutput.Share share) {
        this.client = client;
        this.key = key;
        this.next = next;
        this.onward = onward;
        this.allowance = new AtomicLong(bytes);
        this.limit = limit;
        this.share = share;
    }

    Fingerprint client() {
        return client;
    }

    byte[] key() {
        return key;
    }

    InetSocketAddress next() {
        return next;
    }

    /** What to say to the next hop first. */
    byte[] firstWords(int stream) {
        return onward == null
                ? new byte[0]
                : StreamPreamble.of(onward.circuit(), onward.key(), stream).encode();
    }

    /** Takes in both connections of a stream; false if it is not needed. */
    synchronized boolean admit(int stream, Channel near) {
        if (released || open.size() >= 2 * MOST_STREAMS || stream < 0 || stream >= 1 << 16 || !used.add(stream)) {
            return false;
        }
        open.add(near);
        return true;
    }

    synchronized boolean admitFar(Channel far) {
        return !released && open.add(far);
    }

    synchronized void left(Channel near, @Nullable Channel far) {
        open.remove(near);
        if (far != null) {
            open.remove(far);
        }
        idleSinceNanos = System.nanoTime();
    }

    /** For how long it has carried nothing, ns; 0 while it carries something. */
    synchronized long idleNanos() {
        return open.isEmpty() ? System.nanoTime() - idleSinceNanos : 0;
    }

    /**
     * Waits until it is this path's turn, and takes up its allowance.
     *
     * @param isWanted false once the stream has ended meanwhile
     * @return how many of these bytes may pass now
     */
    int pass(int bytes, BooleanSupplier isWanted) throws IOException {
        int passing = limit.await(share, bytes, isWanted);
        if (allowance.addAndGet(-passing) < 0) {
            throw new IOException("the path's bytes are used up");
        }
        return passing;
    }

    boolean isUsedUp() {
        return allowance.get() < 0;
    }

    /** Cuts all its streams; none is admitted afterwards. */
    void release() {
        Set<Channel> left;
        synchronized (this) {
            released = true;
            left = new HashSet<>(open);
            open.clear();
        }
        left.forEach(Quietly::close);
    }
}
