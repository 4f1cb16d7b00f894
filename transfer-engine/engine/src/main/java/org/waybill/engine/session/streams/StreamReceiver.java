package org.waybill.engine.session.streams;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.RecordOpener;

/** Receives records on one data connection, opens them and hands the blocks on. */
public final class StreamReceiver {
    private final ByteChannel channel;
    private final RecordOpener opener;
    private final BlockPool pool;
    private final Receiver receiver;
    private final BufferSizer buffer;
    private final ByteBuffer in = ByteBuffer.allocate(RecordFormat.MAX_RECORD + RecordFormat.LENGTH_BYTES)
            .limit(0);

    /** Takes blocks; the block is only lent. */
    public interface Receiver {
        void accept(Block block) throws IOException, InterruptedException, TransferException;
    }

    public StreamReceiver(ByteChannel channel, RecordOpener opener, BlockPool pool, Receiver receiver) {
        this.channel = channel;
        this.opener = opener;
        this.pool = pool;
        this.receiver = receiver;
        this.buffer = BufferSizer.ofReceiver(channel);
    }

    public void run() throws IOException, InterruptedException, TransferException {
        while (true) {
            fill(RecordFormat.LENGTH_BYTES);
            int sealed = RecordOpener.checkedLength(in.getInt());
            fill(sealed);
            buffer.moved(sealed);
            // taken only now: an idle connection must not hold memory that a busy one needs
            Block block = pool.take();
            try {
                int length = opener.open(in.array(), in.position(), sealed, block.payload);
                in.position(in.position() + sealed);
                if (length == 0) {
                    return;
                }
                block.received(BlockPayload.number(block.payload, length), length);
                receiver.accept(block);
            } finally {
                block.release();
            }
        }
    }

    /** Bytes of a record that was cut off: the source has to send them again. */
    public int tornBytes() {
        return in.remaining();
    }

    /** Makes a number of bytes readable, and at most the next record's length besides: what is left over is copied. */
    private void fill(int bytes) throws IOException {
        if (in.remaining() >= bytes) {
            return;
        }
        in.compact().limit(bytes + RecordFormat.LENGTH_BYTES);
        try {
            while (in.position() < bytes) {
                if (channel.read(in) < 0) {
                    throw new EOFException("a data connection ended within its stream");
                }
            }
        } finally {
            in.flip();
        }
    }
}
