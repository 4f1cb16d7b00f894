package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.driver.TcpInfo;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.driver.udp.StreamReservation;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.DatagramPortReplies;
import org.waybill.engine.session.streams.DatagramHost;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * Streams by datagrams from one hop of a path to the next, which is asked for each over the connection that the path
 * stands on. Their keys come from the circuit's, which only these two hops know.
 */
final class HopStreams {
    private static final long UNKNOWN_ROUND_TRIP_NS = 100_000_000;

    private final ControlLink link;
    private final DataKeys keys;
    private final StreamMemory memory;
    private final SecureRandom random = new SecureRandom();
    private final DatagramPortReplies answers = new DatagramPortReplies("the next hop");

    /** @param key the circuit's, as the next hop gave it */
    HopStreams(ControlLink link, byte[] key, StreamMemory memory) {
        this.link = link;
        this.memory = memory;
        this.keys = new DataKeys(key);
    }

    /** A stream towards the next hop; null where one of the two has no memory for one by datagrams now. */
    @Nullable
    ByteChannel dial(int stream, Message.Transport transport, long rateBitsPerSecond, RateShares shares)
            throws IOException {
        InetSocketAddress next = (InetSocketAddress) link.channel().getRemoteAddress();
        long roundTripNs = roundTripNs();
        StreamReservation place;
        try {
            place = StreamReservation.towards(next.getAddress(), rateBitsPerSecond, roundTripNs, memory);
        } catch (StreamMemoryException _) {
            return null;
        }
        try {
            Message.OpenDatagrams wish = new Message.OpenDatagrams(
                    stream, transport, rateBitsPerSecond, random.nextLong(), roundTripNs, false, place.port());
            DatagramPortReplies.Answer answer = answers.expect(stream);
            link.send(wish);
            Message.DatagramsOpen open = answer.await();
            if (open.port() == 0) {
                place.close();
                return null;
            }
            return DatagramChannels.connect(
                    place,
                    new InetSocketAddress(next.getAddress(), open.port()),
                    open.cookie(),
                    DatagramHost.terms(wish, keys),
                    true,
                    shares);
        } catch (IOException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    private long roundTripNs() {
        long micros = KernelSocket.of(link.channel())
                .flatMap(KernelSocket::info)
                .map(TcpInfo::rttMicros)
                .orElse(0L);
        return micros > 0 ? micros * 1000 : UNKNOWN_ROUND_TRIP_NS;
    }

    /** Takes the message if it is the answer to a question of ours. */
    boolean isAnswer(Message message) {
        return answers.isAnswer(message);
    }

    /** The path has ended: nobody answers any more. */
    void close() {
        answers.close();
    }
}
