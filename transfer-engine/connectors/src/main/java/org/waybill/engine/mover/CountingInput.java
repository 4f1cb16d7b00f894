package org.waybill.engine.mover;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** What a far end says, told in bytes to whoever bounds it before the reader gets it. */
public final class CountingInput extends FilterInputStream {
    private final Bound bound;

    /** Told of each read; throws when that was too much. */
    @FunctionalInterface
    public interface Bound {
        /** So many bytes came; below 0 is the end. */
        void read(int bytes) throws IOException;
    }

    /** Tells {@code bound} what is read from {@code in}. */
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
