package org.waybill.engine.mover.store;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** The {@code -} of a command line: read once, written once, nothing to resume and nothing to read back. */
public final class StreamStore implements Store {
    static final String LABEL = "the standard stream";

    private static final int BLOCK_BYTES = 256 << 10;

    private final InputStream in;
    private final OutputStream out;
    private volatile boolean read;
    private volatile boolean written;

    private StreamStore(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Opens the streams given for the scheme {@code stream}. */
    public static StoreProvider provider(InputStream in, OutputStream out) {
        // one for all attempts at a transfer: what the first has read no other can read
        StreamStore only = new StreamStore(in, out);
        return new StoreProvider() {
            @Override
            public Set<String> schemes() {
                return Set.of("stream");
            }

            @Override
            public Store open(Location location, Events events) {
                return only;
            }
        };
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public Set<Feature> features() {
        return Set.of();
    }

    @Override
    public String resolve(String path) {
        return "/";
    }

    @Override
    public Optional<Entry> stat(String path) {
        return Optional.of(new Entry("/", Entry.Kind.FILE, -1, null, -1, null, true));
    }

    @Override
    public List<Entry> list(String directory) {
        return List.of();
    }

    @Override
    public boolean canReadAgain() {
        return !read;
    }

    @Override
    public boolean canWriteAgain() {
        return !written;
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        requireUnused(read);
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] into, int start, int length) throws IOException {
                int count = super.read(into, start, length);
                if (count > 0) {
                    read = true;
                }
                return count;
            }

            @Override
            public void close() {
                // the stream belongs to whoever started the transfer
            }
        };
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException, TransferException {
        requireUnused(written);
        byte[] block = new byte[BLOCK_BYTES];
        for (int n = data.read(block); n >= 0; n = data.read(block)) {
            written = true;
            out.write(block, 0, n);
        }
        out.flush();
    }

    private static void requireUnused(boolean used) throws TransferException {
        if (used) {
            throw new TransferException(Reason.GAVE_UP, LABEL + " was used in part before, and cannot be repeated");
        }
    }

    @Override
    public void publish(String from, String to) {
        // a stream has no names
    }

    @Override
    public void createDirectories(String path) {
        // a stream has no directories
    }

    @Override
    public void delete(String path) {
        // what was written cannot be taken back
    }

    @Override
    public Store another() {
        return this;
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        // the likeliest way for a stream to fail: its reader has gone away
        return new TransferException(Reason.BAD_INPUT, LABEL + " broke: " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        // the streams belong to whoever started the transfer
    }
}
