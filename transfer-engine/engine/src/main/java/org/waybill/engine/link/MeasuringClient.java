package org.waybill.engine.link;

import java.io.IOException;
import java.nio.file.Path;
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
        ControlLink link = new NodeLinks(home).connect(node);
        MeasuringClient client = new MeasuringClient(link, node);
        try {
            link.send(new Message.Hello("waybill probe"));
            Replies.expect(Message.Welcome.class, link.answer());
            return client;
        } catch (IOException e) {
            link.close();
            throw Replies.broken(e, node.toString());
        } catch (TransferException e) {
            link.close();
            throw e;
        }
    }

    /**
     * Sends so many bytes to the node, which throws them away; returns when it has them all.
     *
     * @param sent hears how many have been handed to the connection
     */
    public void upload(long bytes, LongConsumer sent) throws TransferException {
        try {
            link.send(new Message.RateTest(bytes, true));
            RateTestData.send(link, bytes, sent);
            Replies.expect(Message.Done.class, link.receive());
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /**
     * Has the node send so many bytes.
     *
     * @param received hears how many have come
     */
    public void download(long bytes, LongConsumer received) throws TransferException {
        try {
            link.send(new Message.RateTest(bytes, false));
            for (long left = bytes; left > 0; ) {
                int length = Replies.expect(Message.InlineBlock.class, link.receive())
                        .payload()
                        .length;
                if (length == 0 || length > left) {
                    throw new WireException(
                            "a rate test's block of " + length + " bytes where 1 to " + left + " are due");
                }
                left -= length;
                received.accept(bytes - left);
            }
            Replies.expect(Message.Done.class, link.receive());
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /** The node's host as its {@code HostDesk} describes it. */
    public String examine() throws TransferException {
        try {
            link.send(new Message.Examine());
            return Replies.expect(Message.Examined.class, link.answer()).tables();
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /** Has the node listen for trains of datagrams that carry {@code session}; returns its UDP port. */
    public int openTrains(long session) throws TransferException {
        try {
            link.send(new Message.TrainsWanted(session));
            return Replies.expect(Message.TrainsOpen.class, link.answer()).port();
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /** Announces the train that is sent next. */
    public void announce(int train, int packets) throws TransferException {
        try {
            link.send(new Message.TrainComing(train, packets));
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /** When the packets of the train announced last arrived; {@link Long#MIN_VALUE} for those that did not. */
    public long[] arrivals() throws TransferException {
        try {
            return Replies.expect(Message.TrainSeen.class, link.answer()).arrivedNs().stream()
                    .mapToLong(Long::longValue)
                    .toArray();
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    @Override
    public void close() {
        link.finish();
    }
}
