package org.waybill.engine.mover.store;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * What {@code -} means, over all attempts at a transfer: each stream can be begun once. Asking for a byte begins it:
 * whoever waits for one takes it, even when its transfer is over by then.
 */
public final class StandardStreams {
    private final InputStream in;
    private final OutputStream out;
    private volatile boolean read;
    private volatile boolean written;

    public StandardStreams(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** This process's own. */
    public static StandardStreams ofProcess() {
        // System.out tells nobody that it could not write
        return new StandardStreams(System.in, new FileOutputStream(FileDescriptor.out));
    }

    /** Whether somebody has begun to read. */
    public boolean isRead() {
        return read;
    }

    /** Whether somebody has begun to write. */
    public boolean isWritten() {
        return written;
    }

    /**
     * The input from its beginning; closing it leaves it open for whoever started the transfer.
     *
     * @throws TransferException {@code GAVE_UP} if it was begun before
     */
    public InputStream in() throws TransferException {
        requireUnused(read, "input");
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                read = true;
                return super.read();
            }

            @Override
            public int read(byte[] into, int start, int length) throws IOException {
                read = true;
                return super.read(into, start, length);
            }

            @Override
            public void close() {
                // it belongs to whoever started the transfer
            }
        };
    }

    /**
     * The output; closing it flushes it.
     *
     * @throws TransferException {@code GAVE_UP} if it was begun before
     */
    public OutputStream out() throws TransferException {
        requireUnused(written, "output");
        return new FilterOutputStream(out) {
            @Override
            public void write(int one) throws IOException {
                written = true;
                out.write(one);
            }

            @Override
            public void write(byte[] from, int start, int length) throws IOException {
                written = true;
                out.write(from, start, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    private static void requireUnused(boolean used, String which) throws TransferException {
        if (used) {
            throw new TransferException(
                    Reason.GAVE_UP, "standard " + which + " was used in part before, and cannot be repeated");
        }
    }
}
