package org.waybill.engine.overlay;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.driver.TcpInfo;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.NoMemoryException;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamPlace;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.DatagramHost;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * Streams by datagrams from one hop of a path to the next, which is asked for each over the connection that the path
 * stands on. Their keys come from the circuit's, which only these two hops know.
 */
final class HopStreams {
    private static final int ANSWER_SECONDS = 10;
    private static final long UNKNOWN_ROUND_TRIP_NS = 100_000_000;

    private final ControlLink link;
    private final DataKeys keys;
    private final StreamMemory memory;
    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, CompletableFuture<Message.DatagramsOpen>> asked = new HashMap<>();
    private boolean closed;

    /** @param key the circuit's, as the next hop gave it */
    HopStreams(ControlLink link, byte[] key, StreamMemory memory) {
        this.link = link;
        this.memory = memory;
        this.keys = new DataKeys(key);
    }

    /** A stream towards the next hop; null where one of the two has no memory for one by datagrams now. */
    @Nullable ByteChannel dial(int stream, Message.Transport transport, long rateBitsPerSecond, RateShares shares)
            throws IOException {
        InetSocketAddress next = (InetSocketAddress) link.channel().getRemoteAddress();
        long roundTripNs = roundTripNs();
        StreamPlace place;
        try {
            place = StreamPlace.towards(next.getAddress(), rateBitsPerSecond, roundTripNs, memory);
        } catch (NoMemoryException _) {
            return null;
        }
        try {
            Message.OpenDatagrams wish = new Message.OpenDatagrams(stream, transport, rateBitsPerSecond,
                    random.nextLong(), roundTripNs, false, place.port());
            Message.DatagramsOpen open = ask(wish);
            if (open.port() == 0) {
                place.close();
                return null;
            }
            return DatagramChannels.connect(place, new InetSocketAddress(next.getAddress(), open.port()),
                    open.cookie(), DatagramHost.terms(wish, keys), true, shares);
        } catch (IOException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    private long roundTripNs() {
        long micros = KernelSocket.of(link.channel()).flatMap(KernelSocket::info).map(TcpInfo::rttMicros).orElse(0L);
        return micros > 0 ? micros * 1000 : UNKNOWN_ROUND_TRIP_NS;
    }

    private Message.DatagramsOpen ask(Message.OpenDatagrams wish) throws IOException {
        CompletableFuture<Message.DatagramsOpen> answer = new CompletableFuture<>();
        synchronized (this) {
            if (closed) {
                throw new IOException("the path has ended");
            }
            asked.put(wish.connection(), answer);
        }
        link.send(wish);
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the next hop opened no UDP port", e);
        } finally {
            synchronized (this) {
                asked.remove(wish.connection());
            }
        }
    }

    /** Takes the message if it is the answer to a question of ours. */
    boolean isAnswer(Message message) {
        if (!(message instanceof Message.DatagramsOpen open)) {
            return false;
        }
        synchronized (this) {
            CompletableFuture<Message.DatagramsOpen> question = asked.get(open.connection());
            if (question != null) {
                question.complete(open);
            }
        }
        return true;
    }

    /** The path has ended: nobody answers any more. */
    synchronized void close() {
        closed = true;
        asked.values().forEach(answer -> answer.completeExceptionally(new IOException("the path has ended")));
    }
}
