package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.engine.Distributor;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.planner.admission.AdmissionLimits;

/**
 * Transfers of every kind, broken in every manner in their middle. Client, node, relay and a third party are in this
 * process, which holds afterwards what it held before: threads, descriptors, heap.
 */
@Timeout(1800)
class BrokenTransfersTest {
    private static final long FILE_BYTES = 40 << 20;
    private static final long RATE = 300_000_000;
    /** A node ends a session whose peer is silent for so long. */
    private static final Duration IDLE = Duration.ofSeconds(10);

    private static final long MEMORY = 400L << 20;
    private static final long FIRST_MILLIS = 5_000;
    private static final long SETTLE_MILLIS = 45_000;
    private static final long MORE_HEAP = 5 << 20;
    private static final int AT_ONCE = 8;
    /** The manners at which no one has to wait for silence. */
    private static final int NOTICED_AT_ONCE = 3;

    @TempDir
    private Path directory;

    private enum Kind {
        PUSH,
        PULL,
        PUSH_TREE,
        PULL_TREE,
        LIVE_PUSH,
        LIVE_PULL,
        RELAYED_PUSH,
        RELAYED_PULL,
        PLUT_PUSH,
        PLUT_PULL,
        TSP_PUSH,
        TSP_PULL,
        RELAYED_PLUT_PUSH,
        PLUT_LIVE_PULL,
        THIRD_PARTY,
        DISTRIBUTION
    }

    private enum Manner {
        /** Closed for both sides alike. */
        CLOSED,
        /** Reset, as by the kernel of a client that was killed. */
        RESET,
        /** The client gives up. */
        CANCELLED,
        /** The client's side is closed, and the node hears nothing of it. */
        HALF_OPEN,
        /** Nothing arrives any more on either side; then the client gives up. */
        SILENT
    }

    private record Case(int number, Kind kind, Manner manner) {}

    @Test
    void fiftyBrokenTransfersLeaveNothingBehind() throws Exception {
        breakTransfers(50, 0);
    }

    @Test
    @Tag("nightly")
    void fiveHundredBrokenTransfersLeaveNothingBehind() throws Exception {
        long seed = Long.getLong("waybill.test.seed", System.nanoTime());
        System.out.println("BrokenTransfersTest: -Dwaybill.test.seed=" + seed);
        breakTransfers(500, seed);
    }

    @Test
    void eachTransportByDatagramsIsBrokenBothWays() {
        assertThat(Stream.of(Kind.values()).map(Kind::name))
                .containsAll(Stream.of(DatagramTerms.Transport.values())
                        .flatMap(one -> Stream.of(one + "_PUSH", one + "_PULL"))
                        .toList());
    }

    /** @param seed decides how far each one gets */
    private void breakTransfers(int count, long seed) throws Exception {
        NodeLimits limits = new NodeLimits(Math.max(256, 2 * count), AdmissionLimits.DEFAULT, IDLE, MEMORY);
        try (EngineFixture engine = new EngineFixture(directory, limits);
                WaybillNode other = other(engine)) {
            Stage stage = new Stage(engine, other, seed);
            Held atFirst = Held.now(directory);
            List<Case> cases = cases(count);
            // each kind once, in a manner that is noticed at once: what is made once and kept is not a leak
            stage.play(cases.subList(0, Kind.values().length));
            Held before = settle(stage, atFirst, FIRST_MILLIS);
            assertThat(before.beyond(atFirst)).isEmpty();
            stage.play(cases.subList(Kind.values().length, count));
            Held after = settle(stage, before, SETTLE_MILLIS);
            System.out.printf(
                    "%d broken transfers: heap %.1f MiB, was %.1f MiB%n",
                    count, after.heapBytes() / 1048576.0, before.heapBytes() / 1048576.0);
            assertThat(after.beyond(before)).isEmpty();
            assertThat(after.heapBytes() - before.heapBytes()).as("more heap").isLessThan(MORE_HEAP);
            assertThat(engine.node.datagramBytes())
                    .as("memory of streams by datagrams")
                    .isZero();
        }
    }

    private WaybillNode other(EngineFixture engine) throws IOException, TransferException {
        return WaybillNode.start(
                NodeSettings.onLoopback(engine.home, Files.createDirectories(directory.resolve("other")))
                        .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                        .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    /** Each kind at once; then others, and first the ones whose end takes longest to notice. */
    private static List<Case> cases(int count) {
        List<Case> cases = new ArrayList<>();
        int kinds = Kind.values().length;
        int manners = Manner.values().length;
        for (int i = 0; i < count; i++) {
            int kind = i % kinds;
            int manner = i < kinds ? kind % NOTICED_AT_ONCE : (i / kinds + kind) % manners;
            cases.add(new Case(i, Kind.values()[kind], Manner.values()[manner]));
        }
        cases.subList(kinds, count).sort((a, b) -> b.manner().compareTo(a.manner()));
        return cases;
    }

    /** Waits until the node has noticed that all have left, then until nothing is held that was not held before. */
    private Held settle(Stage stage, Held before, long millis) throws Exception {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (stage.sessions() > 0 && System.nanoTime() - untilNanos < 0) {
            Thread.sleep(100);
        }
        assertThat(stage.sessions()).as("sessions of nodes").isZero();
        stage.proxies.forEach(BrokenTransfersTest::close);
        stage.proxies.clear();
        Held now = Held.now(directory);
        while ((!now.beyond(before).isEmpty() || now.heapBytes() - before.heapBytes() >= MORE_HEAP)
                && System.nanoTime() - untilNanos < 0) {
            Thread.sleep(200);
            now = Held.now(directory);
        }
        return now;
    }

    private static void close(TcpForwarder proxy) {
        try {
            proxy.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The nodes, what they hold, and those who break things. */
    private final class Stage {
        private final EngineFixture engine;
        private final WaybillNode other;
        private final long seed;
        private final Path source;
        private final Path tree;
        private final Queue<TcpForwarder> proxies = new ConcurrentLinkedQueue<>();
        private final AtomicInteger names = new AtomicInteger();

        Stage(EngineFixture engine, WaybillNode other, long seed) throws IOException {
            this.engine = engine;
            this.other = other;
            this.seed = seed;
            source = engine.file("data/source", FILE_BYTES, 1);
            tree = engine.directory.resolve("data/tree");
            engine.file("other/held", FILE_BYTES, 2);
            for (int i = 0; i < 200; i++) {
                engine.file("data/tree/" + i, 1 << 20 >> (i % 7), i);
            }
        }

        int sessions() {
            return engine.node.sessions() + other.sessions();
        }

        void play(List<Case> cases) throws Exception {
            Queue<Case> left = new ConcurrentLinkedQueue<>(cases);
            Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
            List<Thread> players = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                players.add(Thread.ofPlatform().name("case player").start(() -> {
                    for (Case next = left.poll(); next != null; next = left.poll()) {
                        try {
                            play(next);
                        } catch (Exception | AssertionError e) {
                            wrong.add(new AssertionError(next.toString(), e));
                        }
                    }
                }));
            }
            for (Thread player : players) {
                player.join();
            }
            if (!wrong.isEmpty()) {
                throw new AssertionError(wrong.size() + " cases went wrong", wrong.peek());
            }
        }

        private void play(Case each) throws Exception {
            Random random = new Random(seed + each.number());
            long breakAt = 1_000_000 + random.nextInt(4_000_000);
            TcpForwarder proxy =
                    new TcpForwarder(each.kind() == Kind.THIRD_PARTY ? other.address() : engine.node.address());
            proxies.add(proxy);
            CountDownLatch reached = new CountDownLatch(1);
            TransferListener listener = progress -> {
                if (progress.bytesDone() >= breakAt) {
                    reached.countDown();
                }
            };
            Queue<Throwable> outcome = new ConcurrentLinkedQueue<>();
            Thread client = Thread.ofPlatform().name("case " + each.kind()).start(() -> {
                try {
                    move(each.kind(), proxy.port(), listener);
                } catch (Exception e) {
                    outcome.add(e);
                }
            });
            while (client.isAlive() && !reached.await(20, TimeUnit.MILLISECONDS)) {
                Thread.onSpinWait();
            }
            assertThat(client.isAlive())
                    .as("over before it was broken: " + outcome)
                    .isTrue();
            breakOff(each.manner(), proxy);
            if (each.manner() == Manner.CANCELLED
                    || each.manner() == Manner.SILENT
                    || each.kind() == Kind.DISTRIBUTION) {
                client.interrupt();
            }
            assertThat(client.join(Duration.ofSeconds(40)))
                    .as("the client ends")
                    .isTrue();
            assertThat(outcome).as("how the client ended").hasSize(1);
        }

        private static void breakOff(Manner manner, TcpForwarder proxy) {
            switch (manner) {
                case CLOSED -> proxy.cutAll();
                case RESET -> proxy.resetAll();
                case HALF_OPEN -> proxy.cutNear();
                case SILENT -> proxy.swallowAll();
                case CANCELLED -> {}
                default -> throw new IllegalArgumentException(manner.name());
            }
        }

        private void move(Kind kind, int port, TransferListener listener) throws Exception {
            Location target = EngineFixture.remote(port, "/in/" + names.getAndIncrement());
            Location held = EngineFixture.remote(port, "/source");
            Location heldTree = EngineFixture.remote(port, "/tree");
            Location own = Location.local(source.toString());
            Location here = Location.local(
                    directory.resolve("out" + names.getAndIncrement()).toString());
            EngineMover tcp = new EngineMover(engine.home);
            EngineMover plut = EngineMover.by(DatagramTerms.Transport.PLUT, engine.home);
            EngineMover tsp = EngineMover.by(DatagramTerms.Transport.TSP, engine.home);
            NetworkPaths relayed =
                    NetworkPaths.through(List.of("127.0.0.1:" + other.address().getPort()));
            switch (kind) {
                case PUSH -> tcp.move(request(own, target, NetworkPaths.DIRECT), listener);
                case PULL -> tcp.move(request(held, here, NetworkPaths.DIRECT), listener);
                case PUSH_TREE ->
                    tcp.move(request(Location.local(tree.toString()), target, NetworkPaths.DIRECT), listener);
                case PULL_TREE -> tcp.move(request(heldTree, here, NetworkPaths.DIRECT), listener);
                case LIVE_PUSH ->
                    tcp.withStreams(new Endless(), OutputStream.nullOutputStream())
                            .move(request(Location.STREAM, target, NetworkPaths.DIRECT), listener);
                case LIVE_PULL ->
                    tcp.withStreams(InputStream.nullInputStream(), OutputStream.nullOutputStream())
                            .move(request(held, Location.STREAM, NetworkPaths.DIRECT), listener);
                case RELAYED_PUSH -> tcp.move(request(own, target, relayed), listener);
                case RELAYED_PULL -> tcp.move(request(held, here, relayed), listener);
                case PLUT_PUSH -> plut.move(request(own, target, NetworkPaths.DIRECT), listener);
                case PLUT_PULL -> plut.move(request(held, here, NetworkPaths.DIRECT), listener);
                case TSP_PUSH -> tsp.move(request(own, target, NetworkPaths.DIRECT), listener);
                case TSP_PULL -> tsp.move(request(held, here, NetworkPaths.DIRECT), listener);
                case RELAYED_PLUT_PUSH -> plut.move(request(own, target, relayed), listener);
                case PLUT_LIVE_PULL ->
                    plut.withStreams(InputStream.nullInputStream(), OutputStream.nullOutputStream())
                            .move(request(held, Location.STREAM, NetworkPaths.DIRECT), listener);
                case THIRD_PARTY ->
                    new NodeQueries(engine.home)
                            .sendOn(
                                    EngineFixture.remote(port, "/held"),
                                    engine.remote("/in/" + names.getAndIncrement()),
                                    CopyRules.USUAL,
                                    true,
                                    RATE / 3,
                                    new byte[0],
                                    listener::onProgress);
                case DISTRIBUTION ->
                    new Distributor(engine.home, RATE / 3)
                            .run(
                                    own,
                                    List.of(
                                            target,
                                            EngineFixture.remote(
                                                    other.address().getPort(), "/in/" + names.getAndIncrement())),
                                    true,
                                    listener);
                default -> throw new IllegalArgumentException(kind.name());
            }
        }

        private static TransferRequest request(Location from, Location to, NetworkPaths networkPaths) {
            return new TransferRequest(from, to, networkPaths, new DataOptions(0, RATE, Verify.SHA256))
                    .onDedicatedPath(true);
        }
    }

    /** Zeros without end. */
    private static final class Endless extends InputStream {
        @Override
        public int read() {
            return 0;
        }

        @Override
        public int read(byte[] into, int start, int length) {
            return length;
        }
    }
}
