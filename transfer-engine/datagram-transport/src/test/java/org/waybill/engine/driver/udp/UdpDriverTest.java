package org.waybill.engine.driver.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.DataSource;
import org.waybill.engine.transport.Handshake;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.ReceivedData;
import org.waybill.engine.transport.ReceiverConfig;
import org.waybill.engine.transport.SenderConfig;
import org.waybill.engine.transport.SessionParameters;
import org.waybill.engine.transport.UnsentRanges;
import org.waybill.engine.transport.protection.ChecksumProtection;
import org.waybill.engine.transport.protection.CookieJar;

@Timeout(60)
class UdpDriverTest {
    private static final long CONNECTION = 11;
    private static final int PATH = 0;

    private final Silence silence = new Silence();
    private final Connection sender = Connection.sender(
            SessionParameters.of(CONNECTION, true),
            new ChecksumProtection(),
            Handshake.initiator(PATH, new byte[0]),
            new SenderConfig(
                    silence, UnsentRanges.whole(silence), RateController.fixed(100_000_000), CircuitBreaker.OFF));
    private final Connection receiver = Connection.receiver(
            SessionParameters.of(CONNECTION, false),
            new ChecksumProtection(),
            Handshake.responder(new CookieJar(new byte[32]), path -> new byte[] {(byte) path}, CONNECTION),
            new ReceiverConfig(new ReceivedData((_, _) -> {}, List.of()), AckPolicy.every(10_000_000)));

    /** A live stream with nothing to say. */
    private static final class Silence implements DataSource {
        @Override
        public long totalBytes() {
            return -1;
        }

        @Override
        public long availableBytes() {
            return 0;
        }

        @Override
        public void read(long offset, ByteBuffer into) {
            throw new IllegalStateException("there is nothing");
        }
    }

    /** The receiver is behind it at once. */
    private final class Wire implements UdpSocket {
        int waits;
        int waitsAfterTheEnd;

        @Override
        public int receive(Receiver taker) {
            receiver.onTimeout(System.nanoTime());
            int count = 0;
            ByteBuffer datagram = ByteBuffer.allocate(2_000);
            while (receiver.pollTransmit(System.nanoTime(), datagram.clear())) {
                taker.onDatagram(PATH, datagram.array(), datagram.position());
                count++;
            }
            return count;
        }

        @Override
        public void send(int path, byte[] bytes, int length, int datagramBytes) {
            for (int at = 0; at < length; at += datagramBytes) {
                receiver.onDatagram(
                        System.nanoTime(), PATH, ByteBuffer.wrap(bytes, at, Math.min(datagramBytes, length - at)));
            }
        }

        @Override
        public void await(long timeoutNs) {
            waits++;
            waitsAfterTheEnd += sender.ending() == null ? 0 : 1;
        }

        @Override
        public InetSocketAddress localAddress() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        }

        @Override
        public int pathOf(InetSocketAddress address) {
            return PATH;
        }

        @Override
        public byte[] addressBytes(int path) {
            return new byte[] {(byte) path};
        }

        @Override
        public void wakeUp() {
            // no thread really waits
        }

        @Override
        public long freeReceiveBytes() {
            return -1;
        }

        @Override
        public long receiveBufferBytes() {
            return -1;
        }

        @Override
        public long dropped() {
            return -1;
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    /** A connection that is over stays for its peer's sake: who waited in the kernel would hold up a process's end. */
    @Test
    void whatIsOverDoesNotWaitInTheKernel() {
        Wire wire = new Wire();
        UdpDriver driver = new UdpDriver(wire, sender, System::nanoTime);
        driver.afterEachRound(_ -> {
            if (sender.isEstablished() && wire.waits > 0) {
                sender.abort(System.nanoTime(), "enough");
            }
        });
        long startedNs = System.nanoTime();
        driver.run();
        assertThat(sender.isDone()).isTrue();
        assertThat(receiver.ending()).as("the peer").isNotNull();
        assertThat(wire.waits).as("before").isPositive();
        assertThat(System.nanoTime() - startedNs).as("ns: it did linger").isGreaterThan(200_000_000);
        assertThat(wire.waitsAfterTheEnd).isZero();
    }
}
