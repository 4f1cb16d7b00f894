package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.mover.BlockInput;

/** The body of an answer as it comes. It fails where nothing comes for too long while it is read, or too much. */
final class AnswerBody extends BlockInput implements Flow.Subscriber<List<ByteBuffer>> {
    private static final List<ByteBuffer> END = new ArrayList<>();
    /** Asked for before they are read. */
    private static final int AHEAD = 4;

    private final Duration silence;
    private long leftBytes;
    private final BlockingQueue<List<ByteBuffer>> come = new LinkedBlockingQueue<>();
    private Iterator<ByteBuffer> blocks = List.<ByteBuffer>of().iterator();
    private ByteBuffer block = ByteBuffer.allocate(0);
    private boolean atEnd;
    private volatile Flow.@Nullable Subscription subscription;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /** @param mostBytes that are read of it */
    AnswerBody(Duration silence, long mostBytes) {
        this.silence = silence;
        this.leftBytes = mostBytes;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (closed) {
            given.cancel();
        } else {
            given.request(AHEAD);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> next) {
        come.add(next);
    }

    @Override
    public void onError(Throwable broken) {
        failure = broken;
        come.add(END);
    }

    @Override
    public void onComplete() {
        come.add(END);
    }

    @Override
    public int read(byte[] into, int start, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!block.hasRemaining()) {
            if (blocks.hasNext()) {
                block = blocks.next();
            } else if (!more()) {
                return -1;
            }
        }
        int n = Math.min(length, block.remaining());
        block.get(into, start, n);
        leftBytes -= n;
        if (leftBytes < 0) {
            close();
            throw new PeerLimits.Exceeded("the server's answer does not end");
        }
        return n;
    }

    private boolean more() throws IOException {
        List<ByteBuffer> next = atEnd ? END : await();
        Throwable broken = failure;
        if (next == END) {
            atEnd = true; // and whoever reads again hears the same
            if (closed) {
                throw new IOException("closed");
            }
            if (broken != null) {
                throw broken instanceof IOException known ? known : new IOException(broken);
            }
            return false;
        }
        blocks = next.iterator();
        Flow.Subscription from = subscription;
        if (from != null) {
            from.request(1);
        }
        return true;
    }

    private List<ByteBuffer> await() throws IOException {
        try {
            List<ByteBuffer> next = come.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
            if (next == null) {
                close();
                throw new HttpTimeoutException("no data for " + silence.toSeconds() + " s");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException("interrupted");
            ended.initCause(e);
            throw ended;
        }
    }

    /** Any thread may; a connection whose answer is not at its end is closed. */
    @Override
    public void close() {
        closed = true;
        Flow.Subscription from = subscription;
        if (from != null) {
            from.cancel();
        }
        come.add(END);
    }
}
