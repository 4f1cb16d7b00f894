package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.protection.AeadProtection;
import org.waybill.engine.transport.protection.CookieJar;

/** A receiver that is not needed any more gives back what it holds, whether or not the sender says its last word. */
class LetGoTest {
    private static final long CONNECTION = 5;
    private static final int BYTES = 5_000;
    private static final long SECOND = 1_000_000_000L;

    private final byte[] secret = new byte[32];
    private final Connection receiver = Connection.receiver(SessionParameters.of(CONNECTION, false),
            new AeadProtection(secret, CONNECTION, false),
            Handshake.responder(new CookieJar(new byte[32]), path -> new byte[] {(byte) path}, CONNECTION),
            new Receiving(new ReceivedData((offset, data) -> { }, List.of()), AckPolicy.every(10_000_000)));
    private final Connection sender = Connection.sender(SessionParameters.of(CONNECTION, true),
            new AeadProtection(secret, CONNECTION, true), Handshake.initiator(1, new byte[0]),
            new Sending(source(), FreshRanges.whole(source()), RateController.fixed(100_000_000), CircuitBreaker.OFF));
    private long nowNs;

    private static DataSource source() {
        return new DataSource() {
            @Override
            public void read(long offset, ByteBuffer into) {
                into.put(new byte[into.remaining()]);
            }

            @Override
            public long availableBytes() {
                return BYTES;
            }

            @Override
            public long totalBytes() {
                return BYTES;
            }
        };
    }

    private void carry(Connection from, Connection to) {
        from.onTimeout(nowNs);
        ByteBuffer datagram = ByteBuffer.allocate(2_000);
        while (from.pollTransmit(nowNs, datagram.clear())) {
            to.onDatagram(nowNs, 1, datagram.flip());
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
        receiver.letGo(nowNs, "");
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
        receiver.onDatagram(nowNs, 1, hello.flip());
        assertThat(receiver.isEstablished()).isTrue();
        receiver.letGo(nowNs, "the disk is full");
        carry(receiver, sender);
        assertThat(sender.ending()).isNotNull();
        assertThat(sender.ending().text()).isEqualTo("the disk is full");
    }
}
