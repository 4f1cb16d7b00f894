package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.engine.EngineMover;

/** Strangers send datagrams to both ends of an open session, from addresses that were not verified. */
@Timeout(60)
class DatagramGarbageTest extends EngineCase {
    private static final int FILE_BYTES = 8_000_000;
    private static final int HELLO_BYTES = 1_200;

    @ParameterizedTest
    @EnumSource
    void garbageChangesNothingAndGetsNoAnswer(DatagramTerms.Transport transport) throws Exception {
        Path file = engine.file("source", FILE_BYTES, 1);
        EngineMover mover = EngineMover.by(transport, engine.home);
        long seed = 20261123;
        try (Stranger stranger = new Stranger(seed)) {
            mover.move(
                    new TransferRequest(
                                    Location.local(file.toString()),
                                    engine.remote("/in"),
                                    NetworkPaths.DIRECT,
                                    new DataOptions(1, 40_000_000, TransferRequest.Verify.SHA256))
                            .onDedicatedPath(true),
                    TransferListener.NONE);
            stranger.stop();
            assertThat(engine.data.resolve("in")).satisfies(sameContentAs(file));
            assertThat(stranger.ports).as("sockets of both ends were found").isNotEmpty();
            assertThat(stranger.sent.get()).as("seed %d", seed).isGreaterThan(20 * HELLO_BYTES);
            assertThat(stranger.heard.get())
                    .as("seed %d: bytes of answers", seed)
                    .isZero();
        }
    }

    /** Sends to every datagram socket of this process but its own. */
    private static final class Stranger implements AutoCloseable {
        final Set<Integer> ports = new TreeSet<>();
        final AtomicLong sent = new AtomicLong();
        final AtomicLong heard = new AtomicLong();
        private final DatagramSocket large = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0));
        private final DatagramSocket little = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0));
        private final Random random;
        private final Thread sender;
        private volatile boolean stopped;

        Stranger(long seed) throws IOException {
            random = new Random(seed);
            sender = Thread.ofPlatform().start(this::send);
        }

        private void send() {
            try {
                for (int i = 0; !stopped; i++) {
                    if (i % 50 == 0) {
                        ports.addAll(udpPorts());
                        ports.remove(large.getLocalPort());
                        ports.remove(little.getLocalPort());
                    }
                    for (int port : ports) {
                        InetSocketAddress to = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
                        byte[] whole = bytes(HELLO_BYTES + random.nextInt(300), i);
                        large.send(new DatagramPacket(whole, whole.length, to));
                        byte[] short_ = bytes(1 + random.nextInt(HELLO_BYTES - 1), i);
                        little.send(new DatagramPacket(short_, short_.length, to));
                        sent.addAndGet(whole.length + short_.length);
                    }
                    heard.addAndGet(drain(large));
                    heard.addAndGet(drain(little));
                    Thread.sleep(2);
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Random, or zeros as HELLO has them, behind every first byte in turn. */
        private byte[] bytes(int length, int turn) {
            byte[] bytes = new byte[length];
            if (turn % 2 == 0) {
                random.nextBytes(bytes);
            }
            bytes[0] = (byte) turn;
            return bytes;
        }

        private static long drain(DatagramSocket socket) throws IOException {
            long bytes = 0;
            socket.setSoTimeout(1);
            DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
            try {
                while (true) {
                    socket.receive(packet);
                    bytes += packet.getLength();
                }
            } catch (SocketTimeoutException none) {
                return bytes;
            }
        }

        private static Set<Integer> udpPorts() throws IOException {
            Set<String> own = new HashSet<>();
            try (Stream<Path> fds = Files.list(Path.of("/proc/self/fd"))) {
                for (Path fd : fds.toList()) {
                    try {
                        own.add(Files.readSymbolicLink(fd).toString());
                    } catch (IOException closed) {
                        // meanwhile
                    }
                }
            }
            Set<Integer> ports = new HashSet<>();
            for (String table : List.of("/proc/net/udp", "/proc/net/udp6")) {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String[] words = line.strip().split("\\s+");
                    if (words.length > 9 && own.contains("socket:[" + words[9] + "]")) {
                        ports.add(Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), 16));
                    }
                }
            }
            return ports;
        }

        void stop() throws InterruptedException {
            stopped = true;
            sender.join();
        }

        @Override
        public void close() throws InterruptedException {
            stop();
            large.close();
            little.close();
        }
    }
}
