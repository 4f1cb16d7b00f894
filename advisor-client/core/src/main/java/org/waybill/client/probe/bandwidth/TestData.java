package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Random;

/** At most a given number of bytes that no link or disk can compress away. */
final class TestData extends InputStream {
    private static final byte[] BLOCK = new byte[1 << 18];
    /** No more at once, so that it is seen how a transfer continues over slow paths too. */
    private static final int STEP_BYTES = 1 << 16;

    static {
        new Random(20_111_121).nextBytes(BLOCK);
    }

    private final long length;
    private final Progress progress;
    private long at;

    /** @param progress hears how many of them have been read; they end early when it is over */
    TestData(long length, Progress progress) {
        this.length = length;
        this.progress = progress;
    }

    @Override
    public int read() {
        return at >= length ? -1 : BLOCK[(int) (at++ % BLOCK.length)] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int wanted) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted"); // who writes them may never wait for anything
        }
        if (wanted > 0 && (at >= length || progress.isOver())) {
            return -1;
        }
        int start = (int) (at % BLOCK.length);
        int count = (int) Math.min(Math.min(wanted, length - at), Math.min(STEP_BYTES, BLOCK.length - start));
        System.arraycopy(BLOCK, start, into, offset, count);
        at += count;
        progress.moved(at);
        return count;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, length - at);
    }
}
