package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;

/**
 * Test transfers over an open connection of a protocol: reads parts of the very file that is to be copied, each time
 * another part so that no cache helps, or writes a file next to the destination and removes it.
 */
public final class StoreTransfers implements TimedTransfer {
    private static final System.Logger LOG = System.getLogger(StoreTransfers.class.getName());
    private static final int CHUNK_BYTES = 1 << 16;

    private final String name;
    private final Store store;
    private final String path;
    private final long largestBytes;
    private final boolean reading;
    private final String host;
    private final ProbeContext context;
    private long offset;
    private boolean written;

    private StoreTransfers(
            String name,
            Store store,
            String path,
            long largestBytes,
            boolean reading,
            String host,
            ProbeContext context) {
        this.name = name;
        this.store = store;
        this.path = path;
        this.largestBytes = largestBytes;
        this.reading = reading;
        this.host = host;
        this.context = context;
    }

    /**
     * Reads the file that is there, {@code fileBytes} long. Closes the store at the end.
     *
     * @param host where the store is
     */
    public static StoreTransfers pull(
            String name, Store store, String path, long fileBytes, String host, ProbeContext context) {
        return new StoreTransfers(name, store, path, fileBytes, true, host, context);
    }

    /**
     * Writes a hidden file into a directory that exists, and deletes it. Closes the store at the end.
     *
     * @param host where the store is
     */
    public static StoreTransfers push(String name, Store store, String directory, String host, ProbeContext context) {
        String file = (directory.endsWith("/") ? directory : directory + "/") + ".waybill-probe-"
                + Long.toHexString(context.nowNs() ^ context.now().toEpochMilli());
        return new StoreTransfers(name, store, file, Long.MAX_VALUE, false, host, context);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long largestBytes() {
        return largestBytes;
    }

    @Override
    public double seconds(long bytes, Progress progress) throws IOException, TransferException, InterruptedException {
        try (KernelProgress seen = new KernelProgress(host, !reading, progress)) {
            return reading ? read(bytes, seen) : write(bytes, seen);
        }
    }

    private double read(long bytes, Progress progress) throws IOException, TransferException, InterruptedException {
        if (offset + bytes > largestBytes || !store.has(Store.Feature.READ_FROM)) {
            offset = 0;
        }
        long startNs = context.nowNs();
        long endNs = startNs;
        InputStream in = store.read(path, offset);
        byte[] chunk = new byte[CHUNK_BYTES];
        long left = bytes;
        try {
            while (left > 0 && !progress.isOver()) {
                int count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
                if (count < 0) {
                    throw new IOException(path + " ended " + left + " bytes early");
                }
                left -= count;
                progress.moved(bytes - left);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            endNs = context.nowNs();
        } finally {
            in.close();
        }
        offset += bytes;
        return (endNs - startNs) / 1e9;
    }

    private double write(long bytes, Progress progress) throws IOException, TransferException, InterruptedException {
        written = true;
        long startNs = context.nowNs();
        store.write(path, 0, new TestData(bytes, progress), bytes);
        return (context.nowNs() - startNs) / 1e9;
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // or the clean-up itself would be cut short
        try (store) {
            if (written) {
                remove();
            }
        } catch (TransferException e) {
            LOG.log(Level.WARNING, "{0} could not be removed from {1}: {2}", path, store.label(), e.getMessage());
        } catch (InterruptedException _) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A write that was broken off may have taken its connection with it. */
    private void remove() throws TransferException, InterruptedException {
        try {
            store.delete(path);
        } catch (TransferException e) {
            LOG.log(Level.DEBUG, "{0}: again, over a new connection: {1}", path, e.getMessage());
            try (Store fresh = store.another()) {
                fresh.delete(path);
            }
        }
    }
}
