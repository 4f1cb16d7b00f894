package org.waybill.engine.session.live;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.sink.SinkSession;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.Message;

/**
 * A node's file goes to a stream. The node knows nothing of that: it sends one file over one connection, in order. What
 * has been written cannot be taken back, so a wrong SHA-256 only shows in how the transfer ends.
 */
public final class LiveOutput extends LiveSink {
    private final OutputStream out;
    private volatile long sizeBytes = -1;

    /** @param out flushed, not closed: it belongs to the caller */
    public LiveOutput(PeerLink link, OutputStream out, SessionSettings settings) {
        super(link, settings, true);
        this.out = out;
    }

    @Override
    void store(byte[] bytes, int start, int length) throws TransferException {
        try {
            out.write(bytes, start, length);
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", "standard output");
        }
    }

    /** The source sends no more than a window without this. */
    @Override
    void stored(long number) throws IOException, TransferException {
        link.send(new Message.Ack(List.of(new Message.Span(number, number))));
        checkWhole();
    }

    @Override
    void streamEnded() {
        // the source closes it when we have reported to it that all is done
    }

    @Override
    void commit() throws IOException, TransferException {
        try {
            out.flush();
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", "standard output");
        }
        link.send(new Message.Committed(List.of(0)));
    }

    @Override
    boolean isDigestDue() {
        return settings.verify();
    }

    @Override
    long totalBytes() {
        return sizeBytes;
    }

    @Override
    public void receive(Message message) throws IOException, TransferException {
        switch (message) {
            case Message.Ready ready -> link.send(new Message.Ready(ready.session(), SinkSession.WINDOW_BYTES));
            case Message.Manifest manifest -> examine(manifest);
            case Message.InlineBlock inline -> acceptInline(inline.payload());
            // the source has read everything once
            case Message.Summary _ -> {}
            case Message.Unsendable not -> throw told(not.reason(), not.why());
            default -> super.receive(message);
        }
    }

    private void examine(Message.Manifest manifest) throws IOException, TransferException {
        if (sizeBytes >= 0
                || manifest.entries().size() != 1
                || !manifest.last()
                || manifest.entries().getFirst().kind() != Message.Kind.FILE) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "\"" + settings.name() + "\" is not one file: only a file can" + " go to standard output");
        }
        sizeBytes = manifest.entries().getFirst().sizeBytes();
        dataNeeded(manifest);
        link.send(new Message.RequestedEntries(1, List.of()));
        checkWhole();
    }

    private void acceptInline(byte[] payload) throws IOException, TransferException {
        try {
            accept(payload, payload.length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
        }
    }

    /** Called after each block by the thread that stored it. */
    private void checkWhole() throws IOException, TransferException {
        if (carriedBytes.get() == sizeBytes) {
            whole();
        }
    }
}
