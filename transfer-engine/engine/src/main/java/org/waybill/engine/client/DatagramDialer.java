package org.waybill.engine.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.driver.udp.StreamReservation;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.DatagramPortReplies;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.session.streams.DatagramHost;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * Opens data streams over datagrams: asks the node for a port over the control connection, then speaks to that. What
 * travels on the stream is the same as on a TCP data connection. The first streams are asked for together with the
 * request itself, which saves a round trip.
 */
final class DatagramDialer implements StreamDialer, AutoCloseable {
    private static final long UNKNOWN_ROUND_TRIP_NS = 100_000_000;

    private final ControlLink link;
    private final DataKeys keys;
    private final TransferClient.Options options;
    private final boolean sending;
    private final RateShares shares;
    private final SecureRandom random = new SecureRandom();
    private final DatagramPortReplies answers = new DatagramPortReplies("the node");
    private final Map<Integer, Asked> asked = new HashMap<>();
    private final long roundTripNs;

    /** A stream that the node was or is to be asked for. */
    private record Asked(Message.OpenDatagrams wish, StreamReservation place, DatagramPortReplies.Answer answer) {}

    /** @param sending whether this side has the data */
    DatagramDialer(ControlLink link, DataKeys keys, TransferClient.Options options, boolean sending) {
        this.link = link;
        this.keys = keys;
        this.options = options;
        this.sending = sending;
        shares = new RateShares(options.data().rateBitsPerSecond());
        long kernelNs = DataSockets.rttMicros(link.channel()) * 1000;
        roundTripNs = kernelNs > 0 ? kernelNs : UNKNOWN_ROUND_TRIP_NS;
    }

    /** The request, and with it the wishes for the streams that are opened first, as far as there is memory. */
    Message[] withWishes(Message... request) throws IOException {
        int first = options.datagrams() == null || options.routes() != null ? 0 : ChannelOpener.first(options);
        List<Message> all = new ArrayList<>(List.of(request));
        try {
            for (int connection = 0; connection < first; connection++) {
                all.add(ask(connection).wish());
            }
        } catch (StreamMemoryException e) {
            if (all.size() == request.length) {
                throw e;
            }
        }
        return all.toArray(new Message[0]);
    }

    private synchronized Asked ask(int connection) throws IOException {
        TransferClient.Datagrams how = Objects.requireNonNull(options.datagrams());
        InetSocketAddress node = (InetSocketAddress) link.channel().getRemoteAddress();
        DatagramPortReplies.Answer answer = answers.expect(connection);
        StreamReservation place = StreamReservation.towards(
                node.getAddress(), options.data().rateBitsPerSecond(), roundTripNs, StreamMemory.OF_CLIENT);
        Asked made = new Asked(
                new Message.OpenDatagrams(
                        connection,
                        how.transport(),
                        options.data().rateBitsPerSecond(),
                        random.nextLong(),
                        roundTripNs,
                        how.insecureLab(),
                        place.port()),
                place,
                answer);
        asked.put(connection, made);
        return made;
    }

    /** How many of the channels are limited by the receiver's host, as far as this side sends; else 0. */
    int receiverLimited() {
        return shares.receiverLimited();
    }

    /** Takes the message if it is the answer to a question of ours. */
    boolean isAnswer(Message message) {
        return answers.isAnswer(message);
    }

    private synchronized @Nullable Asked known(int connection) {
        return asked.get(connection);
    }

    /** @throws StreamMemoryException if one of the two ends has none for this stream */
    @Override
    public ByteChannel dial(AttachPreamble preamble) throws IOException {
        Asked stream = known(preamble.connection());
        if (stream == null) {
            stream = ask(preamble.connection());
            link.send(stream.wish());
        }
        Message.DatagramsOpen open = stream.answer().await();
        InetSocketAddress node = (InetSocketAddress) link.channel().getRemoteAddress();
        synchronized (this) {
            // from now on the place is the stream's
            if (!asked.remove(preamble.connection(), stream)) {
                throw new IOException("the session has ended");
            }
        }
        if (open.port() == 0) {
            stream.place().close();
            throw new StreamMemoryException("the node has no memory left for a data stream; try again when other"
                    + " transfers there have ended");
        }
        return DatagramChannels.connect(
                stream.place(),
                new InetSocketAddress(node.getAddress(), open.port()),
                open.cookie(),
                terms(stream.wish()),
                sending,
                shares);
    }

    private DatagramTerms terms(Message.OpenDatagrams wish) {
        return DatagramHost.terms(wish, keys)
                .withBreaker(Objects.requireNonNull(options.datagrams()).breaker());
    }

    /** Gives back what was asked for and never used: a small file needs no stream. */
    @Override
    public synchronized void close() {
        answers.close();
        asked.values().forEach(stream -> stream.place().close());
        asked.clear();
    }
}
