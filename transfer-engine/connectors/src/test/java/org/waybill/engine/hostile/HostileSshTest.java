package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.engine.testserver.SshServer;

/** SSH servers that mean harm, and OpenSSH's with an sftp subsystem that does, against a client of 48 MiB. */
class HostileSshTest {
    private static final String SAID = "LIMIT|BAD_INPUT|UNREACHABLE|CONNECTION_LOST|NOT_FOUND|UNSAFE|AUTHENTICATION"
            + "|PERMISSION|SOURCE_CHANGED|VERIFICATION_FAILED|HOST_KEY";
    private static final int VERSION = 2;
    private static final int STATUS = 101;
    private static final int HANDLE = 102;
    private static final int NAME = 104;
    private static final int ATTRS = 105;

    @TempDir
    static Path directory;

    private static HostileServer sftp;
    private static SshServer sshd;
    private static SmallHeapClient client;
    private static volatile Supplier<Sftp> next = Sftp::new;

    @BeforeAll
    static void start() throws IOException {
        sftp = HostileServer.start(peer -> next.get().serve(new DataInputStream(peer.bytes()), peer.out()));
        sshd = SshServer.startBefore(directory, sftp.port());
        client = new SmallHeapClient(
                directory.resolve("client.log"),
                "-Dhostile.sshd=" + sshd.knownHosts().getParent());
    }

    @AfterAll
    static void stop() {
        client.close();
        sshd.close();
        sftp.close();
    }

    /** SFTP 3 with an empty directory at every path; subclasses mean harm. */
    private static class Sftp {
        private DataOutputStream out;

        void serve(DataInputStream in, OutputStream to) throws IOException, InterruptedException {
            out = new DataOutputStream(to);
            while (true) {
                int length = in.readInt();
                int type = in.readUnsignedByte();
                byte[] rest = in.readNBytes(length - 1);
                int id = new DataInputStream(new ByteArrayInputStream(rest)).readInt();
                answer(type, id);
                out.flush();
            }
        }

        void answer(int type, int id) throws IOException, InterruptedException {
            switch (type) {
                case 1 -> packet(VERSION, body -> body.writeInt(3));
                case 11 -> packet(HANDLE, body -> string(body.writingId(id), "h"));
                case 12 -> list(id);
                case 16 ->
                    packet(NAME, body -> {
                        body.writingId(id).writeInt(1);
                        name(body, "/t", "");
                    });
                case 7, 17 -> packet(ATTRS, body -> attributes(body.writingId(id)));
                default -> status(id, 0);
            }
        }

        void list(int id) throws IOException, InterruptedException {
            status(id, 1);
        }

        final void status(int id, int code) throws IOException {
            packet(STATUS, body -> {
                body.writingId(id).writeInt(code);
                string(body, "");
                string(body, "");
            });
        }

        final void names(int id, int count, String... names) throws IOException {
            packet(NAME, body -> {
                body.writingId(id).writeInt(count);
                for (String one : names) {
                    name(body, one, "-rw-r--r-- 1 a a 1 Jan 1 2020 " + one);
                }
            });
        }

        static void name(Body body, String name, String shown) throws IOException {
            string(body, name);
            string(body, shown);
            attributes(body);
        }

        /** A directory. */
        static void attributes(Body body) throws IOException {
            body.writeInt(4);
            body.writeInt(040755);
        }

        static void string(Body body, String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            body.writeInt(bytes.length);
            body.write(bytes);
        }

        interface Fill {
            void into(Body body) throws IOException;
        }

        static final class Body extends DataOutputStream {
            Body(OutputStream to) {
                super(to);
            }

            Body writingId(int id) throws IOException {
                writeInt(id);
                return this;
            }
        }

        void packet(int type, Fill fill) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Body body = new Body(bytes);
            body.write(type);
            fill.into(body);
            raw(bytes.size(), bytes.toByteArray());
        }

        final void raw(int length, byte[] bytes) throws IOException {
            out.writeInt(length);
            out.write(bytes);
        }

        final OutputStream out() {
            return out;
        }
    }

    /** A case: what the subsystem does, and what may come of it. */
    record Case(String name, Supplier<Sftp> sftp, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** What to do when a listing is asked for. */
    interface Listing {
        void run(Sftp sftp, int id) throws IOException, InterruptedException;
    }

    private static Case listing(String name, Listing listing, String expected) {
        return new Case(
                name,
                () -> new Sftp() {
                    @Override
                    void list(int id) throws IOException, InterruptedException {
                        listing.run(this, id);
                    }
                },
                expected);
    }

    private static void linkTo(Sftp.Body body, String name) throws IOException {
        Sftp.string(body, name);
        Sftp.string(body, "");
        body.writeInt(4);
        body.writeInt(0120777);
    }

    private static Case raw(String name, int length, int... bytes) {
        return listing(
                name,
                (sftp, id) -> {
                    byte[] body = new byte[bytes.length];
                    IntStream.range(0, bytes.length).forEach(i -> body[i] = (byte) bytes[i]);
                    sftp.raw(length, body);
                    sftp.out().close();
                },
                SAID);
    }

    static Stream<Case> cases() {
        Stream<Case> all = Stream.of(
                listing(
                        "names without end",
                        (sftp, id) -> sftp.names(
                                id, 100, Stream.generate(() -> "f").limit(100).toArray(String[]::new)),
                        "LIMIT"),
                listing("names longer than any", (sftp, id) -> sftp.names(id, 1, "n".repeat(5_000)), "LIMIT"),
                listing("names longer than packets", (sftp, id) -> sftp.names(id, 1, "n".repeat(30_000)), "BAD_INPUT"),
                listing("names out of the directory", (sftp, id) -> sftp.names(id, 1, "../../etc/passwd"), "UNSAFE"),
                listing(
                        "a link and what lies behind it",
                        (sftp, id) -> sftp.packet(NAME, body -> {
                            body.writingId(id).writeInt(2);
                            linkTo(body, "a");
                            Sftp.name(body, "a/escaped", "");
                        }),
                        "UNSAFE"),
                listing(
                        "a link and a directory of one name",
                        new Listing() {
                            private int times;

                            @Override
                            public void run(Sftp sftp, int id) throws IOException {
                                if (times++ > 0) {
                                    sftp.status(id, 1);
                                    return;
                                }
                                sftp.packet(NAME, body -> {
                                    body.writingId(id).writeInt(2);
                                    linkTo(body, "a");
                                    Sftp.name(body, "a", "");
                                });
                            }
                        },
                        "BAD_INPUT"),
                listing("no name", (sftp, id) -> sftp.names(id, 1, ""), SAID),
                listing("two thousand million names", (sftp, id) -> sftp.names(id, Integer.MAX_VALUE, "f"), SAID),
                listing("minus one name", (sftp, id) -> sftp.names(id, -1, "f"), "OK|" + SAID),
                listing("another's answer", (sftp, id) -> sftp.names(id + 7, 1, "f"), SAID),
                listing("a version", (sftp, id) -> sftp.packet(VERSION, body -> body.writeInt(3)), SAID),
                raw("a packet of 2 GiB", Integer.MAX_VALUE, NAME, 0, 0, 0, 1),
                raw("a packet of no length", 0),
                raw("a packet of a negative length", -5, NAME, 0, 0),
                raw("a string longer than its packet", 13, NAME, 0, 0, 0, 3, 0, 0, 0, 1, 127, 255, 255, 255),
                listing("a link to itself, for ever", (sftp, id) -> sftp.names(id, 1, "d"), "LIMIT"));
        return Stream.concat(all, IntStream.range(0, 15).mapToObj(HostileSshTest::mutated));
    }

    /** Every packet right except for some bytes. */
    private static Case mutated(int seed) {
        return new Case(
                "seed " + seed,
                () -> {
                    Random random = new Random(seed);
                    return new Sftp() {
                        @Override
                        void packet(int type, Fill fill) throws IOException {
                            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                            Body body = new Body(bytes);
                            body.write(type);
                            fill.into(body);
                            byte[] changed = bytes.toByteArray();
                            if (random.nextInt(4) == 0) {
                                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                            }
                            raw(changed.length, changed);
                        }
                    };
                },
                "OK|INTERRUPTED|InterruptedException|" + SAID);
    }

    private String url(int port) {
        return "sftp://" + sshd.user() + "@127.0.0.1:" + port + "/t";
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noSftpAnswerExhaustsOrCrashesTheClient(Case hostile) throws Exception {
        next = hostile.sftp();
        SmallHeapClient.Ended ended =
                client.move(url(sshd.port()), directory.resolve("to").toString(), 6_000);
        assertThat(ended.reason()).as("%s", ended).matches(hostile.expected() + "|INTERRUPTED|InterruptedException");
        assertThat(ended.millis()).as("%s", ended).isLessThan(7_000);
    }

    /** What says hello in place of an SSH server. */
    record Greeting(String name, HostileServer.Talk talk, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Greeting> greetings() {
        return Stream.of(
                new Greeting("lines without end", peer -> peer.forever("hello\r\n"), "LIMIT"),
                new Greeting("a line without end", peer -> peer.forever("x"), "LIMIT|UNREACHABLE"),
                new Greeting(
                        "a version without end",
                        peer -> {
                            peer.say("SSH-2.0-");
                            peer.forever("x");
                        },
                        "LIMIT|UNREACHABLE"),
                new Greeting(
                        "a packet of 2 GiB",
                        peer -> {
                            peer.say("SSH-2.0-x\r\n");
                            peer.out().write(new byte[] {127, -1, -1, -1, 4, 20});
                            peer.forever("\u0000");
                        },
                        "LIMIT|UNREACHABLE"),
                new Greeting(
                        "packets to be ignored, without end",
                        peer -> {
                            peer.say("SSH-2.0-x\r\n");
                            while (true) {
                                peer.out().write(new byte[] {0, 0, 0, 12, 6, 2, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6});
                            }
                        },
                        "LIMIT|UNREACHABLE"));
    }

    @ParameterizedTest
    @MethodSource("greetings")
    void noGreetingExhaustsOrCrashesTheClient(Greeting greeting) throws Exception {
        try (HostileServer server = HostileServer.start(greeting.talk())) {
            SmallHeapClient.Ended ended =
                    client.move(url(server.port()), directory.resolve("to").toString(), 0);
            assertThat(ended.reason()).as("%s", ended).matches(greeting.expected());
        }
    }

    static Stream<Greeting> slow() {
        return Stream.of(
                new Greeting("silent", peer -> Thread.sleep(60_000), ""),
                new Greeting("drips", peer -> peer.drip("hello\r\n"), ""),
                new Greeting(
                        "silent after its version",
                        peer -> {
                            peer.say("SSH-2.0-x\r\n");
                            Thread.sleep(60_000);
                        },
                        ""));
    }

    @ParameterizedTest
    @MethodSource("slow")
    void anInterruptEndsItWithinTwoSeconds(Greeting greeting) throws Exception {
        try (HostileServer server = HostileServer.start(greeting.talk())) {
            SmallHeapClient.Ended ended =
                    client.move(url(server.port()), directory.resolve("to").toString(), 800);
            assertThat(ended.reason()).as("%s", ended).matches("INTERRUPTED|InterruptedException");
            assertThat(ended.millis()).as("%s", ended).isLessThan(2_000);
        }
    }

    @ParameterizedTest
    @MethodSource("silences")
    void anInterruptEndsASilentSubsystemWithinTwoSeconds(Case silence) throws Exception {
        next = silence.sftp();
        SmallHeapClient.Ended ended =
                client.move(url(sshd.port()), directory.resolve("to").toString(), 2_500);
        assertThat(ended.reason()).as("%s", ended).matches("INTERRUPTED|InterruptedException");
        assertThat(ended.millis()).as("%s", ended).isLessThan(2_000);
    }

    static Stream<Case> silences() {
        return Stream.of(
                listing("silent at a listing", (sftp, id) -> Thread.sleep(60_000), ""),
                new Case(
                        "silent from the start",
                        () -> new Sftp() {
                            @Override
                            void answer(int type, int id) throws InterruptedException {
                                Thread.sleep(60_000);
                            }
                        },
                        ""));
    }
}
