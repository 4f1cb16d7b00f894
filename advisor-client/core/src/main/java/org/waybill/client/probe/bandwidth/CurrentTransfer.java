package org.waybill.client.probe.bandwidth;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.ProbeContext;

/** The transfer in progress: how much it has sent until when. */
final class CurrentTransfer implements Progress {
    /**
     * By time. Long enough to distinguish a rate from the ups and downs of a window, late enough for slow start to end.
     */
    private static final int PARTS = 3;
    /** What is reported within this time is one burst. */
    private static final long BURST_NS = 1_000_000;
    /** Shorter parts show the host's scheduler, not of the path. */
    private static final long LEAST_PART_NS = 50_000_000;

    private static final int LEAST_PAUSES = 4;

    private record Mark(long bytes, long ns) {}

    private final ProbeContext context;
    private final List<Mark> marks = new ArrayList<>();
    private volatile boolean over;
    private volatile boolean lossy;
    private volatile @Nullable SenderAccount sender;
    private volatile long received;

    CurrentTransfer(ProbeContext context) {
        this.context = context;
        begin();
    }

    /** Forgets the transfer before, except for its losses. */
    synchronized void begin() {
        marks.clear();
        sender = null;
        received = 0;
        marks.add(new Mark(0, context.nowNs()));
    }

    @Override
    public synchronized void moved(long bytes) {
        int size = marks.size();
        if (size > 1 && marks.get(size - 1).ns - marks.get(size - 2).ns < BURST_NS) {
            marks.removeLast();
        }
        marks.add(new Mark(bytes, context.nowNs()));
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void lost() {
        lossy = true;
    }

    @Override
    public void sent(SenderAccount account) {
        sender = account;
    }

    @Override
    public void received(long bytes) {
        received = bytes;
    }

    /** What the transfer of a number of bytes has put on the wire: what was read ahead or sent again too. */
    long carried(long bytes) {
        SenderAccount account = sender;
        return Math.max(bytes, account == null ? received : account.sentBytes());
    }

    /** Whether this transfer or one before it lost packets. */
    boolean isLossy() {
        return lossy;
    }

    void end() {
        over = true;
    }

    synchronized double secondsSoFar() {
        return (context.nowNs() - marks.getFirst().ns) / 1e9;
    }

    /** The transfer as it has been until now, {@code seconds} after its beginning. */
    synchronized TransferPoint cut(double seconds) {
        return point(marks.getLast().bytes, seconds, false);
    }

    /** The transfer at its end. */
    synchronized TransferPoint whole(long bytes, double seconds) {
        return point(bytes, seconds, true);
    }

    private TransferPoint point(long bytes, double seconds, boolean whole) {
        return new TransferPoint(bytes, seconds, whole, lossy, bitsPerSecond(1), bitsPerSecond(0), sender);
    }

    /**
     * The rate at which the last third of its time but {@code back} went, without the longest pause and what came after
     * it: a single stall shows nothing, and what a late look sees at once came during its pause. With too few steps
     * nothing can be said; the last one may be half a window.
     */
    private @Nullable Double bitsPerSecond(int back) {
        long thirdNs = (marks.getLast().ns - marks.getFirst().ns) / PARTS;
        long endNs = marks.getLast().ns - back * thirdNs;
        List<Mark> part = marks.stream()
                .filter(mark -> mark.ns <= endNs && endNs - mark.ns <= thirdNs)
                .toList();
        int pauses = part.size() - 1;
        if (pauses < LEAST_PAUSES || part.getLast().ns - part.getFirst().ns < LEAST_PART_NS) {
            return null;
        }
        int longest = 1;
        for (int i = 2; i <= pauses; i++) {
            longest = pauseNs(part, i) > pauseNs(part, longest) ? i : longest;
        }
        long bytes =
                part.getLast().bytes - part.getFirst().bytes - (part.get(longest).bytes - part.get(longest - 1).bytes);
        return 8e9 * bytes / (part.getLast().ns - part.getFirst().ns - pauseNs(part, longest));
    }

    private static long pauseNs(List<Mark> marks, int before) {
        return marks.get(before).ns - marks.get(before - 1).ns;
    }
}
