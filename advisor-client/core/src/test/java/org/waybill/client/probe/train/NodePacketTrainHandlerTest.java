package org.waybill.client.probe.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.PacketTrainHandler;
import org.waybill.engine.wire.Message.Burst;

/** Over sockets of this machine. */
class NodePacketTrainHandlerTest {
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final long SESSION = 42;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Test
    void trainsGoBackToWhereTheyCameFrom() throws Exception {
        try (PacketTrainHandler.Reception node = new NodePacketTrainHandler().open(HERE, HERE, SESSION);
                TrainSocket socket = TrainSocket.towards(HERE, SESSION)) {
            socket.send(new TrainPlan(5, 200, 0), 0, new InetSocketAddress(HERE, node.port()));
            assertThat(node.receive(0, 5, LIMIT)).doesNotContain(ReceivedTrain.LOST);

            long beforeNs = System.nanoTime();
            long[] sentNs = node.send(1, 300, List.of(new Burst(3, 0, 0), new Burst(4, 2_000_000, 30_000_000)));
            long[] arrivedNs = socket.receive(1, 7, System.nanoTime() + LIMIT.toNanos());

            assertThat(sentNs).isSorted().hasSize(7);
            assertThat(sentNs[3] - beforeNs).isGreaterThanOrEqualTo(29_900_000);
            assertThat(sentNs[6] - beforeNs).isGreaterThanOrEqualTo(35_900_000);
            assertThat(arrivedNs).doesNotContain(ReceivedTrain.LOST).isSorted();
        }
    }

    @Test
    void nothingIsSentBeforeATrainCameNorToAnotherHostThanThePeer() throws Exception {
        List<Burst> train = List.of(new Burst(3, 0, 0));
        try (PacketTrainHandler.Reception node =
                        new NodePacketTrainHandler().open(HERE, InetAddress.ofLiteral("192.0.2.1"), SESSION);
                TrainSocket socket = TrainSocket.towards(HERE, SESSION)) {
            assertThatThrownBy(() -> node.send(0, 300, train)).isInstanceOf(TransferException.class);
            socket.send(new TrainPlan(5, 200, 0), 0, new InetSocketAddress(HERE, node.port()));
            assertThat(node.receive(0, 5, LIMIT)).doesNotContain(ReceivedTrain.LOST);
            assertThatThrownBy(() -> node.send(1, 300, train)).hasMessageContaining("192.0.2.1");
        }
    }
}
