package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.HostileServer;

/** FTP and GridFTP servers that mean harm, against a client of 48 MiB. */
class HostileFtpTest {
    private static final List<String> SCHEMES = List.of("ftp", "gsiftp");
    /** Reasons that have exit codes of their own, and are not our fault. */
    private static final String SAID = "LIMIT|BAD_INPUT|UNREACHABLE|CONNECTION_LOST|NOT_FOUND|UNSAFE|AUTHENTICATION"
            + "|PERMISSION|SOURCE_CHANGED|VERIFICATION_FAILED|GAVE_UP";
    /** Where the rest of the answers makes sense of it: an empty directory. */
    private static final String OR_NOTHING = "OK|" + SAID;

    @TempDir
    static Path directory;

    @AutoClose
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        client = new SmallHeapClient(directory.resolve("client.log"));
    }

    /** What is said in place of the right answers, by command; {@code data} over the data connection. */
    record Case(String name, Map<String, HostileServer.Talk> answers, HostileServer.Talk data, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final HostileServer.Talk NOTHING = peer -> {};

    private static Case reply(String command, String name, HostileServer.Talk answer, String expected) {
        return new Case(command + ": " + name, Map.of(command, answer), NOTHING, expected);
    }

    private static Case listing(String name, HostileServer.Talk data, String expected) {
        return new Case("MLSD: " + name, Map.of(), data, expected);
    }

    private static Case described(String facts, String expected) {
        return reply("MLST", facts, peer -> peer.say("250-x\r\n " + facts + " /t\r\n250 end\r\n"), expected);
    }

    static Stream<Arguments> cases() {
        String file = "type=file;size=1;modify=20200101000000; ";
        Stream<Case> all = Stream.of(
                reply("hello", "a line without end", peer -> peer.forever("220 "), "LIMIT"),
                reply("hello", "lines without end", peer -> peer.forever("220-hello\r\n"), "LIMIT"),
                reply(
                        "hello",
                        "empty lines without end",
                        peer -> {
                            peer.say("220-\r\n");
                            peer.forever("\n");
                        },
                        "LIMIT"),
                reply("hello", "no FTP", peer -> peer.say("\u0000\u0001\u0002\r\n"), "UNREACHABLE"),
                reply(
                        "FEAT",
                        "features without end",
                        peer -> {
                            peer.say("211-F\r\n");
                            peer.forever(" F\r\n");
                        },
                        "LIMIT"),
                reply(
                        "MLST",
                        "an entry without end",
                        peer -> {
                            peer.say("250-x\r\n type=dir;");
                            peer.forever("a=b;");
                        },
                        "LIMIT"),
                reply("MLST", "no second line", peer -> peer.say("250 x\r\n"), OR_NOTHING),
                reply("MLST", "an empty second line", peer -> peer.say("250-x\r\n\r\n250 x\r\n"), OR_NOTHING),
                reply("CWD", "promises without end", peer -> peer.forever("150 soon\r\n"), SAID),
                described("type=dir;modify=99999999999999;", OR_NOTHING),
                described("type=file;size=99999999999999999999;modify=1;", SAID),
                described("type=file;size=-5;", SAID),
                described("=;;=;", OR_NOTHING),
                described("", OR_NOTHING),
                listing("names without end", peer -> peer.forever(file + "f\r\n"), "LIMIT"),
                listing(
                        "a name without end",
                        peer -> {
                            peer.say(file);
                            peer.forever("n");
                        },
                        "LIMIT"),
                listing("empty lines without end", peer -> peer.forever("\r\n"), "LIMIT"),
                listing("names longer than any", peer -> peer.say(file + "n".repeat(5_000) + "\r\n"), "LIMIT"),
                listing("bad facts", peer -> peer.say("type=file;size=x;modify=y; f\r\nsize=;; g\r\n;\r\n \r\n"), SAID),
                listing(
                        "names that a line break tore",
                        peer -> peer.say((file + "\r\nlead\r\n").repeat(2) + file + " \r\n" + file),
                        "BAD_INPUT|SOURCE_CHANGED"), // the first by its path, of those whose size is not as listed
                new Case(
                        "MLSD: two directories that lead back into themselves",
                        Map.of("MLST", peer -> peer.say("250-x\r\n type=dir;unique=1; /t\r\n250 end\r\n")),
                        peer -> peer.say("type=dir;unique=1; a\r\ntype=dir;unique=1; b\r\n"),
                        "OK"),
                listing("a way out", peer -> peer.say(file + "../../etc/passwd\r\n"), SAID),
                reply("PASV", "numbers that are none", peer -> peer.say("227 (999,1,1,1,999999999999,1)\r\n"), SAID),
                reply("EPSV", "a port that is none", peer -> peer.say("229 (|||99999999999|)\r\n"), OR_NOTHING),
                new Case(
                        "SIZE and MDTM: no numbers",
                        Map.of(
                                "FEAT",
                                peer -> peer.say("502 no\r\n"),
                                "MLST",
                                peer -> peer.say("502 no\r\n"),
                                "SIZE",
                                peer -> peer.say("213 1e400\r\n"),
                                "MDTM",
                                peer -> peer.say("213 99999999999999999999\r\n")),
                        NOTHING,
                        OR_NOTHING),
                new Case(
                        "SIZE and MDTM: nothing",
                        Map.of(
                                "FEAT",
                                peer -> peer.say("502 no\r\n"),
                                "MLST",
                                peer -> peer.say("502 no\r\n"),
                                "SIZE",
                                peer -> peer.say("213\r\n"),
                                "MDTM",
                                peer -> peer.say("213\r\n")),
                        NOTHING,
                        OR_NOTHING));
        Stream<Case> fuzz = IntStream.range(0, 20).mapToObj(HostileFtpTest::mutated);
        return Stream.concat(all, fuzz).flatMap(one -> SCHEMES.stream().map(scheme -> Arguments.of(scheme, one)));
    }

    /** Every answer right except for some bytes. */
    private static Case mutated(int seed) {
        return new Case(
                "seed " + seed,
                Map.of("seed", peer -> {
                    throw new IOException("never asked");
                }),
                peer -> peer.say(mutate(new Random(seed), "type=file;size=1;modify=20200101000000; f\r\n")),
                OR_NOTHING);
    }

    private static String mutate(Random random, String answer) {
        StringBuilder text = new StringBuilder(answer);
        for (int i = random.nextInt(4); i > 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.deleteCharAt(at);
                default -> text.insert(at, text.substring(random.nextInt(at + 1), at));
            }
        }
        return text.toString();
    }

    private static HostileServer server(Case hostile) {
        Random random =
                hostile.name().startsWith("seed ") ? new Random(hostile.name().hashCode()) : null;
        return HostileServer.start(peer -> {
            try (ServerSocket data = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                answer(peer, hostile, "hello", "220 hello\r\n", random);
                while (true) {
                    String line = peer.line();
                    String command = line.split(" ")[0];
                    answer(peer, hostile, command, usual(command, data.getLocalPort()), random);
                    if (command.equals("MLSD") || command.equals("LIST")) {
                        try (Socket connection = data.accept()) {
                            hostile.data().run(peer.over(connection));
                        }
                        peer.say("226 done\r\n");
                    }
                }
            }
        });
    }

    private static void answer(HostileServer.Peer peer, Case hostile, String command, String usual, Random random)
            throws IOException, InterruptedException {
        HostileServer.Talk talk = hostile.answers().get(command);
        if (talk != null) {
            talk.run(peer);
        } else {
            peer.say(random == null || random.nextInt(4) > 0 ? usual : mutate(random, usual));
        }
    }

    private static String usual(String command, int dataPort) {
        return switch (command) {
            case "USER" -> "331 password\r\n";
            case "PASS" -> "230 in\r\n";
            case "FEAT" -> "211-F\r\n MLST type*;size*;modify*;\r\n REST STREAM\r\n SIZE\r\n MDTM\r\n211 end\r\n";
            case "SYST" -> "215 UNIX Type: L8\r\n";
            case "PWD" -> "257 \"/\"\r\n";
            case "MLST" -> "250-x\r\n type=dir;modify=20200101000000; /t\r\n250 end\r\n";
            case "PASV" -> "227 (127,0,0,1," + (dataPort >> 8) + "," + (dataPort & 255) + ")\r\n";
            case "EPSV" -> "229 (|||" + dataPort + "|)\r\n";
            case "MLSD", "LIST" -> "150 here\r\n";
            case "RETR", "SIZE", "MDTM" -> "550 no\r\n";
            default -> "200 fine\r\n";
        };
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noAnswerExhaustsOrCrashesTheClient(String scheme, Case hostile) throws Exception {
        try (HostileServer server = server(hostile)) {
            SmallHeapClient.Ended ended = client.move(
                    scheme + "://anonymous@127.0.0.1:" + server.port() + "/t",
                    directory.resolve("to").toString(),
                    hostile.name().startsWith("seed") ? 1_500 : 0);
            assertThat(ended.reason())
                    .as("%s", ended)
                    .matches(hostile.expected()
                            + (hostile.name().startsWith("seed") ? "|INTERRUPTED|InterruptedException" : ""));
            assertThat(ended.message()).hasSizeLessThan(2_000);
        }
    }

    @ParameterizedTest
    @MethodSource("endless")
    void anInterruptEndsItWithinTwoSeconds(String scheme, Case hostile) throws Exception {
        try (HostileServer server = server(hostile)) {
            SmallHeapClient.Ended ended = client.move(
                    scheme + "://anonymous@127.0.0.1:" + server.port() + "/t",
                    directory.resolve("to3").toString(),
                    800);
            assertThat(ended.reason()).as("%s", ended).matches("InterruptedException|INTERRUPTED");
            assertThat(ended.millis()).as("%s", ended).isLessThan(2_000);
        }
    }

    static Stream<Arguments> endless() {
        HostileServer.Talk silent = peer -> Thread.sleep(60_000);
        HostileServer.Talk drips = peer -> peer.drip("220-hello\r\n");
        Stream<Case> all = Stream.of(
                reply("hello", "silent", silent, ""),
                reply("hello", "drips", drips, ""),
                reply("MLST", "silent", silent, ""),
                reply("MLST", "drips", drips, ""),
                listing("silent", silent, ""),
                listing("drips", peer -> peer.drip("type=file; f\r\n"), ""));
        return all.flatMap(one -> SCHEMES.stream().map(scheme -> Arguments.of(scheme, one)));
    }
}
