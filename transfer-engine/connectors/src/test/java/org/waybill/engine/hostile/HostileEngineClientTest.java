package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.ChildProcesses;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Entry;
import org.waybill.engine.wire.Message.Kind;

/** Clients that a node trusts and that mean harm: it serves others afterwards, with a heap of 64 MiB. */
@Timeout(120)
class HostileEngineClientTest {
    private static final Duration HARM = Duration.ofSeconds(3);
    private static final byte[] SECRET = new byte[32];
    private static final long LARGE = 20 << 20;

    @TempDir
    static Path directory;

    private static Process node;
    private static int port;
    private static Path log;

    @BeforeAll
    static void startNode() throws Exception {
        Path data = Files.createDirectories(directory.resolve("data"));
        Path tree = Files.createDirectories(data.resolve("tree"));
        for (int i = 0; i < 300; i++) {
            Files.writeString(tree.resolve("f" + i), "content");
        }
        Files.write(data.resolve("large"), new byte[(int) LARGE]);
        Files.write(directory.resolve("small"), new byte[100_000]);
        log = directory.resolve("node.log");
        node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildProcesses.class.getName(),
                        "node",
                        directory.resolve("home").toString(),
                        data.toString())
                .redirectError(log.toFile())
                .start();
        String line = new BufferedReader(new InputStreamReader(node.getInputStream())).readLine();
        port = Integer.parseInt(String.valueOf(line).replace("port=", ""));
        serves();
    }

    @AfterAll
    static void stopNode() {
        node.destroyForcibly();
    }

    /** Says what it likes until the node ends it. */
    @FunctionalInterface
    private interface Harm {
        void run(Client client) throws Exception;
    }

    private record Case(String name, Harm harm) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A client of the node's own home, or of a stranger's. */
    private static final class Client implements AutoCloseable {
        final ControlLink link;
        final OutputStream out;
        private final SocketChannel channel;

        Client(Path home) throws Exception {
            channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            SSLSocket tls = (SSLSocket) PinnedTls.context(NodeIdentity.loadOrCreate(home), _ -> true)
                    .getSocketFactory()
                    .createSocket(channel.socket(), "127.0.0.1", port, true);
            tls.setSSLParameters(PinnedTls.parameters(PinnedTls.APPLICATION_PROTOCOL));
            tls.startHandshake();
            link = new ControlLink(tls, channel, Duration.ofSeconds(30));
            link.trust();
            out = tls.getOutputStream();
        }

        void begin(Message request) throws IOException {
            link.send(new Message.Hello("hostile"), request);
        }

        Message.Ready accepted() throws IOException {
            Message message = link.receive();
            while (!(message instanceof Message.Ready ready)) {
                message = link.receive();
            }
            return ready;
        }

        void forever(Message... messages) throws IOException {
            while (true) {
                link.send(messages);
            }
        }

        void frame(int type, byte[] content) throws IOException {
            out.write(ByteBuffer.allocate(5 + content.length)
                    .putInt(1 + content.length)
                    .put((byte) type)
                    .put(content)
                    .array());
            out.flush();
        }

        /** A data connection of the session. */
        HostileNode.Data data(Message.Ready session) throws IOException {
            SocketChannel data = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            DataKeys keys = new DataKeys(SECRET);
            data.write(ByteBuffer.wrap(keys.preamble(session.session(), 0).encode()));
            return new HostileNode.Data(data, keys.sealer(0));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static Message.Terms terms(String path, boolean tree) {
        return new Message.Terms(path, "x", tree, SECRET, true, 0);
    }

    private static Entry directory(String path) {
        return new Entry(path, Kind.DIRECTORY, 0, 0, 0755);
    }

    private static Message.Manifest manifest(Entry... entries) {
        return new Message.Manifest(false, List.of(entries));
    }

    private static Case put(String name, boolean tree, Harm harm) {
        return new Case("put: " + name, client -> {
            client.begin(new Message.Put(terms("/put/" + UUID.randomUUID(), tree)));
            harm.run(client);
        });
    }

    private static Case putLarge(String name, Harm harm) {
        return put(name, false, client -> {
            client.link.send(new Message.Manifest(true, List.of(new Entry("", Kind.FILE, LARGE, 0, 0644))));
            harm.run(client);
        });
    }

    private static Case get(String name, String path, Harm harm) {
        return new Case("get: " + name, client -> {
            client.begin(new Message.Get(terms(path, false)));
            client.link.send(new Message.Ready(client.accepted().session(), 1 << 20));
            harm.run(client);
        });
    }

    private static Case asked(String name, Message... again) {
        return new Case("requests: " + name, client -> {
            client.begin(again[0]);
            client.forever(again);
        });
    }

    static Stream<Case> cases() {
        return Stream.of(requests(), puts(), gets()).flatMap(each -> each);
    }

    private static Stream<Case> requests() {
        String longest = "n/".repeat(2047);
        return Stream.of(
                asked("hello again and again", new Message.Hello("x".repeat(200))),
                asked("the state of the longest name, answers unread", new Message.StatusRequest(longest)),
                asked("lists, unread", new Message.ListRequest("/tree", true)),
                asked("trains", new Message.TrainRequest(1)),
                asked(
                        "a train without any before",
                        new Message.SendTrain(1, 1400, List.of(new Message.Burst(8, 0, 0)))),
                asked("rates of 4 GiB", new Message.RateTest(4L << 30, false)),
                asked(
                        "streams by datagrams without a session",
                        new Message.OpenDatagrams(0, DatagramTerms.Transport.PLUT, 1, 1, 1, false, 9)),
                asked("what only a node says", new Message.Status(Kind.FILE, 1, 1, 1)),
                asked("sending on to nowhere", new Message.SendOn("/large", "127.0.0.1", 1, "/x", true, 0)),
                new Case("requests: frames of 1 MiB", client -> {
                    client.begin(new Message.StatusRequest("/"));
                    client.frame(7, new byte[(1 << 20) - 1]);
                    client.link.receive();
                    client.link.receive();
                    client.link.receive();
                }),
                new Case("requests: an unfinished frame of 1 MiB", client -> {
                    client.out.write(new byte[] {0, 0x0f, 0, 0, 7});
                    client.out.flush();
                    client.link.receive();
                }),
                new Case("requests: frames of random bytes", client -> {
                    long seed = System.nanoTime();
                    System.out.println("seed " + seed);
                    Random random = new Random(seed);
                    for (int i = 0; i < 200; i++) {
                        try (Client one = new Client(directory.resolve("home"))) {
                            one.begin(new Message.StatusRequest("/"));
                            byte[] content = new byte[random.nextInt(100)];
                            random.nextBytes(content);
                            one.frame(1 + random.nextInt(66), content);
                            one.link.endSending();
                        }
                    }
                }));
    }

    private static Stream<Case> puts() {
        return Stream.of(
                put("a list without end", true, client -> {
                    client.link.send(manifest(directory("")));
                    for (int i = 0; true; i++) {
                        Entry[] many = new Entry[500];
                        for (int j = 0; j < many.length; j++) {
                            many[j] = new Entry(String.format("%08d", i * 500L + j), Kind.FILE, 1, 0, 0644);
                        }
                        client.link.send(manifest(many));
                    }
                }),
                new Case("put: hard links without end", client -> {
                    client.link.send(
                            new Message.Hello("hostile"),
                            new Message.Rules(true, List.of("keep HARD_LINKS")),
                            new Message.Put(terms("/put/" + UUID.randomUUID(), true)),
                            manifest(directory("")));
                    for (int i = 1; true; i += 1000) {
                        client.link.send(new Message.HardLinks(IntStream.range(i, i + 1000)
                                .mapToObj(entry -> new Message.HardLink(entry, new byte[Message.HardLink.FILE_BYTES]))
                                .toList()));
                    }
                }),
                put("many large files", true, client -> {
                    client.link.send(manifest(directory("")));
                    for (int i = 0; true; i++) {
                        client.link.send(manifest(new Entry(String.format("%08d", i), Kind.FILE, 1 << 19, 0, 0644)));
                    }
                }),
                put("what cannot be sent, without end", true, client -> {
                    client.link.send(manifest(directory("")));
                    client.forever(
                            new Message.Unsendable(Message.Unsendable.NOT_LISTED, Reason.PERMISSION, "x".repeat(900)));
                }),
                putLarge(
                        "digests without end",
                        client -> client.forever(
                                new Message.Digests(Collections.nCopies(20_000, new Message.Digest(0, new byte[32]))))),
                putLarge(
                        "blocks on the control connection",
                        client -> client.forever(new Message.InlineBlock(new byte[200_000]))),
                putLarge("blocks of thousands of pieces", client -> {
                    ByteBuffer pieces = ByteBuffer.allocate(17 * 15_000);
                    for (int i = 0; i < 15_000; i++) {
                        pieces.put(HostileNode.segment(0, 5 + i, 1, new byte[1]));
                    }
                    HostileNode.Data data = client.data(client.accepted());
                    for (long number = 0; true; number++) {
                        data.block(number, pieces.array());
                    }
                }),
                putLarge("blocks of nothing", client -> {
                    HostileNode.Data data = client.data(client.accepted());
                    for (long number = 0; true; number += 2) {
                        data.block(number, new byte[0]);
                    }
                }),
                putLarge("the same block again and again, acknowledgements unread", client -> {
                    HostileNode.Data data = client.data(client.accepted());
                    byte[] same = HostileNode.segment(0, 5, 1, new byte[1]);
                    for (long number = 0; true; number += 2) {
                        data.block(number, same);
                    }
                }),
                putLarge("streams by datagrams without end", client -> {
                    for (int i = 0; true; i++) {
                        client.link.send(new Message.OpenDatagrams(
                                i, DatagramTerms.Transport.PLUT, 1_000_000_000_000L, i, 1_000_000_000, false, 9));
                    }
                }));
    }

    private static Stream<Case> gets() {
        List<Message.Range> ranges = IntStream.range(0, 60_000)
                .mapToObj(i -> new Message.Range(i * 2L, 1))
                .toList();
        return Stream.of(
                get("again without end", "/large", client -> {
                    client.link.send(new Message.RequestedEntries(1, List.of()));
                    client.forever(new Message.ResendFile(0));
                }),
                get("committed without end", "/large", client -> {
                    for (int i = 0; true; i++) {
                        int from = i * 100_000;
                        client.link.send(new Message.Committed(
                                IntStream.range(from, from + 100_000).boxed().toList()));
                    }
                }),
                get("ranges without end", "/large", client -> {
                    client.link.send(
                            new Message.RequestedEntries(1, List.of(new Message.ReceivedRanges(0, false, ranges))));
                    client.forever(new Message.RequestedEntries(1, List.of()));
                }),
                get(
                        "windows without end",
                        "/large",
                        client -> client.forever(new Message.Ready(new byte[16], Long.MAX_VALUE))),
                get("retired streams without end", "/large", client -> {
                    for (int i = 0; true; i++) {
                        client.link.send(new Message.StopStream(i % 65_000, true));
                    }
                }),
                get("streams by datagrams without end", "/large", client -> {
                    for (int i = 0; true; i++) {
                        client.link.send(
                                new Message.OpenDatagrams(i, DatagramTerms.Transport.TSP, 1_000_000, i, -1, false, 9));
                    }
                }));
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("cases")
    void noClientOfItsOwnExhaustsANode(Case hostile) throws Exception {
        harm(hostile, directory.resolve("home"));
    }

    static Stream<Case> strangers() {
        return Stream.of(
                new Case("stranger: a frame of 1 MiB", client -> {
                    client.frame(3, new byte[1 << 20]);
                    client.link.receive();
                }),
                new Case(
                        "stranger: frames without end",
                        client -> client.forever(new Message.PairRequest(new byte[32]))),
                new Case("stranger: beats without end", client -> client.forever(new Message.Heartbeat())),
                new Case(
                        "stranger: wishes without end",
                        client -> client.forever(new Message.PairAsk(new byte[32], "x".repeat(1800)))),
                new Case("stranger: a request", client -> client.forever(new Message.ListRequest("/", true))));
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("strangers")
    void noStrangerExhaustsANode(Case hostile) throws Exception {
        harm(hostile, Files.createTempDirectory(directory, "stranger"));
    }

    private static void harm(Case hostile, Path home) throws Exception {
        Thread harm = Thread.ofPlatform().daemon().start(() -> {
            try (Client client = new Client(home)) {
                hostile.harm().run(client);
            } catch (Exception ended) {
                System.out.println("ENDED " + hostile + " -> " + ended);
            }
        });
        harm.join(HARM);
        // others are served meanwhile
        serves();
        harm.interrupt();
        harm.join(HARM);
        assertThat(node.isAlive()).isTrue();
        assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError", "StackOverflowError", "Exception in");
    }

    private static void serves() throws Exception {
        TransferRequest request = TransferRequest.of(
                Location.local(directory.resolve("small").toString()),
                new Location("waybill", null, "127.0.0.1", port, "/others/" + UUID.randomUUID()));
        EngineMover mover = new EngineMover(directory.resolve("home"));
        TransferReport report = EngineFixture.untilDone(mover, request, TransferListener.NONE);
        assertThat(report.files()).isEqualTo(1);
    }
}
