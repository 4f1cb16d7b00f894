package org.waybill.engine.mover;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** What a remote host sends: the bytes are reported to a limit before the reader gets them. */
public final class CountingInput extends FilterInputStream {
    private final Bound bound;

    /** Called for each read; throws when that was too much. */
    @FunctionalInterface
    public interface Bound {
        /** The number of bytes that came; below 0 is the end. */
        void read(int bytes) throws IOException;
    }

    /** Reports what is read from {@code in} to {@code bound}. */
    public CountingInput(InputStream in, Bound bound) {
        super(in);
        this.bound = bound;
    }

    @Override
    public int read() throws IOException {
        int one = in.read();
        bound.read(1);
        return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        bound.read(n);
        return n;
    }
}
