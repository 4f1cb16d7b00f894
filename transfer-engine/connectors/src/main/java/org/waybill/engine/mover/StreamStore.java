package org.waybill.engine.mover;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.protocol.Protocols;

/** The {@code -} of a command line: read once, written once, nothing to resume and nothing to read back. */
public final class StreamStore implements Store {
    private static final String LABEL = "the standard stream";

    private final StandardStreams streams;

    private StreamStore(StandardStreams streams) {
        this.streams = streams;
    }

    /** Opens the streams given for the scheme {@code stream}. */
    public static StoreProvider provider(InputStream in, OutputStream out) {
        StandardStreams streams = new StandardStreams(in, out);
        return new StoreProvider(Set.of(Protocols.STREAM), (_, _, _) -> new StreamStore(streams));
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public boolean isRemote() {
        return false;
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
        return !streams.isRead();
    }

    @Override
    public boolean canWriteAgain() {
        return !streams.isWritten();
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException {
        return streams.in();
    }

    @Override
    public void write(String path, long offset, InputStream data, long length) throws IOException, TransferException {
        OutputStream out = streams.out();
        data.transferTo(out);
        out.flush();
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
        return cause instanceof IOException io
                ? StorageErrors.map(
                        io,
                        streams.isWritten() ? "writing" : "reading",
                        streams.isWritten() ? "standard output" : "standard input")
                : new TransferException(Reason.INTERNAL, LABEL + " broke: " + ErrorText.of(cause), cause);
    }

    @Override
    public void close() {
        // the streams belong to the caller
    }
}
