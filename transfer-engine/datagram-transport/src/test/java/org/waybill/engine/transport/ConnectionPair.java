package org.waybill.engine.transport;

import java.nio.ByteBuffer;
import java.util.List;
import org.waybill.engine.transport.protection.AeadProtection;
import org.waybill.engine.transport.protection.CookieJar;

/** The two ends of a transfer of zeros, between which a test carries datagrams by hand. */
final class ConnectionPair {
    static final long CONNECTION = 11;
    /** Where the sender's first word goes. */
    static final int HOME = 1;

    final Connection receiver;
    final Connection sender;

    ConnectionPair(int bytes) {
        this(new Zeros(bytes, bytes));
    }

    /** A live stream with nothing to say. */
    static ConnectionPair silent() {
        return new ConnectionPair(new Zeros(-1, 0));
    }

    private ConnectionPair(DataSource zeros) {
        byte[] secret = new byte[32];
        receiver = Connection.receiver(
                SessionParameters.of(CONNECTION, false),
                new AeadProtection(secret, CONNECTION, false),
                Handshake.responder(new CookieJar(new byte[32]), path -> new byte[] {(byte) path}, CONNECTION),
                new ReceiverConfig(new ReceivedData((offset, data) -> {}, List.of()), AckPolicy.every(10_000_000)));
        sender = Connection.sender(
                SessionParameters.of(CONNECTION, true),
                new AeadProtection(secret, CONNECTION, true),
                Handshake.initiator(HOME, new byte[0]),
                new SenderConfig(
                        zeros, UnsentRanges.whole(zeros), RateController.fixed(100_000_000), CircuitBreaker.OFF));
    }

    private record Zeros(long totalBytes, long availableBytes) implements DataSource {
        @Override
        public void read(long offset, ByteBuffer into) {
            into.put(new byte[into.remaining()]);
        }
    }
}
