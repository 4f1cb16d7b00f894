package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Connections in extended block mode: each block goes over whichever is free. */
public final class ModeESink implements DataSink {
    private final List<DataChannel> channels;
    private final BlockingQueue<DataChannel> free;

    /** @param channels connected; at least one */
    public ModeESink(List<DataChannel> channels) {
        this.channels = List.copyOf(channels);
        this.free = new ArrayBlockingQueue<>(channels.size(), false, channels);
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
        DataChannel channel = free.take();
        try {
            send(channel, 0, bytes.remaining(), offset, bytes);
        } finally {
            free.add(channel);
        }
    }

    private static void send(DataChannel channel, int descriptor, long count, long offset, ByteBuffer bytes)
            throws IOException {
        ByteBuffer header = ByteBuffer.allocate(ModeE.HEADER_BYTES);
        ModeE.write(header, descriptor, count, offset);
        channel.write(header.flip(), bytes);
    }

    /** EOF with the number of EODs on the first connection, EOD on all; receivers close when they have answered. */
    @Override
    public void finish() throws IOException {
        ByteBuffer nothing = ByteBuffer.allocate(0);
        send(channels.getFirst(), ModeE.EOF, 0, channels.size(), nothing);
        for (DataChannel channel : channels) {
            send(channel, ModeE.EOD | ModeE.SENDER_CLOSES, 0, 0, nothing);
            channel.endOutput();
        }
    }

    @Override
    public void close() {
        channels.forEach(DataChannel::close);
    }
}
