package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.HostileServer;

/** Servers that never let a log-in with grid security come to its end, against a client of 48 MiB. */
class HostileGridLogInTest {
    @TempDir
    static Path directory;

    @AutoClose
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        Path grid = GridAuthority.in(directory).proxy().getParent();
        client = new SmallHeapClient(directory.resolve("client.log"), "-Dhostile.grid=" + grid);
    }

    /** What is said to each token. */
    record Case(String name, HostileServer.Talk answer, String expected, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case token(String name, byte[] token, String expected, String words) {
        return new Case(
                name,
                peer -> peer.say("335 ADAT=" + Base64.getEncoder().encodeToString(token) + "\r\n"),
                expected,
                words);
    }

    /** A TLS record. */
    private static byte[] record(int type, int announced, byte... body) {
        byte[] record = new byte[5 + body.length];
        record[0] = (byte) type;
        record[1] = 3;
        record[2] = 3;
        record[3] = (byte) (announced >> 8);
        record[4] = (byte) announced;
        System.arraycopy(body, 0, record, 5, body.length);
        return record;
    }

    static Stream<Case> logIns() {
        String some = Base64.getEncoder().encodeToString(new byte[3_000]);
        return Stream.of(
                token("empty tokens without end", new byte[0], "LIMIT", "more than 64 security tokens"),
                token("the head of a record again and again", new byte[] {22}, "LIMIT|CERTIFICATE", "token|TLS"),
                token("a record of 64 KiB announced", record(22, 0xffff), "LIMIT|CERTIFICATE", "token|TLS"),
                token(
                        "a handshake of 16 MiB announced",
                        record(22, 4, (byte) 2, (byte) 0xff, (byte) 0xff, (byte) 0xff),
                        "LIMIT|CERTIFICATE",
                        "TLS"),
                token("an alert", record(21, 2, (byte) 2, (byte) 40), "CERTIFICATE", "TLS"),
                token("zeros", new byte[40_000], "CERTIFICATE", "TLS|token"),
                new Case("no base64", peer -> peer.say("335 ADAT=%%%\r\n"), "AUTHENTICATION", "not base64"),
                new Case(
                        "a token without end",
                        peer -> {
                            peer.say("335-ADAT=\r\n");
                            peer.forever(some + "\r\n");
                        },
                        "LIMIT",
                        "reply does not end"),
                new Case(
                        "a line without end",
                        peer -> {
                            peer.say("335 ADAT=");
                            peer.forever(some);
                        },
                        "LIMIT",
                        "longer than"),
                new Case(
                        "done, though nothing is",
                        peer -> peer.say("235 ADAT=" + some + "\r\n"),
                        "CERTIFICATE|AUTHENTICATION",
                        ""),
                new Case(
                        "a protected answer before there is protection",
                        peer -> peer.say("632 " + some + "\r\n"),
                        "AUTHENTICATION|UNREACHABLE|CERTIFICATE",
                        ""));
    }

    @ParameterizedTest
    @MethodSource("logIns")
    void aLogInEndsOnOneLineWhateverTheServerSays(Case hostile) throws Exception {
        try (HostileServer server = HostileServer.start(peer -> {
            peer.say("220 hello\r\n");
            while (true) {
                switch (peer.line().split(" ")[0]) {
                    case "AUTH" -> peer.say("334 go on\r\n");
                    case "ADAT" -> hostile.answer().run(peer);
                    default -> peer.say("500 no\r\n");
                }
            }
        })) {
            SmallHeapClient.Ended ended = client.move(
                    "gsiftp://127.0.0.1:" + server.port() + "/t",
                    directory.resolve("to").toString(),
                    0);
            assertThat(ended.reason()).as("%s", ended).matches(hostile.expected());
            assertThat(ended.message()).containsPattern(hostile.words()).hasSizeLessThan(700);
            assertThat(ended.millis()).isLessThan(5_000);
        }
    }
}
