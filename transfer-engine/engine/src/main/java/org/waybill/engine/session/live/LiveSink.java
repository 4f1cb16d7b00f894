package org.waybill.engine.session.live;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.session.streams.StreamReceiver;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordOpener;
import org.waybill.engine.wire.WireException;

/** Takes blocks in order, hashes what they carry, and compares with what the source says in the end. */
abstract sealed class LiveSink extends LiveSession permits LiveFile, LiveOutput {
    private static final int POOL_BLOCKS = 8;

    private final BlockPool pool = new BlockPool(POOL_BLOCKS);
    private final MessageDigest running = Sha256.start();
    private byte @Nullable [] ownDigest;
    private byte @Nullable [] sourceDigest;
    private boolean allDone;

    LiveSink(PeerLink link, SessionSettings settings, boolean isForeign) {
        super(link, settings, isForeign);
    }

    /** Takes the next bytes. */
    abstract void store(byte[] bytes, int start, int length) throws IOException, TransferException;

    /** All bytes are there and the digests agree. */
    abstract void commit() throws IOException, TransferException;

    /** A block has been stored. */
    void stored(long number) throws IOException, TransferException {
        // the sender of a stream of unknown length is held back by the connection alone
    }

    @Override
    public void start() throws TransferException {
        outcome.whenEnded(pool::close);
        super.start();
    }

    @Override
    protected void addStream(int connection, ByteChannel channel) throws IOException {
        RecordOpener opener = DataSockets.isSealed(channel) ? RecordOpener.none() : keys.opener(connection);
        streams.add(connection, channel, false, () -> {
            new StreamReceiver(channel, opener, pool, block -> accept(block.payload, block.length())).run();
            streamEnded();
        });
    }

    final void accept(byte[] payload, int payloadLength) throws IOException, InterruptedException, TransferException {
        BlockPayload.forEach(payload, payloadLength, (entry, offset, start, length) -> {
            if (entry != 0 || offset != carriedBytes.get()) {
                throw new WireException("a part of a stream out of its order");
            }
            store(payload, start, length);
            running.update(payload, start, length);
            carriedBytes.addAndGet(length);
        });
        stored(BlockPayload.number(payload, payloadLength));
    }

    /** The connection has been closed by a source that has no more to say on it. */
    void streamEnded() throws IOException, TransferException {
        whole();
    }

    /** Every byte has come. */
    final synchronized void whole() throws IOException, TransferException {
        if (ownDigest == null) {
            ownDigest = running.digest();
            decide();
        }
    }

    private synchronized void sourceDigest(byte[] sha256) throws IOException, TransferException {
        sourceDigest = sha256;
        decide();
    }

    @Override
    public void receive(Message message) throws IOException, TransferException {
        switch (message) {
            case Message.Digests digests
            when digests.digests().size() == 1 ->
                sourceDigest(digests.digests().getFirst().sha256());
            case Message.Failure failure -> throw told(failure.reason(), failure.text());
            default -> throw WireException.unexpected(message, "a stream receiver");
        }
    }

    /** The source says no digest when it need not. */
    abstract boolean isDigestDue();

    private void decide() throws IOException, TransferException {
        if (ownDigest == null || allDone || (sourceDigest == null && isDigestDue())) {
            return;
        }
        if (settings.verify() && !Arrays.equals(ownDigest, sourceDigest)) {
            throw new TransferException(
                            Reason.VERIFICATION_FAILED,
                            "\"" + settings.name() + "\" arrived with another SHA-256 than the source's, and a stream"
                                    + " cannot be repeated; check the memory of both hosts")
                    .forGood();
        }
        allDone = true;
        streams.expectEnd();
        commit();
        link.send(new Message.Summary("UNKNOWN", "not determined", 0), new Message.Done());
        succeed();
    }

    @Override
    public void failed(IOException error) {
        boolean done;
        synchronized (this) {
            done = allDone;
        }
        if (done) {
            // the source may leave as soon as it has heard Done
            succeed();
        } else {
            super.failed(error);
        }
    }

    @Override
    final synchronized byte @Nullable [] digest() {
        return ownDigest;
    }
}
