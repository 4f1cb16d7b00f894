package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.RateTestData;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * The node's part in measuring the path to it: bytes that go nowhere, and trains of datagrams. One per connection. See
 * decision 0160.
 */
final class MeasurementHandler implements AutoCloseable {
    private static final long MOST_BYTES = 4L << 30;
    private static final int MOST_PACKETS = 4096;
    private static final int LEAST_PACKETS = 3;
    private static final int LEAST_PACKET_BYTES = 64;
    private static final int MOST_PACKET_BYTES = 1500;
    private static final Duration TRAIN_LIMIT = Duration.ofSeconds(3);

    private final ControlLink link;
    private PacketTrainHandler.@Nullable Reception trains;

    MeasurementHandler(ControlLink link) {
        this.link = link;
    }

    /** Takes or gives a number of bytes that no link can compress, and forgets them. */
    void rate(Message.RateTest test) throws IOException {
        if (test.bytes() > MOST_BYTES) {
            throw new WireException("a rate test of " + test.bytes() + " bytes where " + MOST_BYTES + " are allowed");
        }
        if (test.toNode()) {
            swallow(test.bytes());
        } else {
            RateTestData.send(link, test.bytes(), _ -> {});
        }
        link.send(new Message.Done());
    }

    private void swallow(long bytes) throws IOException {
        for (long left = bytes; left > 0; ) {
            if (!(link.receive() instanceof Message.InlineBlock block)
                    || block.payload().length == 0
                    || block.payload().length > left) {
                throw new WireException("a rate test wants blocks of what is left of its bytes");
            }
            left -= block.payload().length;
        }
    }

    /** Describes the host. */
    void examine(Path dataDirectory) throws IOException, TransferException {
        HostInfoHandler desk = HostInfoHandler.installed()
                .orElseThrow(() -> new TransferException(Reason.BAD_INPUT, "this node cannot examine its host"));
        InetSocketAddress local = (InetSocketAddress) link.channel().getLocalAddress();
        link.send(new Message.HostInfo(desk.examine(dataDirectory, local.getAddress())));
    }

    /** Opens a port for trains of this connection. */
    void openTrains(Message.TrainRequest wanted) throws IOException, TransferException {
        PacketTrainHandler desk = PacketTrainHandler.installed()
                .orElseThrow(
                        () -> new TransferException(Reason.BAD_INPUT, "this node cannot receive trains of datagrams"));
        close();
        InetSocketAddress local = (InetSocketAddress) link.channel().getLocalAddress();
        InetSocketAddress peer = (InetSocketAddress) link.channel().getRemoteAddress();
        PacketTrainHandler.Reception opened = desk.open(local.getAddress(), peer.getAddress(), wanted.session());
        trains = opened;
        link.send(new Message.TrainsOpen(opened.port()));
    }

    /** Waits for a train that the peer sends next, and reports when its packets came. */
    void train(Message.TrainAnnouncement coming) throws IOException, InterruptedException {
        PacketTrainHandler.Reception open = trains;
        if (open == null || coming.packets() > MOST_PACKETS) {
            throw new WireException("no train of " + coming.packets() + " packets can be received");
        }
        List<Long> arrivedNs = Arrays.stream(open.receive(coming.train(), coming.packets(), TRAIN_LIMIT))
                .boxed()
                .toList();
        link.send(new Message.TrainArrivals(coming.train(), arrivedNs));
    }

    /** Sends a train to the peer, once one of its own came from the host at the other end of this connection. */
    void sendTrain(Message.SendTrain wanted) throws IOException, TransferException, InterruptedException {
        PacketTrainHandler.Reception open = trains;
        long packets =
                wanted.bursts().stream().mapToLong(Message.Burst::packets).sum();
        if (open == null
                || wanted.bursts().stream().anyMatch(burst -> burst.packets() < LEAST_PACKETS)
                || packets < LEAST_PACKETS
                || packets > MOST_PACKETS
                || wanted.packetBytes() < LEAST_PACKET_BYTES
                || wanted.packetBytes() > MOST_PACKET_BYTES
                || seconds(wanted.bursts()) > TRAIN_LIMIT.toSeconds()) {
            throw new WireException(
                    "no train of " + packets + " packets of " + wanted.packetBytes() + " bytes can be sent");
        }
        List<Long> sentNs = Arrays.stream(open.send(wanted.train(), wanted.packetBytes(), wanted.bursts()))
                .boxed()
                .toList();
        link.send(new Message.TrainSent(wanted.train(), sentNs));
    }

    private static double seconds(List<Message.Burst> bursts) {
        return bursts.stream()
                        .mapToDouble(burst -> burst.pauseNs() + (double) burst.packets() * burst.spacingNs())
                        .sum()
                / 1e9;
    }

    @Override
    public void close() {
        if (trains != null) {
            trains.close();
            trains = null;
        }
    }
}
