package org.waybill.engine.session.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.session.Block;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.RecordSealer;

/** Seals blocks and sends them on one data connection; cipher and hash run on different threads, so two cores work. */
public final class StreamSender {
    private final int index;
    private final ByteChannel channel;
    private final RecordSealer sealer;
    private final BlockSendQueue queue;
    private final RateLimit limiter;
    private final BufferSizer buffer;
    private final byte[] record = new byte[RecordFormat.MAX_RECORD];

    public StreamSender(int index, ByteChannel channel, RecordSealer sealer, BlockSendQueue queue, RateLimit limiter) {
        this.index = index;
        this.channel = channel;
        this.sealer = sealer;
        this.queue = queue;
        this.limiter = limiter;
        this.buffer = BufferSizer.ofSender(channel);
    }

    /** Sends until the queue is closed; the empty record at the end shows the sink that nothing was cut off. */
    public void run() throws IOException, InterruptedException {
        for (Block block = queue.take(index); block != null; block = queue.take(index)) {
            int length;
            try {
                length = sealer.seal(block.payload, block.length(), record);
            } finally {
                block.release();
            }
            limiter.acquire(length);
            write(length);
        }
        write(sealer.seal(new byte[0], 0, record));
    }

    private void write(int length) throws IOException {
        TcpChannels.write(channel, ByteBuffer.wrap(record, 0, length));
        buffer.moved(length);
    }
}
