package org.waybill.engine.session.streams;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.session.Block;
import org.waybill.engine.wire.Message.Span;

/**
 * Blocks that wait for a stream, and those that were sent and are not acknowledged. The latter are bounded by the
 * sink's window: that bounds what a crash can make us send again. A TCP stream whose connection leads to another
 * address than the control connection, as to a relay, is bounded on its own besides ({@link StreamAllowance}).
 */
public final class BlockSendQueue {
    private final ArrayDeque<Block> ready = new ArrayDeque<>();
    private final Map<Long, Sent> unacknowledged = new HashMap<>();

    private final LongSupplier clockNanos;
    private final Map<Integer, Flow> flows = new HashMap<>();

    private long windowBytes;
    private long unacknowledgedBytes;
    private long acknowledgedBytes;
    private long lostBytes;
    private boolean closed;
    private int awaiting;

    /** A block in transit; {@code acknowledgedBefore}: of its stream, when it was handed out. */
    private record Sent(List<Block.Segment> segments, int bytes, Flow flow, long takenNanos, long acknowledgedBefore) {}

    /** What became of one stream's blocks. */
    private static final class Flow {
        long onTheirWay;
        long acknowledged;
        boolean retired;

        @Nullable
        StreamAllowance allowance;

        boolean hasRoom(int bytes) {
            return allowance == null || onTheirWay == 0 || onTheirWay + bytes <= allowance.bytes();
        }
    }

    public BlockSendQueue(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
    }

    private Flow flow(int stream) {
        return flows.computeIfAbsent(stream, _ -> new Flow());
    }

    /** This TCP stream leads to a relay first, as far as is known: relays hold no more of it than keeps them busy. */
    public synchronized void overRelays(int stream) {
        flow(stream).allowance = new StreamAllowance(clockNanos.getAsLong());
    }

    public synchronized void open(long window) {
        windowBytes = window;
        notifyAll();
    }

    public synchronized void add(Block block) {
        if (closed) {
            block.release();
            return;
        }
        ready.add(block);
        notifyAll();
    }

    /** Notes a block as sent by something else than a data stream. */
    public synchronized void sentElsewhere(Block block, int stream) {
        note(block, flow(stream));
    }

    /** This stream gets no more blocks; what it has sent stays in transit. */
    public synchronized void retire(int stream) {
        flow(stream).retired = true;
        notifyAll();
    }

    /**
     * The next block for a stream, as soon as there is one and the window has room; null when all is over, or when the
     * stream is retired.
     */
    @Nullable
    synchronized Block take(int stream) throws InterruptedException {
        Flow flow = flow(stream);
        while (!closed && !flow.retired && (ready.isEmpty() || !hasRoom(ready.peek(), flow))) {
            wait();
        }
        Block block = closed || flow.retired ? null : ready.poll();
        if (block != null) {
            note(block, flow);
            if (awaiting > 0) {
                notifyAll();
            }
        }
        return block;
    }

    /** Waits until no block up to a number waits for a stream any more, or all is over. */
    public synchronized void awaitTaken(long number) throws InterruptedException {
        awaiting++;
        try {
            while (!closed && !ready.isEmpty() && ready.peek().number() <= number) {
                wait();
            }
        } finally {
            awaiting--;
        }
    }

    private boolean hasRoom(Block block, Flow flow) {
        int bytes = block.contentBytes();
        return windowBytes > 0
                && (unacknowledgedBytes == 0 || unacknowledgedBytes + bytes <= windowBytes)
                && flow.hasRoom(bytes);
    }

    private void note(Block block, Flow flow) {
        int bytes = block.contentBytes();
        unacknowledged.put(
                block.number(), new Sent(block.segments(), bytes, flow, clockNanos.getAsLong(), flow.acknowledged));
        unacknowledgedBytes += bytes;
        flow.onTheirWay += bytes;
    }

    public synchronized void acknowledge(List<Span> spans) {
        for (Span span : spans) {
            // a span names blocks that were sent: never more than are in transit, even if the peer claims more
            if (span.last() - span.first() > unacknowledged.size()) {
                acknowledgeScan(span);
                continue;
            }
            for (long number = span.first(); number <= span.last(); number++) {
                settle(unacknowledged.remove(number));
            }
        }
        notifyAll();
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
            Flow flow = sent.flow();
            unacknowledgedBytes -= sent.bytes();
            acknowledgedBytes += sent.bytes();
            flow.onTheirWay -= sent.bytes();
            flow.acknowledged += sent.bytes();
            if (flow.allowance != null) {
                flow.allowance.acknowledged(
                        sent.takenNanos(), flow.acknowledged - sent.acknowledgedBefore(), clockNanos.getAsLong());
            }
        }
    }

    /** What a broken stream had sent without acknowledgement, to be read and sent again; it gets no more blocks. */
    public synchronized List<Block.Segment> lost(int stream) {
        Flow flow = flow(stream);
        flow.retired = true;
        List<Block.Segment> segments = new ArrayList<>();
        Iterator<Sent> each = unacknowledged.values().iterator();
        while (each.hasNext()) {
            Sent sent = each.next();
            if (sent.flow() == flow) {
                segments.addAll(sent.segments());
                each.remove();
            }
        }
        unacknowledgedBytes -= flow.onTheirWay;
        lostBytes += flow.onTheirWay;
        flow.onTheirWay = 0;
        notifyAll();
        return segments;
    }

    public synchronized long acknowledgedBytes() {
        return acknowledgedBytes;
    }

    /** What was acknowledged of what this stream sent. */
    public synchronized long acknowledgedBytes(int stream) {
        return flow(stream).acknowledged;
    }

    public synchronized long unacknowledgedBytes() {
        return unacknowledgedBytes;
    }

    /** What this stream sent without an acknowledgement. */
    public synchronized long unacknowledgedBytes(int stream) {
        return flow(stream).onTheirWay;
    }

    /** Bytes sent on streams that broke before they were acknowledged. */
    public synchronized long lostBytes() {
        return lostBytes;
    }

    public synchronized void close() {
        closed = true;
        for (Block block : ready) {
            block.release();
        }
        ready.clear();
        notifyAll();
    }
}
