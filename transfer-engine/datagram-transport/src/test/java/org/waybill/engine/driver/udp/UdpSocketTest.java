package org.waybill.engine.driver.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.driver.udp.DatagramTerms.Transport;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.platform.LibC;

class UdpSocketTest {
    private static final long RATE = 50_000_000;

    private static UdpSocket open(boolean nativeCalls, String address) throws IOException {
        assumeTrue(!nativeCalls || LibC.isSupported(), "the C library's batches need 64-bit Linux");
        InetAddress local = InetAddress.getByName(address);
        return nativeCalls ? new LinuxUdpSocket(local, 0) : new NioUdpSocket(local, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void datagramsSentTogetherArriveApart(boolean nativeCalls) throws Exception {
        for (String address : new String[] {"127.0.0.1", "::1"}) {
            try (UdpSocket one = open(nativeCalls, address);
                    UdpSocket two = open(nativeCalls, address)) {
                byte[] bytes = new byte[10 * 1_400 + 300];
                new Random(1).nextBytes(bytes);
                one.send(one.pathOf(two.localAddress()), bytes, bytes.length, 1_400);
                List<byte[]> arrived = new ArrayList<>();
                long deadline = System.nanoTime() + 5_000_000_000L;
                while (arrived.size() < 11 && System.nanoTime() < deadline) {
                    two.await(100_000_000);
                    two.receive((path, datagram, length) -> {
                        assertThat(two.pathOf(one.localAddress())).isEqualTo(path);
                        return arrived.add(Arrays.copyOf(datagram, length));
                    });
                }
                assertThat(arrived).hasSize(11);
                ByteBuffer joined = ByteBuffer.allocate(bytes.length);
                arrived.forEach(joined::put);
                assertThat(joined.array()).isEqualTo(bytes);
                assertThat(arrived.get(10)).hasSize(300);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waitingEndsWhenAnotherThreadSaysSo(boolean nativeCalls) throws Exception {
        try (UdpSocket socket = open(nativeCalls, "127.0.0.1")) {
            Thread waker = Thread.startVirtualThread(() -> {
                try {
                    Thread.sleep(50);
                } catch (InterruptedException e) {
                    return;
                }
                socket.wakeUp();
            });
            long started = System.nanoTime();
            socket.await(20_000_000_000L);
            assertThat(System.nanoTime() - started).isLessThan(15_000_000_000L);
            waker.join();
        }
    }

    @Test
    void theKernelTellsHowFullItsBufferIs() throws Exception {
        try (UdpSocket one = open(true, "127.0.0.1");
                UdpSocket two = open(true, "127.0.0.1")) {
            long free = two.freeReceiveBytes();
            one.send(one.pathOf(two.localAddress()), new byte[14_000], 14_000, 1_400);
            assertThat(two.freeReceiveBytes()).isLessThan(free);
            assertThat(two.receiveBufferBytes()).isGreaterThanOrEqualTo(free);
            assertThat(two.dropped()).isZero();
        }
    }

    @Test
    void garbageFromManyAddressesTakesNobodysNumber() {
        PathTable paths = new PathTable();
        List<Integer> kept = new ArrayList<>();
        for (int port = 1; port < 5_000; port++) {
            int path = paths.numberOf(new InetSocketAddress("127.0.0.1", port));
            if (port % 1_000 == 0) {
                paths.keep(path);
                kept.add(path);
            }
        }
        assertThat(kept).doesNotHaveDuplicates().hasSize(4).allMatch(paths::isKnown);
        for (int i = 0; i < 4; i++) {
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1_000 * (i + 1));
            assertThat(paths.numberOf(address)).isEqualTo(kept.get(i));
            assertThat(paths.addressOf(kept.get(i))).isEqualTo(address);
        }
        assertThat(paths.isKnown(paths.numberOf(new InetSocketAddress("127.0.0.1", 7))))
                .isFalse();
    }

    @Test
    void authenticDatagramsFromEverywhereAreForgottenAgainButThePeersFirst() {
        PathTable paths = new PathTable();
        int first = paths.numberOf(new InetSocketAddress("127.0.0.1", 1));
        paths.keep(first);
        for (int port = 2; port < 5_000; port++) {
            paths.keep(paths.numberOf(new InetSocketAddress("127.0.0.1", port)));
        }
        assertThat(paths.isKnown(first)).isTrue();
        assertThat(paths.isKnown(1_000)).isFalse();
    }

    @Test
    void aStreamBeginsAndGoesOnAmongGarbageFromHundredsOfAddresses() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        StreamMemory memory = new StreamMemory(16 << 20);
        StreamReservation place = StreamReservation.towards(loopback, RATE, 1_000_000, memory);
        RateShares shares = new RateShares(RATE);
        DatagramChannels.Listening in = DatagramChannels.listen(
                loopback, new InetSocketAddress(loopback, 9), terms(Transport.PLUT, RATE), false, shares, memory);
        List<DatagramSocket> strangers = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < 300; i++) {
            strangers.add(new DatagramSocket(new InetSocketAddress("127.0.0." + (2 + i % 200), 0)));
        }
        Thread garbage = Thread.ofPlatform().start(() -> pester(strangers, in.port(), over));
        Thread.sleep(300);
        byte[] sent = new byte[2_000_000];
        new Random(4).nextBytes(sent);
        // the cookie is for another address, as behind a translator: the peer is one more unknown address at first
        try (ByteChannel out = DatagramChannels.connect(
                place,
                new InetSocketAddress(loopback, in.port()),
                in.cookie(),
                terms(Transport.PLUT, RATE),
                true,
                shares)) {
            Thread.startVirtualThread(() -> {
                try {
                    out.write(ByteBuffer.wrap(sent));
                    out.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            ByteBuffer read = ByteBuffer.allocate(sent.length);
            long started = System.nanoTime();
            while (in.stream().read(read) >= 0 && read.hasRemaining()) {
                assertThat(System.nanoTime() - started).isLessThan(60_000_000_000L);
            }
            assertThat(read.array()).isEqualTo(sent);
        } finally {
            over.set(true);
            garbage.join();
            strangers.forEach(DatagramSocket::close);
        }
    }

    private static void pester(List<DatagramSocket> strangers, int port, AtomicBoolean over) {
        try {
            for (int i = 0; !over.get(); i++) {
                strangers
                        .get(i % strangers.size())
                        .send(new DatagramPacket(new byte[100], 100, InetAddress.getLoopbackAddress(), port));
                if (i % 20 == 0) {
                    Thread.sleep(1);
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DatagramTerms terms(Transport transport, long rate) {
        return new DatagramTerms(transport, rate, 99, new byte[32], 1_000_000, false, CircuitBreaker.DEFAULT);
    }

    @Test
    void streamsTakeNoMoreMemoryThanTheyMayHave() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        StreamMemory memory = new StreamMemory(16 << 20);
        StreamReservation first = StreamReservation.towards(loopback, 100_000_000, 1_000_000, memory);
        StreamReservation second = StreamReservation.towards(loopback, 100_000_000, 1_000_000, memory);
        assertThatThrownBy(() -> StreamReservation.towards(loopback, 100_000_000, 1_000_000, memory))
                .isInstanceOf(StreamMemoryException.class)
                .hasMessageContaining("6 MiB");
        second.close();
        StreamReservation.towards(loopback, 100_000_000, 1_000_000, memory).close();
        first.close();
        assertThat(memory.takenBytes()).isZero();
    }

    @Test
    void aStreamKeepsItsOrderAndItsPace() throws Exception {
        long rate = 100_000_000;
        InetAddress loopback = InetAddress.getLoopbackAddress();
        RateShares shares = new RateShares(rate);
        StreamMemory memory = new StreamMemory(16 << 20);
        StreamReservation place = StreamReservation.towards(loopback, rate, 1_000_000, memory);
        DatagramChannels.Listening in = DatagramChannels.listen(
                loopback,
                new InetSocketAddress(loopback, place.port()),
                terms(Transport.PLUT, rate),
                false,
                shares,
                memory);
        byte[] sent = new byte[10_000_000];
        new Random(3).nextBytes(sent);
        long started = System.nanoTime();
        try (ByteChannel out = DatagramChannels.connect(
                place,
                new InetSocketAddress(loopback, in.port()),
                in.cookie(),
                terms(Transport.PLUT, rate),
                true,
                shares)) {
            Thread writer = Thread.startVirtualThread(() -> {
                try {
                    out.write(ByteBuffer.wrap(sent));
                    out.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            ByteBuffer read = ByteBuffer.allocate(sent.length);
            while (in.stream().read(read) >= 0 && read.hasRemaining()) {
                assertThat(System.nanoTime() - started).isLessThan(60_000_000_000L);
            }
            assertThat(read.array()).isEqualTo(sent);
            assertThat(in.stream().read(ByteBuffer.allocate(1)))
                    .as("end of stream")
                    .isEqualTo(-1);
            writer.join();
        }
        in.stream().close();
        double seconds = (System.nanoTime() - started) / 1e9;
        while (memory.takenBytes() > 0) {
            assertThat(System.nanoTime() - started).as("memory is given back").isLessThan(60_000_000_000L);
            Thread.sleep(10);
        }
        assertThat(sent.length * 8 / seconds).as("file bits per second").isLessThan(rate);
    }
}
