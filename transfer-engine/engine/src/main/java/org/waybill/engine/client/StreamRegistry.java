package org.waybill.engine.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferListener;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.PacedChannel;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.wire.DataKeys;

/** Where connections for a session's data are delivered, with its progress. */
public final class StreamRegistry {
    private static final int CONNECT_MILLIS = 8_000;

    private final TransferSide session;
    private final DataKeys keys;
    private final byte[] id;
    private final NodeAddress node;
    private final TransferClient.Options options;
    private final long rttMicros;
    private final TransferListener listener;
    private final AtomicInteger next = new AtomicInteger();

    StreamRegistry(
            TransferSide session,
            SessionSettings settings,
            byte[] id,
            NodeAddress node,
            TransferClient.Options options,
            long rttMicros) {
        this.session = session;
        this.keys = new DataKeys(settings.secret());
        this.id = id.clone();
        this.node = node;
        this.options = options;
        this.rttMicros = rttMicros;
        this.listener = settings.listener();
    }

    /** A connection straight to the node. */
    public SocketChannel direct() throws IOException {
        return TcpChannels.connect(new InetSocketAddress(node.host(), node.port()), CONNECT_MILLIS);
    }

    /** The number of a stream to come. */
    public int nextStream() {
        return next.getAndIncrement();
    }

    /** Makes a connection that leads to the node the session's stream of this number. */
    public PacedChannel attach(int stream, ByteChannel channel) throws IOException {
        try {
            TcpChannels.write(channel, ByteBuffer.wrap(keys.preamble(id, stream).encode()));
            PacedChannel paced = new PacedChannel(channel, stream);
            session.attach(stream, paced);
            return paced;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** New bytes that reached the sink on this stream. */
    public long deliveredBytes(int stream) {
        return session.deliveredBytes(stream);
    }

    /** New bytes that reached the sink on all streams. */
    public long deliveredBytes() {
        return session.deliveredBytes();
    }

    /** Has streams carry what they hold and no more; false if the peer, who sends, cannot be reached any more. */
    public boolean retire(Collection<Integer> streams) {
        boolean every = true;
        for (int stream : streams) {
            every &= session.retire(stream);
        }
        return every;
    }

    /** What streams hold that is on its way, bytes; 0 where the peer sends, who alone knows. */
    public long heldBytes(Collection<Integer> streams) {
        return streams.stream().mapToLong(session::heldBytes).sum();
    }

    /** Ends streams whose connections are closed; what they hold goes over others. */
    public void giveUp(Collection<Integer> streams) {
        streams.forEach(session::giveUp);
    }

    /** What is still to come, as far as known; much if not. */
    public long remainingBytes() {
        TransferListener.Progress progress = session.progress();
        return progress.totalBytes() < 0
                ? Long.MAX_VALUE / 4
                : Math.max(0, progress.totalBytes() - progress.bytesDone());
    }

    /** Waits; true when the session has ended. */
    public boolean endsWithin(long millis) throws InterruptedException {
        return session.outcome().endsWithin(millis);
    }

    /** Streams that the user requests for a path, 0 for a good number. */
    public int wantedStreams() {
        return options.data().streams();
    }

    /** By which datagrams the data are to travel between relays; null for TCP. */
    public TransferClient.@Nullable Datagrams datagrams() {
        return options.datagrams();
    }

    /** What the user allows, 0 for no limit. */
    public long rateBitsPerSecond() {
        return options.data().rateBitsPerSecond();
    }

    /** Of the control connection, 0 if unknown. */
    public long rttMicros() {
        return rttMicros;
    }

    /** Something worth a line in the log. */
    public void event(String code, String text) {
        listener.onEvent(code, text);
    }
}
