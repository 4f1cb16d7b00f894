package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A receiver that is not needed any more gives back what it holds, whether or not the sender says its last word. */
class CloseQuietlyTest {
    private static final long SECOND = 1_000_000_000L;

    private final ConnectionPair pair = new ConnectionPair(5_000);
    private final Connection receiver = pair.receiver;
    private final Connection sender = pair.sender;
    private long nowNs;

    private void carry(Connection from, Connection to) {
        from.onTimeout(nowNs);
        ByteBuffer datagram = ByteBuffer.allocate(2_000);
        while (from.pollTransmit(nowNs, datagram.clear())) {
            to.onDatagram(nowNs, ConnectionPair.HOME, datagram.flip());
        }
    }

    private void passSeconds(int seconds) {
        for (int i = 0; i < 10 * seconds; i++) {
            nowNs += SECOND / 10;
            receiver.onTimeout(nowNs);
            receiver.pollTransmit(nowNs, ByteBuffer.allocate(2_000));
        }
    }

    @Test
    void aSenderThatIsGoneIsNotWaitedForByAReceiverThatHasEverything() {
        for (int i = 0; i < 20 && !receiver.isComplete(); i++) {
            nowNs += SECOND / 100;
            carry(sender, receiver);
            if (!receiver.isComplete()) {
                carry(receiver, sender);
            }
        }
        assertThat(receiver.isComplete()).isTrue();
        passSeconds(10);
        assertThat(receiver.isDone()).as("as long as somebody wants it").isFalse();
        receiver.closeQuietly(nowNs, "");
        passSeconds(1);
        assertThat(receiver.isDone()).isTrue();
    }

    @Test
    void aSenderHearsOfAReceiverThatLacksSomethingAndEnds() {
        carry(sender, receiver);
        carry(receiver, sender);
        sender.onTimeout(nowNs);
        ByteBuffer hello = ByteBuffer.allocate(2_000);
        sender.pollTransmit(nowNs, hello);
        receiver.onDatagram(nowNs, ConnectionPair.HOME, hello.flip());
        assertThat(receiver.isEstablished()).isTrue();
        receiver.closeQuietly(nowNs, "the disk is full");
        carry(receiver, sender);
        assertThat(sender.ending()).isNotNull();
        assertThat(sender.ending().text()).isEqualTo("the disk is full");
    }
}
