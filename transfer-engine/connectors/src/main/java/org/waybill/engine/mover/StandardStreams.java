package org.waybill.engine.mover;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * What {@code -} means, over all attempts at a transfer: each stream can be started once. Asking for a byte starts it:
 * a thread that waits for one takes it, even when its transfer is over by then.
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
        // System.out does not report that it could not write
        return new StandardStreams(System.in, new FileOutputStream(FileDescriptor.out));
    }

    /** Whether reading has started. */
    public boolean isRead() {
        return read;
    }

    /** Whether writing has started. */
    public boolean isWritten() {
        return written;
    }

    /**
     * The input from its beginning; closing it leaves it open for the caller.
     *
     * @throws TransferException {@code GAVE_UP} if it was started before
     */
    public InputStream in() throws TransferException {
        requireUnused(read, "input");
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int start, int length) throws IOException {
                read = true;
                return in.available() > 0
                        ? in.read(into, start, length)
                        : interruptibly(() -> in.read(into, start, length));
            }

            @Override
            public void close() {
                // it belongs to the caller
            }
        };
    }

    /** Nothing ends a read that waits for a pipe or a terminal: another thread waits in the place of this one. */
    private static int interruptibly(Callable<Integer> read) throws IOException {
        FutureTask<Integer> waiting = new FutureTask<>(read);
        Thread.ofVirtual().name("waybill-standard-input").start(waiting);
        try {
            return waiting.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    /**
     * The output; closing it flushes it.
     *
     * @throws TransferException {@code GAVE_UP} if it was started before
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
