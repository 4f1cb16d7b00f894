package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.HostileServer;

/** GridFTP servers that do not keep to extended block mode, against a client of 48 MiB that reads, writes or copies. */
class HostileGridFtpTest {
    private static final int FILE_BYTES = 8 << 20;
    private static final int EOD = 8;
    private static final int EOF = 64;
    private static final int LAST = EOD | EOF;

    @TempDir
    static Path directory;

    private static final Queue<Socket> OPEN = new ConcurrentLinkedQueue<>();
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        client = new SmallHeapClient(directory.resolve("client.log"));
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("from").toFile(), "rw")) {
            file.setLength(200L << 20); // more than connections hold on the way
        }
    }

    @AfterAll
    static void stopClient() throws IOException {
        client.close();
        for (Socket socket : OPEN) {
            socket.close();
        }
    }

    /** What a server does with the data connections of a download; its last reply is sent before they are closed. */
    @FunctionalInterface
    interface Sends {
        void run(Data data) throws IOException, InterruptedException;
    }

    /** Connections to the client's data port. */
    static final class Data {
        private final int port;

        Data(String portCommand) {
            String[] numbers = portCommand.replaceFirst("PORT ", "").split(",");
            port = Integer.parseInt(numbers[4]) * 256 + Integer.parseInt(numbers[5]);
        }

        OutputStream connection() throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            OPEN.add(socket);
            return socket.getOutputStream();
        }
    }

    record Case(String name, Sends sends, String reply, String expected, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case broken(String name, Sends sends, String words) {
        return new Case(name, sends, "226 done\r\n", "LIMIT", words);
    }

    /** A block, then what is not a header. */
    private static Case headed(String name, byte[] header) {
        return broken(
                name,
                data -> {
                    OutputStream out = data.connection();
                    block(out, 0, 1000, 0);
                    out.write(header);
                },
                "malformed");
    }

    private static byte[] header(int descriptor, long count, long offset) {
        return ByteBuffer.allocate(17)
                .put((byte) descriptor)
                .putLong(count)
                .putLong(offset)
                .array();
    }

    private static void block(OutputStream to, int descriptor, int count, long offset) throws IOException {
        to.write(header(descriptor, count, offset));
        to.write(new byte[count]);
    }

    static Stream<Case> downloads() {
        return Stream.of(
                broken(
                        "a gap in the middle, and two connections",
                        data -> {
                            OutputStream first = data.connection();
                            OutputStream second = data.connection();
                            block(first, 0, 1000, 0);
                            first.write(header(LAST, 0, 2));
                            block(second, EOD, 1000, 5_000);
                        },
                        "left a gap at offset 1000"),
                broken(
                        "empty headers without end",
                        data -> {
                            OutputStream out = data.connection();
                            byte[] empty = header(0, 0, 0);
                            while (true) {
                                out.write(empty);
                            }
                        },
                        "headers without data do not end"),
                broken(
                        "EOFs without end",
                        data -> {
                            OutputStream out = data.connection();
                            while (true) {
                                out.write(header(EOF, 0, 2));
                            }
                        },
                        "headers without data do not end"),
                headed("an EOF with data", header(EOF, 1000, 1)),
                broken(
                        "the same offset again",
                        data -> {
                            OutputStream out = data.connection();
                            block(out, 0, 1000, 0);
                            block(out, EOD, 1000, 0);
                        },
                        "offset 0 again"),
                broken(
                        "offsets that overlap",
                        data -> {
                            OutputStream out = data.connection();
                            block(out, 0, 1000, 0);
                            block(out, EOD, 1000, 999);
                        },
                        "offset 999 again"),
                headed("a count of 2^63", header(0, Long.MIN_VALUE, 0)),
                headed("a count that leads beyond 2^63", header(0, Long.MAX_VALUE, 1)),
                headed("an offset below 0", header(0, 1, -1)),
                headed("a descriptor that is none", header(3, 0, 0)),
                broken("2^62 connections", data -> data.connection().write(header(LAST, 0, 1L << 62)), "promised"),
                broken("no connection", data -> data.connection().write(header(LAST, 0, 0)), "promised"),
                new Case(
                        "nothing at all",
                        data -> data.connection().write(header(LAST, 0, 1)),
                        "226 done\r\n",
                        "SOURCE_CHANGED",
                        "sent only 0"),
                new Case(
                        "blocks after EOD",
                        data -> {
                            OutputStream out = data.connection();
                            block(out, 0, 1000, 0);
                            out.write(header(LAST, 0, 1));
                            block(out, 0, FILE_BYTES - 1000, 1000);
                        },
                        "226 done\r\n",
                        "SOURCE_CHANGED|CONNECTION_LOST",
                        "only 1000 of|connection"),
                new Case(
                        "more than was announced, without end",
                        data -> {
                            OutputStream out = data.connection();
                            for (long at = 0; ; at += 100_000) {
                                block(out, 0, 100_000, at);
                            }
                        },
                        "226 done\r\n",
                        "SOURCE_CHANGED",
                        "longer than"));
    }

    /** A server of grid FTP without security, whose answers may be others. */
    private static HostileServer server(Map<String, HostileServer.Talk> answers) {
        return HostileServer.start(peer -> {
            try (ServerSocket data = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                peer.say("220 hello\r\n");
                while (true) {
                    String command = peer.line().split(" ")[0];
                    HostileServer.Talk talk = answers.get(command);
                    if (talk != null) {
                        talk.run(peer);
                    } else {
                        peer.say(usual(command, data.getLocalPort()));
                    }
                }
            }
        });
    }

    private static String usual(String command, int dataPort) {
        String numbers = "127,0,0,1," + (dataPort >> 8) + "," + (dataPort & 255);
        return switch (command) {
            case "USER" -> "331 password\r\n";
            case "PASS" -> "230 in\r\n";
            case "FEAT" -> "211-F\r\n MLST type*;size*;modify*;\r\n SIZE\r\n MDTM\r\n211 end\r\n";
            case "PWD" -> "257 \"/\"\r\n";
            case "MLST" -> "250-x\r\n type=file;size=" + FILE_BYTES + ";modify=20200101000000; /t\r\n250 end\r\n";
            case "PASV" -> "227 (" + numbers + ")\r\n";
            case "SPAS" -> "229-stripes\r\n " + numbers + "\r\n229 end\r\n";
            case "RETR", "STOR" -> "150 go\r\n";
            case "REST", "RNFR" -> "350 go on\r\n";
            default -> "200 fine\r\n";
        };
    }

    private static HostileServer.Talk sending(Case hostile) {
        return peer -> {
            peer.say("150 here\r\n");
            hostile.sends().run(new Data(peer.last("PORT .*")));
            peer.say(hostile.reply());
        };
    }

    @ParameterizedTest
    @MethodSource("downloads")
    void whatIsNoFileIsNeverGivenItsName(Case hostile) throws Exception {
        try (HostileServer server = server(Map.of("RETR", sending(hostile)))) {
            Path to = directory.resolve("to");
            SmallHeapClient.Ended ended = client.move(url(server), to.toString(), 0);
            assertThat(ended.reason()).as("%s", ended).matches(hostile.expected());
            assertThat(ended.message()).containsPattern(hostile.words()).hasSizeLessThan(500);
            assertThat(ended.millis()).isLessThan(5_000);
            assertThat(to).doesNotExist();
        }
    }

    /** What only time can show: 15 s, all at once. */
    @Test
    @Tag("nightly")
    void whatWillNeverComeIsNotWaitedForForEver() {
        Sends gap = data -> {
            OutputStream out = data.connection();
            block(out, 0, 1000, 1000);
            out.write(header(LAST, 0, 1));
        };
        Stream<Case> all = Stream.of(
                broken("a gap before the last word", gap, "left a gap at offset 0"),
                new Case("a gap and no last word", gap, "", "LIMIT", "left a gap at offset 0"),
                broken(
                        "an offset beyond the announced size",
                        data -> {
                            OutputStream out = data.connection();
                            block(out, 0, 1000, Long.MAX_VALUE - 5000);
                            out.write(header(LAST, 0, 1));
                        },
                        "left a gap at offset 0"),
                broken(
                        "more connections promised than come",
                        data -> {
                            OutputStream out = data.connection();
                            block(out, 0, FILE_BYTES, 0);
                            out.write(header(LAST, 0, 2));
                        },
                        "kept the data connections open"));
        assertThat(all
                        .map(one -> CompletableFuture.supplyAsync(() -> slowly(one), Thread::startVirtualThread))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join))
                .allMatch(String::isEmpty);
    }

    private static String slowly(Case hostile) {
        Path to = directory.resolve(hostile.name());
        try (HostileServer server = server(Map.of("RETR", sending(hostile)));
                SmallHeapClient own = new SmallHeapClient(directory.resolve("client.log"))) {
            SmallHeapClient.Ended ended = own.move(url(server), to.toString(), 0);
            boolean well = ended.reason().matches(hostile.expected())
                    && !Files.exists(to)
                    && Pattern.compile(hostile.words()).matcher(ended.message()).find();
            return well ? "" : hostile + ": " + ended;
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** With any blocks of a download, it ends, with the right file or without one. */
    @Test
    void randomBlocksAreEitherTheFileOrAnError() throws Exception {
        for (long seed : IntStream.range(0, 12).toArray()) {
            Case random = new Case("", data -> randomBlocks(new Random(seed), data), "226 done\r\n", "", "");
            try (HostileServer server = server(Map.of("RETR", sending(random)))) {
                Path to = directory.resolve("random");
                SmallHeapClient.Ended ended = client.move(url(server), to.toString(), 700);
                assertThat(ended.reason())
                        .as("seed %d: %s", seed, ended)
                        .matches("LIMIT|SOURCE_CHANGED|CONNECTION_LOST|InterruptedException|INTERRUPTED");
                assertThat(to).as("seed %d", seed).doesNotExist();
            }
        }
    }

    private static void randomBlocks(Random random, Data data) throws IOException {
        OutputStream out = data.connection();
        long at = 0;
        for (int i = random.nextInt(6); i >= 0; i--) {
            int count = random.nextInt(200_000);
            int descriptor = random.nextInt(8) == 0 ? 1 << random.nextInt(8) : 0;
            block(out, descriptor, count, random.nextInt(6) == 0 ? random.nextLong() : at);
            at += count;
        }
        out.write(header(LAST, 0, 1 + random.nextInt(20) / 19));
    }

    private static String url(HostileServer server) {
        return "gsiftp://anonymous@127.0.0.1:" + server.port() + "/t";
    }

    private void uploads(Map<String, HostileServer.Talk> answers, String reason, String words) throws Exception {
        try (HostileServer server = server(answers)) {
            SmallHeapClient.Ended ended = client.move(directory.resolve("from").toString(), url(server), 0);
            assertThat(ended.reason()).as("%s", ended).matches(reason);
            assertThat(ended.message()).containsPattern(words).hasSizeLessThan(500);
            assertThat(server.heard()).noneMatch(line -> line.startsWith("RNTO"));
        }
    }

    private static final HostileServer.Talk MISSING = peer -> peer.say("550 No such file or directory\r\n");

    @Test
    void aReceiverWithThousandsOfStripesIsRefused() throws Exception {
        uploads(
                Map.of(
                        "MLST",
                        MISSING,
                        "SPAS",
                        peer -> peer.say("229-stripes\r\n" + " 127,0,0,1,200,200\r\n".repeat(5_000) + "229 end\r\n")),
                "LIMIT",
                "more than 64 stripes");
    }

    @Test
    void aReceiverThatHasStoredAllBeforeItWasSentIsNotBelieved() throws Exception {
        uploads(
                Map.of("MLST", MISSING, "STOR", peer -> peer.say("150 go\r\n226 done\r\n")),
                "LIMIT",
                "success before all data were sent");
    }

    @Test
    void markersWithoutEndEndAnUpload() throws Exception {
        uploads(
                Map.of("MLST", MISSING, "STOR", peer -> {
                    peer.say("150 go\r\n");
                    peer.forever("112-Perf Marker\r\n Stripe Bytes Transferred: -99999999999999999999\r\n112 End\r\n");
                }),
                "LIMIT",
                "progress markers and never finishes");
    }

    @Test
    void markersWithoutEndEndADownload() throws Exception {
        try (HostileServer server = server(Map.of("RETR", peer -> {
            peer.say("150 here\r\n");
            peer.forever("111 Range Marker 0-,-,18446744073709551616\r\n");
        }))) {
            SmallHeapClient.Ended ended =
                    client.move(url(server), directory.resolve("to").toString(), 0);
            assertThat(ended.reason()).as("%s", ended).isEqualTo("LIMIT");
        }
    }

    @Test
    void aServerThatCopiesToAnotherForeverIsLeft() throws Exception {
        try (HostileServer from = server(Map.of());
                HostileServer to = server(Map.of("MLST", MISSING, "STOR", peer -> {
                    peer.say("150 go\r\n");
                    peer.forever("112 Perf Marker\r\n");
                }))) {
            SmallHeapClient.Ended ended = client.move(url(from), url(to), 0);
            assertThat(ended.reason()).as("%s", ended).isEqualTo("LIMIT");
            assertThat(to.heard()).noneMatch(line -> line.startsWith("RNTO"));
        }
    }
}
