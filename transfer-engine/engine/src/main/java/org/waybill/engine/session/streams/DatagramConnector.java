package org.waybill.engine.session.streams;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.driver.udp.StreamReservation;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.DatagramPortReplies;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * Opens streams by datagrams to the peer of a control connection, which it asks there for a port for each. Thread-safe.
 */
public final class DatagramConnector implements AutoCloseable {
    private static final long UNKNOWN_ROUND_TRIP_NS = 100_000_000;

    private final ControlLink link;
    private final DataKeys keys;
    private final StreamMemory memory;
    private final String peer;
    private final SecureRandom random = new SecureRandom();
    private final DatagramPortReplies answers;

    /** @param peer who is asked, for messages */
    public DatagramConnector(ControlLink link, DataKeys keys, StreamMemory memory, String peer) {
        this.link = link;
        this.keys = keys;
        this.memory = memory;
        this.peer = peer;
        answers = new DatagramPortReplies(peer);
    }

    /** A stream that the peer was or is to be asked for. */
    public record Asked(Message.OpenDatagrams wish, StreamReservation place, DatagramPortReplies.Answer answer) {}

    /**
     * Prepares a stream; its wish is still to be sent.
     *
     * @throws StreamMemoryException if there is no memory for it here
     */
    public Asked ask(int stream, DatagramTerms.Transport transport, long rateBitsPerSecond, boolean insecureLab)
            throws IOException {
        DatagramPortReplies.Answer answer = answers.expect(stream);
        long kernelNs = DataSockets.rttMicros(link.channel()) * 1000;
        long roundTripNs = kernelNs > 0 ? kernelNs : UNKNOWN_ROUND_TRIP_NS;
        StreamReservation place =
                StreamReservation.towards(address().getAddress(), rateBitsPerSecond, roundTripNs, memory);
        return new Asked(
                new Message.OpenDatagrams(
                        stream,
                        transport,
                        rateBitsPerSecond,
                        random.nextLong(),
                        roundTripNs,
                        insecureLab,
                        place.port()),
                place,
                answer);
    }

    /** Sends the wish for a stream. */
    public Asked send(Asked stream) throws IOException {
        try {
            link.send(stream.wish());
            return stream;
        } catch (IOException e) {
            stream.place().close();
            throw e;
        }
    }

    /**
     * The stream, when the peer has answered the wish for it.
     *
     * @throws StreamMemoryException if there is no memory for it there
     */
    public ByteChannel open(Asked stream, CircuitBreaker.Limits breaker, boolean sending, RateShares shares)
            throws IOException {
        try {
            Message.DatagramsOpen open = stream.answer().await();
            if (open.port() == 0) {
                throw new StreamMemoryException(peer
                        + " has no memory left for a data stream; try again when other transfers there have ended");
            }
            return DatagramChannels.connect(
                    stream.place(),
                    new InetSocketAddress(address().getAddress(), open.port()),
                    open.cookie(),
                    DatagramHost.terms(stream.wish(), keys).withBreaker(breaker),
                    sending,
                    shares);
        } catch (IOException | RuntimeException e) {
            stream.place().close();
            throw e;
        }
    }

    private InetSocketAddress address() throws IOException {
        return (InetSocketAddress) link.channel().getRemoteAddress();
    }

    /** Takes the message if it is the answer to a wish. */
    public boolean isAnswer(Message message) {
        return answers.isAnswer(message);
    }

    /** No answer comes any more. */
    @Override
    public void close() {
        answers.close();
    }
}
