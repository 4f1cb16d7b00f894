package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gridftp.LineReader;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.planner.admission.AdmissionLimits;

/** What a gateway refuses, over a real control connection; a trap shows that nothing was connected to. */
@Tag("attack")
class HostileClientsTest {
    /** Each refusal takes milliseconds; a busy machine gets more, but less than a connection that was tried. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Gateway gateway;
    private ServerSocket trap;
    private Socket socket;
    private BufferedReader replies;

    @BeforeEach
    void connect() throws Exception {
        trap = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        trap.setSoTimeout(300);
        connect("dtn.example.org:*");
    }

    private void connect(String rule) throws Exception {
        connect(rule, GatewaySettings.CONNECTIONS.withConnections(8, 4));
    }

    private void connect(String rule, AdmissionLimits limits) throws Exception {
        gateway = Gateway.start(
                new GatewaySettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        List.of(rule),
                        null,
                        false,
                        null,
                        limits,
                        Duration.ofSeconds(30),
                        PATIENCE,
                        Duration.ofSeconds(5)),
                GatewayListener.NONE);
        socket = new Socket(InetAddress.getLoopbackAddress(), gateway.address().getPort());
        socket.setSoTimeout(60_000);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertThat(replies.readLine()).startsWith("220");
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        gateway.close();
        trap.close();
    }

    private String call(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        return replies.readLine();
    }

    private void logIn() throws IOException {
        assertThat(call("USER anonymous")).startsWith("331");
        assertThat(call("PASS x@example.org")).startsWith("230");
    }

    private void assertTrapIsEmpty() {
        assertThat(catchThrowable()).isInstanceOf(SocketTimeoutException.class);
    }

    private Throwable catchThrowable() {
        return org.assertj.core.api.Assertions.catchThrowable(
                () -> trap.accept().close());
    }

    @Test
    void nothingHappensBeforeLogIn() throws IOException {
        assertThat(call("RETR /ftp://localhost:" + trap.getLocalPort() + "//f")).startsWith("530");
        assertThat(call("PASV")).startsWith("530");
        assertTrapIsEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "2130706433",
                "0x7f000001",
                "0177.0.0.1",
                "127.1",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "user@127.0.0.1",
                "127.0.0.1%2f",
                "0.0.0.0",
                "169.254.169.254"
            })
    void nestedUrlsToInnerPlacesAreRefusedWithinASecond(String host) throws IOException {
        logIn();
        call("PASV");
        long startNs = System.nanoTime();
        assertThat(call("RETR /ftp://" + host + ":" + trap.getLocalPort() + "//f"))
                .startsWith("553");
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(SOON);
        assertTrapIsEmpty();
    }

    @Test
    void aPathToItselfIsRefusedEvenWhereARuleAdmitsIt() throws Exception {
        socket.close();
        gateway.close();
        connect("127.0.0.1:*");
        logIn();
        call("PASV");
        long startNs = System.nanoTime();
        assertThat(call("RETR /ftp://127.0.0.1:" + gateway.address().getPort() + "//f"))
                .startsWith("553")
                .contains("itself");
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(SOON);
    }

    @Test
    void theRefusalOfAFarServerCarriesNothingForATerminal() throws Exception {
        close();
        try (HostileServer far = HostileServer.start(peer -> {
            peer.say("220 hello\r\n");
            while (true) {
                String command = peer.line().split(" ")[0];
                peer.say(
                        command.equals("USER") || command.equals("TYPE")
                                ? "230 fine\r\n"
                                : "550-first\u001b[2J\r\n \u009b2J\rsecond\r\n550 \u001b]0;title\u0007\r\n");
            }
        })) {
            connect("127.0.0.1:" + far.port());
            logIn();
            for (String command : List.of("MLST", "SIZE", "DELE", "MKD")) {
                String said = call(command + " /ftp://127.0.0.1:" + far.port() + "//err/");
                for (String line = said; !line.matches("\\d{3} .*"); line = replies.readLine()) {
                    said += line;
                }
                assertThat(said).as(command).startsWith("550").doesNotContain("\u001b", "\u009b", "\u0007");
            }
        }
    }

    @Test
    void fiftyHopsAreRefusedWithinASecondWithoutAConnection() throws Exception {
        socket.close();
        gateway.close();
        connect("127.0.0.1:*");
        logIn();
        call("PASV");
        long startNs = System.nanoTime();
        assertThat(call("RETR " + ("/ftp://127.0.0.1:" + trap.getLocalPort()).repeat(50) + "//f"))
                .startsWith("553");
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(SOON);
        assertTrapIsEmpty();
    }

    @Test
    void dataPortsOfThirdHostsAndPrivilegedPortsAreRefused() throws IOException {
        logIn();
        assertThat(call("PORT 198,51,100,7,80,80")).startsWith("504");
        assertThat(call("PORT 127,0,0,1,0,25")).startsWith("504");
        assertThat(call("EPRT |1|198.51.100.7|5000|")).startsWith("504");
        assertThat(call("EPRT |2|::1|22|")).startsWith("504");
        assertThat(call("SPOR 10,0,0,1,80,80")).startsWith("504");
        assertThat(call("PORT 300,0,0,1,80,80")).startsWith("501");
        assertThat(call("PORT 127,0,0,1")).startsWith("501");
        assertThat(call("EPRT |1|localhost|5000|")).startsWith("501");
    }

    @Test
    void aLineWithoutEndClosesOnlyThatSession() throws Exception {
        byte[] flood = new byte[LineReader.MOST_BYTES + 10];
        Arrays.fill(flood, (byte) 'A');
        socket.getOutputStream().write(flood);
        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(SocketException.class, () -> {
                    if (replies.readLine() == null) {
                        throw new SocketException("closed");
                    }
                }))
                .isNotNull();
        close();
        connect();
        logIn();
    }

    @Test
    void garbageGetsARefusalAndNoMore() throws IOException {
        assertThat(call("\u0001\u0002 \u001b[2J")).startsWith("502").doesNotContain("\u001b");
        assertThat(call("")).startsWith("502");
        logIn();
        assertThat(call("MODE B")).startsWith("504");
        assertThat(call("ERET X 1 2 f")).startsWith("501");
        assertThat(call("REST 5-x")).startsWith("501");
        assertThat(call("CKSM MD5")).startsWith("501");
        assertThat(call("SBUF much")).startsWith("501");
        assertThat(call("RETR f")).startsWith("550");
    }

    @Test
    void whoDoesNotLogInIsSentAwayHoweverBusy() throws Exception {
        socket.close();
        gateway.close();
        Duration second = Duration.ofSeconds(1);
        connect(
                "dtn.example.org:*",
                AdmissionLimits.DEFAULT.withTimes(second, second).withPatience(8, second));
        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(IOException.class, () -> {
                    for (int i = 0; i < 200; i++) {
                        call("NOOP");
                        Thread.sleep(50);
                    }
                }))
                .isNotNull()
                .isNotInstanceOf(SocketTimeoutException.class);
        close();
        connect();
        logIn();
    }

    @Test
    void theOldestSilentSessionOfAPeerMakesRoomForItsNextOne() throws IOException {
        logIn();
        List<Socket> more = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Socket one = new Socket(
                    InetAddress.getLoopbackAddress(), gateway.address().getPort());
            more.add(one);
            one.setSoTimeout(60_000);
            assertThat(new BufferedReader(new InputStreamReader(one.getInputStream(), StandardCharsets.UTF_8))
                            .readLine())
                    .startsWith("220");
        }
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> {
                    if (more.getFirst().getInputStream().read() < 0) {
                        throw new IOException("closed");
                    }
                }))
                .as("the oldest")
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
        assertThat(call("NOOP")).as("who has logged in").startsWith("200");
        for (Socket one : more) {
            one.close();
        }
    }
}
