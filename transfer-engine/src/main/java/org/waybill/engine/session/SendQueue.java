package org.waybill.engine.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.wire.Message.Span;

/**
 * Blocks that wait for a stream, and those that were sent and are not acknowledged. The latter are bounded by the
 * sink's window: that bounds what a crash can make us send again.
 */
final class SendQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Block> ready = new ArrayDeque<>();
    private final Map<Long, Sent> unacknowledged = new HashMap<>();

    private final Map<Integer, Long> acknowledgedByStream = new HashMap<>();
    private final Set<Integer> retired = new HashSet<>();

    private long windowBytes;
    private long unacknowledgedBytes;
    private long acknowledgedBytes;
    private long lostBytes;
    private boolean closed;

    private record Sent(List<Block.Segment> segments, int bytes, int stream) {}

    void open(long window) {
        lock.lock();
        try {
            windowBytes = window;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void add(Block block) {
        lock.lock();
        try {
            if (closed) {
                block.release();
                return;
            }
            ready.add(block);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Notes a block as sent by somebody else than a data stream. */
    void sentElsewhere(Block block, int stream) {
        lock.lock();
        try {
            note(block, stream);
        } finally {
            lock.unlock();
        }
    }

    /** This stream gets no more blocks; what it has sent stays on its way. */
    void retire(int stream) {
        lock.lock();
        try {
            retired.add(stream);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next block for a stream, as soon as there is one and the window has room; null when all is over, or when the
     * stream is retired.
     */
    @Nullable Block take(int stream) throws InterruptedException {
        lock.lock();
        try {
            while (!closed && !retired.contains(stream) && (ready.isEmpty() || !hasRoom(ready.peek()))) {
                changed.await();
            }
            Block block = closed || retired.contains(stream) ? null : ready.poll();
            if (block != null) {
                note(block, stream);
            }
            return block;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(Block block) {
        return windowBytes > 0
                && (unacknowledgedBytes == 0 || unacknowledgedBytes + block.contentBytes() <= windowBytes);
    }

    private void note(Block block, int stream) {
        unacknowledged.put(block.number(), new Sent(block.segments(), block.contentBytes(), stream));
        unacknowledgedBytes += block.contentBytes();
    }

    void acknowledge(List<Span> spans) {
        lock.lock();
        try {
            for (Span span : spans) {
                // a span names blocks that were sent: never more than are on their way, whatever the peer claims
                if (span.last() - span.first() > unacknowledged.size()) {
                    acknowledgeScan(span);
                    continue;
                }
                for (long number = span.first(); number <= span.last(); number++) {
                    settle(unacknowledged.remove(number));
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void acknowledgeScan(Span span) {
        Iterator<Map.Entry<Long, Sent>> each = unacknowledged.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<Long, Sent> entry = each.next();
            if (entry.getKey() >= span.first() && entry.getKey() <= span.last()) {
                each.remove();
                settle(entry.getValue());
            }
        }
    }

    private void settle(@Nullable Sent sent) {
        if (sent != null) {
            unacknowledgedBytes -= sent.bytes();
            acknowledgedBytes += sent.bytes();
            acknowledgedByStream.merge(sent.stream(), (long) sent.bytes(), Long::sum);
        }
    }

    /** What a broken stream had sent without acknowledgement; it has to be read and sent again. */
    List<Block.Segment> lost(int stream) {
        lock.lock();
        try {
            List<Block.Segment> segments = new ArrayList<>();
            Iterator<Sent> each = unacknowledged.values().iterator();
            while (each.hasNext()) {
                Sent sent = each.next();
                if (sent.stream() == stream) {
                    segments.addAll(sent.segments());
                    unacknowledgedBytes -= sent.bytes();
                    lostBytes += sent.bytes();
                    each.remove();
                }
            }
            changed.signalAll();
            return segments;
        } finally {
            lock.unlock();
        }
    }

    long acknowledgedBytes() {
        lock.lock();
        try {
            return acknowledgedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** What was acknowledged of what this stream sent. */
    long acknowledgedBytes(int stream) {
        lock.lock();
        try {
            return acknowledgedByStream.getOrDefault(stream, 0L);
        } finally {
            lock.unlock();
        }
    }

    long unacknowledgedBytes() {
        lock.lock();
        try {
            return unacknowledgedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** What this stream sent and nobody acknowledged. */
    long unacknowledgedBytes(int stream) {
        lock.lock();
        try {
            return unacknowledged.values().stream().filter(sent -> sent.stream() == stream)
                    .mapToLong(Sent::bytes).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes sent on streams that broke before they were acknowledged. */
    long lostBytes() {
        lock.lock();
        try {
            return lostBytes;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            for (Block block : ready) {
                block.release();
            }
            ready.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
