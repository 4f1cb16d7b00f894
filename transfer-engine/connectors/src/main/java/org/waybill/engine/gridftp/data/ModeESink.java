package org.waybill.engine.gridftp.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Connections in extended block mode: each block goes over whichever is free. */
public final class ModeESink implements DataSink {
    private final List<DataChannel> channels;
    private final int stripes;
    private final BlockingQueue<DataChannel> free;

    /**
     * @param channels connected, those of a stripe next to each other, equally many for each stripe
     * @param stripes hosts of the receiver
     */
    public ModeESink(List<DataChannel> channels, int stripes) {
        this.channels = List.copyOf(channels);
        this.stripes = stripes;
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

    @Override
    public DataSink lane(int writer) {
        return new Lane(channels.get(writer % channels.size()));
    }

    /** One of the connections. */
    private final class Lane implements DataSink {
        private final DataChannel channel;

        Lane(DataChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException {
            // several writers may share it
            synchronized (channel) {
                send(channel, 0, bytes.remaining(), offset, bytes);
            }
        }

        @Override
        public void finish() throws IOException {
            ModeESink.this.finish();
        }

        @Override
        public void close() {
            ModeESink.this.close();
        }
    }

    private static void send(DataChannel channel, int descriptor, long count, long offset, ByteBuffer bytes)
            throws IOException {
        ByteBuffer header = ByteBuffer.allocate(ModeE.HEADER_BYTES);
        ModeE.write(header, descriptor, count, offset);
        channel.write(header.flip(), bytes);
    }

    /**
     * EOD on each channel, and on the first of each stripe EOF with the number of its EODs in the same block: the Grid
     * Community Toolkit sends it so, and jGlobus reads nothing behind EOF. Receivers close when they have answered.
     */
    @Override
    public void finish() throws IOException {
        int each = channels.size() / stripes;
        for (int i = 0; i < channels.size(); i++) {
            boolean first = i % each == 0;
            int descriptor = ModeE.EOD | ModeE.SENDER_CLOSES | (first ? ModeE.EOF : 0);
            send(channels.get(i), descriptor, 0, first ? each : 0, ByteBuffer.allocate(0));
            channels.get(i).endOutput();
        }
    }

    @Override
    public int sendBuffer(int bytes) throws IOException {
        int set = 0;
        for (DataChannel channel : channels) {
            set = channel.sendBuffer(bytes);
        }
        return set;
    }

    @Override
    public void close() {
        channels.forEach(DataChannel::close);
    }
}
