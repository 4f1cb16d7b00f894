package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.net.InetAddress;

/**
 * A socket and a buffer for a stream to come. Who begins a stream takes its place first and then asks the peer, so that
 * the peer is not asked for nothing.
 */
public final class StreamReservation implements AutoCloseable {
    private static final int LEAST_BUFFER_BYTES = 4 << 20;
    private static final int MOST_BUFFER_BYTES = 64 << 20;
    private static final long ASSUMED_BITS_PER_SECOND = 1_000_000_000L;
    private static final double ROUND_TRIPS_BUFFERED = 3.5;

    private final UdpSocket socket;
    private final StreamBuffer buffer;

    private StreamReservation(UdpSocket socket, StreamBuffer buffer) {
        this.socket = socket;
        this.buffer = buffer;
    }

    /**
     * A place of the end that speaks first.
     *
     * @param rateBitsPerSecond of the stream, 0 if it is to be found out
     * @param roundTripNs to the peer, as far as is known
     */
    public static StreamReservation towards(
            InetAddress peer, long rateBitsPerSecond, long roundTripNs, StreamMemory memory) throws IOException {
        InetAddress any = InetAddress.getByAddress(new byte[peer.getAddress().length]);
        return take(any, bufferBytes(rateBitsPerSecond, roundTripNs), memory);
    }

    /** A place of the end that is spoken to. */
    static StreamReservation at(InetAddress local, DatagramTerms terms, StreamMemory memory) throws IOException {
        return take(local, bufferBytes(terms.rateBitsPerSecond(), terms.roundTripNs()), memory);
    }

    private static StreamReservation take(InetAddress local, int bufferBytes, StreamMemory memory) throws IOException {
        memory.take(bufferBytes);
        UdpSocket socket = null;
        try {
            socket = UdpSocket.open(local, 0);
            return new StreamReservation(socket, new StreamBuffer(bufferBytes, () -> memory.give(bufferBytes)));
        } catch (Throwable e) {
            memory.give(bufferBytes);
            if (socket != null) {
                socket.close();
            }
            if (e instanceof OutOfMemoryError) {
                // the JVM allows less than it reported, or something else has used it up
                throw StreamMemory.refusal(bufferBytes);
            }
            throw e;
        }
    }

    /** What is under way until a loss is repaired; more would only delay, less would make the sender wait. */
    private static int bufferBytes(long rateBitsPerSecond, long roundTripNs) {
        long rate = rateBitsPerSecond > 0 ? rateBitsPerSecond : ASSUMED_BITS_PER_SECOND;
        double wanted = rate / 8.0 * roundTripNs / 1e9 * ROUND_TRIPS_BUFFERED + LEAST_BUFFER_BYTES;
        return (int) Math.min(MOST_BUFFER_BYTES, wanted);
    }

    /** The port that the stream will speak from. */
    public int port() {
        return socket.localAddress().getPort();
    }

    UdpSocket socket() {
        return socket;
    }

    StreamBuffer buffer() {
        return buffer;
    }

    /** Gives a place back that no stream has been started in. */
    @Override
    public void close() {
        socket.close();
        buffer.leave();
        buffer.leave();
    }
}
