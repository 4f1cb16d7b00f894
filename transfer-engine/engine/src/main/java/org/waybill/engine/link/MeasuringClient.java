package org.waybill.engine.link;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * Measures the path to a node that this machine is paired with, over a control connection of its own. For one thread.
 */
public final class MeasuringClient implements AutoCloseable {
    private final ControlLink link;
    private final NodeAddress node;

    private MeasuringClient(ControlLink link, NodeAddress node) {
        this.link = link;
        this.node = node;
    }

    /** Connects; {@code home} holds the identity and the paired peers. */
    public static MeasuringClient connect(Path home, Location place) throws TransferException {
        NodeAddress node = NodeAddress.of(place);
        return new MeasuringClient(
                new NodeLinks(home, NodeAddress::resolve).greet(node, new Message.Hello("waybill probe")), node);
    }

    @FunctionalInterface
    private interface Exchange<T> {
        T run() throws IOException, TransferException;
    }

    private <T> T mapped(Exchange<T> exchange) throws TransferException {
        try {
            return exchange.run();
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    private <T extends Message> T ask(Message question, Class<T> answer) throws TransferException {
        return mapped(() -> {
            link.send(question);
            return Replies.expect(answer, link.answer());
        });
    }

    /**
     * Sends this many bytes to the node, which discards them; returns when it has them all.
     *
     * @param sent hears how many have been handed to the connection
     */
    public void upload(long bytes, LongConsumer sent) throws TransferException {
        mapped(() -> {
            link.send(new Message.RateTest(bytes, true));
            RateTestData.send(link, bytes, sent);
            return Replies.expect(Message.Done.class, link.receive());
        });
    }

    /**
     * Has the node send this many bytes.
     *
     * @param received hears how many have come
     */
    public void download(long bytes, LongConsumer received) throws TransferException {
        mapped(() -> {
            link.send(new Message.RateTest(bytes, false));
            for (long left = bytes; left > 0; ) {
                int length = Replies.expect(Message.InlineBlock.class, link.receive())
                        .payload()
                        .length;
                if (length == 0 || length > left) {
                    throw new WireException("a block of " + length + " bytes in a rate test: expected 1 to " + left);
                }
                left -= length;
                received.accept(bytes - left);
            }
            return Replies.expect(Message.Done.class, link.receive());
        });
    }

    /** The node's host as its {@code HostInfoHandler} describes it. */
    public String examine() throws TransferException {
        return ask(new Message.HostInfoRequest(), Message.HostInfo.class).tables();
    }

    /** Has the node listen for trains of datagrams that carry {@code session}; returns its UDP port. */
    public int openTrains(long session) throws TransferException {
        return ask(new Message.TrainRequest(session), Message.TrainsOpen.class).port();
    }

    /** Announces the train that is sent next. */
    public void announce(int train, int packets) throws TransferException {
        mapped(() -> {
            link.send(new Message.TrainAnnouncement(train, packets));
            return train;
        });
    }

    /** When the packets of the train announced last arrived; {@link Long#MIN_VALUE} for those that did not. */
    public long[] arrivals() throws TransferException {
        return mapped(() -> Replies.expect(Message.TrainArrivals.class, link.answer()).arrivedNs().stream()
                .mapToLong(Long::longValue)
                .toArray());
    }

    /** Whether the node can send trains too. */
    public boolean sendsTrains() {
        return link.isSince(Message.SendTrain.SINCE);
    }

    /** Has the node send a train to where the last one to it came from. */
    public void order(int train, int packetBytes, List<Message.Burst> bursts) throws TransferException {
        mapped(() -> {
            link.send(new Message.SendTrain(train, packetBytes, bursts));
            return train;
        });
    }

    /** When the packets of the train ordered last left the node, by its clock. */
    public long[] departures() throws TransferException {
        return mapped(() -> Replies.expect(Message.TrainSent.class, link.answer()).sentNs().stream()
                .mapToLong(Long::longValue)
                .toArray());
    }

    /** Ends the connection at once, from any thread: what waits for an answer fails. */
    public void abort() {
        link.close();
    }

    @Override
    public void close() {
        link.finish();
    }
}
