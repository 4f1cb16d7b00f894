package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.gateway.Gateway;
import org.waybill.engine.gateway.GatewayListener;
import org.waybill.engine.gateway.GatewaySettings;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.testserver.FtpDownload;

/**
 * A thousand connections of strangers from four addresses, one of them that of those who mean well; they come back when
 * they are sent away. A well-meaning client is served meanwhile, and afterwards all is as it was.
 */
@Tag("attack")
class FloodTest {
    private static final int CONNECTIONS = 1_000;
    private static final int MANY = 10_000;
    private static final int TRANSFERS = 3;
    /** Ten seconds for the 25 MB of one transfer. */
    private static final long GENTLE = 20_000_000;

    @TempDir
    private Path directory;

    /** What the connections say: nothing, a byte a second, a whole first message of TLS and no more. */
    enum Kind {
        SILENT,
        DRIPPING,
        HALF_TLS;

        byte[] first(Path home) throws Exception {
            return this == HALF_TLS ? clientHello(home) : new byte[0];
        }

        byte[] drops() {
            return this == DRIPPING ? new byte[] {0x16, 3, 1, 2, 0, 1} : new byte[0];
        }
    }

    private static byte[] clientHello(Path home) throws Exception {
        SSLEngine engine =
                PinnedTls.context(NodeIdentity.loadOrCreate(home), _ -> true).createSSLEngine();
        engine.setUseClientMode(true);
        engine.setSSLParameters(PinnedTls.parameters(PinnedTls.APPLICATION_PROTOCOL));
        ByteBuffer hello = ByteBuffer.allocate(1 << 15);
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.flip().remaining()];
        hello.get(bytes);
        return bytes;
    }

    private Path stranger() throws IOException {
        return Files.createDirectories(directory.resolve("stranger"));
    }

    @ParameterizedTest
    @EnumSource
    void aNodeGoesOnServing(Kind kind) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            serveBeside(engine, kind, CONNECTIONS, TRANSFERS);
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void aNodeGoesOnServingAmongTenThousand(Kind kind) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            serveBeside(engine, kind, MANY, 10 * TRANSFERS);
        }
    }

    private void serveBeside(EngineFixture engine, Kind kind, int connections, int transfers) throws Exception {
        Path source = engine.file("source", 2_000_000, 7);
        engine.push(source, "/before");
        long descriptors = descriptors();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        try (Flood flood = new Flood(engine.node.address(), connections, kind.first(stranger()), kind.drops(), true)) {
            flood.awaitOpened(connections);
            for (int i = 0; i < transfers; i++) {
                engine.push(source, "/beside" + i);
                assertThat(engine.data.resolve("beside" + i)).satisfies(sameContentAs(source));
            }
        }
        awaitBaseline(engine, descriptors, threads);
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    private static void awaitBaseline(EngineFixture engine, long descriptors, int threads) throws Exception {
        for (int i = 0;
                i < 600
                        && (engine.node.connections() > 0
                                || descriptors() > descriptors + 2
                                || ManagementFactory.getThreadMXBean().getThreadCount() > threads + 2);
                i++) {
            Thread.sleep(100);
        }
        assertThat(engine.node.connections()).as("connections a minute later").isZero();
        assertThat(descriptors()).as("descriptors a minute later").isLessThanOrEqualTo(descriptors + 2);
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
                .as("threads a minute later")
                .isLessThanOrEqualTo(threads + 2);
    }

    @Test
    void strangersThatSayNothingAfterTheKeyExchangeHoldUpNobody() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (EngineFixture engine = new EngineFixture(directory)) {
            NodeIdentity identity = NodeIdentity.loadOrCreate(stranger());
            Path source = engine.file("source", 2_000_000, 7);
            engine.push(source, "/before");
            List<Thread> strangers = Stream.generate(
                            () -> Thread.ofVirtual().start(() -> exchangeKeysAgainAndAgain(engine, identity, over)))
                    .limit(140)
                    .toList();
            Thread.sleep(1_000);
            for (int i = 0; i < TRANSFERS; i++) {
                engine.push(source, "/beside" + i);
            }
            over.set(true);
            engine.close();
            for (Thread thread : strangers) {
                thread.join();
            }
        }
    }

    private static void exchangeKeysAgainAndAgain(EngineFixture engine, NodeIdentity identity, AtomicBoolean over) {
        while (!over.get()) {
            try (SSLSocket tls = (SSLSocket) PinnedTls.context(identity, _ -> true)
                    .getSocketFactory()
                    .createSocket(
                            InetAddress.getLoopbackAddress(),
                            engine.node.address().getPort())) {
                tls.setSSLParameters(PinnedTls.parameters(PinnedTls.APPLICATION_PROTOCOL));
                tls.startHandshake();
                int said = tls.getInputStream().read();
                assertThat(said).isEqualTo(-1);
            } catch (IOException sentAway) {
                Thread.yield();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SILENT", "DRIPPING"})
    void aGatewayGoesOnServing(Kind kind) throws Exception {
        floodGateway(kind.drops(), new byte[0], CONNECTIONS, TRANSFERS);
    }

    @Test
    void aGatewayGoesOnServingAmongThoseThatLogInAndDoNoMore() throws Exception {
        floodGateway(
                new byte[0],
                "USER anonymous\r\nPASS x\r\nPASV\r\n".getBytes(StandardCharsets.US_ASCII),
                CONNECTIONS,
                TRANSFERS);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(names = {"SILENT", "DRIPPING"})
    void aGatewayGoesOnServingAmongTenThousand(Kind kind) throws Exception {
        floodGateway(kind.drops(), new byte[0], MANY, 10 * TRANSFERS);
    }

    private void floodGateway(byte[] drops, byte[] first, int connections, int transfers) throws Exception {
        Files.writeString(directory.resolve("hello"), "hello, world");
        long descriptors;
        try (Gateway gateway = Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(directory, false),
                GatewayListener.NONE)) {
            assertThat(get(gateway)).isEqualTo("hello, world");
            descriptors = descriptors();
            try (Flood flood = new Flood(gateway.address(), connections, first, drops, true)) {
                flood.awaitOpened(connections);
                for (int i = 0; i < transfers; i++) {
                    assertThat(get(gateway)).isEqualTo("hello, world");
                }
            }
        }
        for (int i = 0; i < 600 && descriptors() > descriptors + 2; i++) {
            Thread.sleep(100);
        }
        assertThat(descriptors()).as("descriptors a minute later").isLessThanOrEqualTo(descriptors + 2);
    }

    private static String get(Gateway gateway) throws IOException, InterruptedException {
        return FtpDownload.of(
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), gateway.address().getPort()),
                "hello",
                data -> new String(data.readAllBytes(), StandardCharsets.US_ASCII));
    }

    /**
     * Against a node in a process of its own, so that its memory can be measured; at a rate that leaves processor time.
     */
    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void aTransferKeepsFourFifthsOfItsRateAndTheNodeItsSize(Kind kind) throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path data = Files.createDirectories(directory.resolve("data"));
        Process process = ChildProcesses.startCompiled("node", home.toString(), data.toString());
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            while (!line.startsWith("port=")) {
                line = out.readLine();
            }
            int port = Integer.parseInt(line.substring("port=".length()));
            byte[] content = new byte[25_000_000];
            new Random(7).nextBytes(content);
            Path source = Files.write(directory.resolve("source"), content);
            for (int i = 0; i < 3; i++) {
                rate(home, source, port, "/warm" + i, 0);
            }
            double alone = rate(home, source, port, "/alone", GENTLE);
            long bytes = residentBytes(process);
            CompletableFuture<Double> beside =
                    CompletableFuture.supplyAsync(() -> rate(home, source, port, "/beside", GENTLE));
            Thread.sleep(1_000);
            try (Flood flood = new Flood(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    MANY,
                    kind.first(stranger()),
                    kind.drops(),
                    false)) {
                beside.join();
                flood.awaitOpened(MANY);
            }
            long grown = residentBytes(process) - bytes;
            System.out.println(
                    kind + ": " + alone + " alone, " + beside.join() + " bit/s beside, " + grown + " bytes more");
            assertThat(beside.join()).isGreaterThan(0.8 * alone);
            // a JVM gives no memory back to the kernel; a quarter of the launcher's heap is far from its end
            assertThat(grown).isLessThan(64 << 20);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static double rate(Path home, Path source, int port, String target, long bitsPerSecond) {
        long startNs = System.nanoTime();
        try {
            new EngineMover(home)
                    .move(
                            EngineFixture.request(
                                    Location.local(source.toString()),
                                    EngineFixture.remote(port, target),
                                    4,
                                    bitsPerSecond),
                            TransferListener.NONE);
            return Files.size(source) * 8e9 / (System.nanoTime() - startNs);
        } catch (TransferException | InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long residentBytes(Process process) throws IOException {
        String pages =
                Files.readString(Path.of("/proc/" + process.pid() + "/statm")).split(" ")[1];
        return Long.parseLong(pages) * 4096;
    }
}
