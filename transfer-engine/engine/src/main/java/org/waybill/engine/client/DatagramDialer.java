package org.waybill.engine.client;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.streams.DatagramConnector;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * Opens data streams over datagrams: asks the node for a port over the control connection, then speaks to that. What
 * travels on the stream is the same as on a TCP data connection. The first streams are asked for together with the
 * request itself, which saves a round trip.
 */
final class DatagramDialer implements AutoCloseable {
    private final TransferClient.Options options;
    private final boolean sending;
    private final RateShares shares;
    private final DatagramConnector connector;
    private final Map<Integer, DatagramConnector.Asked> asked = new HashMap<>();

    /** @param sending whether this side has the data */
    DatagramDialer(ControlLink link, DataKeys keys, TransferClient.Options options, boolean sending) {
        connector = new DatagramConnector(link, keys, StreamMemory.OF_CLIENT, "the node");
        this.options = options;
        this.sending = sending;
        shares = new RateShares(options.data().rateBitsPerSecond());
    }

    /** The request, and with it the wishes for the streams that are opened first, as far as there is memory. */
    Message[] withWishes(Message... request) throws IOException {
        int first = options.datagrams() == null || options.routes() != null ? 0 : ChannelOpener.first(options);
        List<Message> all = new ArrayList<>(List.of(request));
        try {
            for (int connection = 0; connection < first; connection++) {
                DatagramConnector.Asked stream = ask(connection);
                synchronized (this) {
                    asked.put(connection, stream);
                }
                all.add(stream.wish());
            }
        } catch (StreamMemoryException e) {
            if (all.size() == request.length) {
                throw e;
            }
        }
        return all.toArray(new Message[0]);
    }

    private DatagramConnector.Asked ask(int connection) throws IOException {
        return connector.ask(connection, how().transport(), options.data().rateBitsPerSecond(), how().insecureLab());
    }

    private TransferClient.Datagrams how() {
        return Objects.requireNonNull(options.datagrams());
    }

    /** How many of the channels are limited by the receiver's host, as far as this side sends; else 0. */
    int receiverLimited() {
        return shares.receiverLimited();
    }

    /** Takes the message if it is the answer to a question of ours. */
    boolean isAnswer(Message message) {
        return connector.isAnswer(message);
    }

    private synchronized DatagramConnector.@Nullable Asked askedBefore(int connection) {
        return asked.remove(connection);
    }

    /** @throws StreamMemoryException if one of the two sides has none for this stream */
    ByteChannel dial(AttachPreamble preamble) throws IOException {
        DatagramConnector.Asked before = askedBefore(preamble.connection());
        return connector.open(
                before == null ? connector.send(ask(preamble.connection())) : before, how().breaker(), sending, shares);
    }

    /** Gives back what was asked for and never used: a small file needs no stream. */
    @Override
    public synchronized void close() {
        connector.close();
        asked.values().forEach(stream -> stream.place().close());
        asked.clear();
    }
}
