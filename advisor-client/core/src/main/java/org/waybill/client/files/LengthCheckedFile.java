package org.waybill.client.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** A file's content that ends where its length says, or fails: many a protocol ends a file by closing a connection. */
public final class LengthCheckedFile extends FilterInputStream {
    private final long wantedBytes;
    private long readBytes;

    private LengthCheckedFile(InputStream in, long wantedBytes) {
        super(in);
        this.wantedBytes = wantedBytes;
    }

    /** @param file whose length counts where it is known; this machine's files have none in {@code /proc} */
    public static InputStream open(Store store, Entry file) throws TransferException, InterruptedException {
        return new LengthCheckedFile(store.read(file.path(), 0), store.isRemote() ? file.sizeBytes() : -1);
    }

    /** What a failure of {@link #read} means. */
    public static TransferException failure(Store store, Entry file, IOException thrown) throws InterruptedException {
        if (thrown instanceof InterruptedIOException && !(thrown instanceof SocketTimeoutException)) {
            throw new InterruptedException();
        }
        return thrown instanceof LengthMismatch
                ? new TransferException(
                        Reason.SOURCE_CHANGED, StorePath.shown(file.path()) + ": " + thrown.getMessage(), thrown)
                : store.failure(thrown, file.path());
    }

    private static final class LengthMismatch extends IOException {
        private static final long serialVersionUID = 1L;

        LengthMismatch(long wantedBytes, long readBytes) {
            super("expected " + wantedBytes + " bytes, received " + readBytes
                    + ": the file changed, or the connection was lost");
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int start, int length) throws IOException {
        if (Thread.interrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        int count = super.read(into, start, length);
        readBytes += Math.max(0, count);
        if (wantedBytes >= 0 && (count < 0 ? readBytes != wantedBytes : readBytes > wantedBytes)) {
            throw new LengthMismatch(wantedBytes, readBytes);
        }
        return count;
    }
}
