package org.waybill.engine.session.live;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.RecordSealer;
import org.waybill.engine.wire.WireException;

/** Sends what comes out of a stream as it comes, then its SHA-256. */
public final class LiveSource extends LiveSession {
    private final InputStream in;
    private final RateLimit limiter;
    private volatile byte @Nullable [] sha256;

    /** @param in not closed: it belongs to the caller */
    public LiveSource(PeerLink link, InputStream in, SessionSettings settings) {
        super(link, settings, true);
        this.in = in;
        limiter = new RateLimit(settings.rateBitsPerSecond(), System::nanoTime);
    }

    @Override
    public void start() throws TransferException {
        super.start();
        dataNeeded();
    }

    @Override
    protected void addStream(int connection, ByteChannel channel) throws IOException {
        DataSockets.prepare(channel, settings);
        RecordSealer sealer = DataSockets.isSealed(channel) ? RecordSealer.none() : keys.sealer(connection);
        streams.add(connection, channel, true, () -> send(channel, sealer));
    }

    private void send(ByteChannel channel, RecordSealer sealer)
            throws IOException, InterruptedException, TransferException {
        MessageDigest digest = Sha256.start();
        int header = BlockPayload.HEADER + BlockPayload.SEGMENT_HEADER;
        byte[] block = new byte[RecordFormat.MAX_PAYLOAD];
        byte[] record = new byte[RecordFormat.MAX_RECORD];
        long number = 0;
        // what is there is sent at once: a live stream must not wait for a block to be full
        for (int length = read(block, header); length >= 0; length = read(block, header)) {
            digest.update(block, header, length);
            BlockPayload.putNumber(block, number++);
            BlockPayload.putSegmentHeader(block, BlockPayload.HEADER, 0, carriedBytes.get(), length);
            int sealed = sealer.seal(block, header + length, record);
            limiter.acquire(sealed);
            TcpChannels.write(channel, ByteBuffer.wrap(record, 0, sealed));
            carriedBytes.addAndGet(length);
        }
        TcpChannels.write(channel, ByteBuffer.wrap(record, 0, sealer.seal(new byte[0], 0, record)));
        byte[] hash = digest.digest();
        sha256 = hash;
        link.send(new Message.Digests(List.of(new Message.Digest(0, hash))));
    }

    private int read(byte[] block, int start) throws TransferException {
        return StorageErrors.mapped("reading", "standard input", () -> in.read(block, start, RecordFormat.MAX_CONTENT));
    }

    @Override
    public void receive(Message message) throws WireException, TransferException {
        switch (message) {
            // the connection holds us back, no window does
            case Message.Ready _ -> {}
            case Message.Summary _ -> {}
            case Message.Done _ when sha256 != null -> succeed();
            case Message.Failure failure -> throw told(failure.reason(), failure.text());
            default -> throw WireException.unexpected(message, "a stream sender");
        }
    }

    @Override
    byte @Nullable [] digest() {
        return sha256;
    }
}
