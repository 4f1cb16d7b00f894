package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.wire.CloseCode;

/** A connection lasts while both ends are there, however little they say, and ends for both when one ends it. */
class EndingTest {
    private static final long SECOND = 1_000_000_000L;

    private final ConnectionPair pair = ConnectionPair.silent();
    private long nowNs;
    private int carried;

    private void carry(Connection from, Connection to) {
        from.onTimeout(nowNs);
        ByteBuffer datagram = ByteBuffer.allocate(2_000);
        while (from.pollTransmit(nowNs, datagram.clear())) {
            carried++;
            to.onDatagram(nowNs, ConnectionPair.HOME, datagram.flip());
        }
    }

    private void carryForSeconds(int seconds) {
        for (int i = 0; i < 100 * seconds; i++) {
            nowNs += SECOND / 100;
            carry(pair.sender, pair.receiver);
            carry(pair.receiver, pair.sender);
        }
    }

    @Test
    void twoThatHaveNothingToSayStayConnected() {
        carryForSeconds(1);
        assertThat(pair.receiver.isEstablished()).isTrue();
        carried = 0;
        carryForSeconds(600);
        assertThat(pair.sender.ending()).isNull();
        assertThat(pair.receiver.ending()).isNull();
        assertThat(carried).as("datagrams in ten minutes").isLessThan(2_000);
    }

    @Test
    void whoHearsNothingForTwentySecondsEnds() {
        carryForSeconds(1);
        for (int i = 0; i < 21; i++) {
            nowNs += SECOND;
            pair.receiver.onTimeout(nowNs);
        }
        assertThat(pair.receiver.isDone()).isTrue();
        assertThat(pair.receiver.ending().code()).isEqualTo(CloseCode.TIMED_OUT);
        assertThat(pair.receiver.ending().text()).isEqualTo("no datagram has come from the peer for 20 s");
    }

    @Test
    void anAbortIsHeardByThePeerWithItsReason() {
        carryForSeconds(1);
        pair.sender.abort(nowNs, "stopped by the user");
        carry(pair.sender, pair.receiver);
        assertThat(pair.receiver.isDone()).isTrue();
        assertThat(pair.receiver.ending())
                .isEqualTo(new Connection.Ending(CloseCode.ABORTED, "stopped by the user", true));
        carryForSeconds(2);
        assertThat(pair.sender.isDone()).isTrue();
    }
}
