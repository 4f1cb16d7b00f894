package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.gridftp.data.DataAcceptor;
import org.waybill.engine.gridftp.data.DataChannel;

/** Others at a client's data port: from other addresses, and from its own. */
@Tag("attack")
@Timeout(60)
class DataPortTest {
    private static final int MANY = 300;
    private static final String ELSEWHERE = "127.0.0.9";
    private static final byte[] CONTENT = "hello, world".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path root;

    private Gateway gateway;
    private Socket control;
    private BufferedReader replies;
    private final List<Socket> others = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        Files.write(root.resolve("hello"), CONTENT);
        gateway = Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(root, true),
                GatewayListener.NONE);
        control = new Socket(InetAddress.getLoopbackAddress(), gateway.address().getPort());
        control.setSoTimeout(20_000);
        replies = new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8));
        assertThat(replies.readLine()).startsWith("220");
        call("USER anonymous");
        assertThat(call("PASS x")).startsWith("230");
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket other : others) {
            other.close();
        }
        control.close();
        gateway.close();
    }

    private String call(String line) throws IOException {
        control.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        return replies.readLine();
    }

    private int passive() throws IOException {
        String reply = call("EPSV");
        assertThat(reply).startsWith("229");
        return Integer.parseInt(reply.replaceFirst(".*\\|\\|\\|(\\d+)\\|.*", "$1"));
    }

    private Socket connect(int port, String from) throws IOException {
        Socket socket = new Socket();
        others.add(socket);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5_000);
        socket.setSoTimeout(10_000);
        return socket;
    }

    /** One that may be ended while it is being made. */
    private Socket other(int port, String from) throws IOException {
        try {
            return connect(port, from);
        } catch (SocketException reset) {
            return new Socket();
        }
    }

    private static boolean isEnded(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void strangersAreEndedAtOnceAndNeitherKeepTheClientOutNorGetItsData() throws IOException {
        int port = passive();
        List<Socket> strangers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            strangers.add(other(port, ELSEWHERE));
        }
        assertThat(strangers).allMatch(DataPortTest::isEnded);
        Socket own = connect(port, "127.0.0.1");
        Socket late = other(port, ELSEWHERE);
        assertThat(call("RETR hello")).startsWith("150");
        assertThat(own.getInputStream().readAllBytes()).isEqualTo(CONTENT);
        assertThat(replies.readLine()).startsWith("226");
        assertThat(isEnded(late)).isTrue();
    }

    @Test
    void aStreamOfStrangersDoesNotMakeTheClientWaitForEver() throws Exception {
        int port = passive();
        Thread flood = Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try (Socket stranger = new Socket()) {
                    stranger.bind(new InetSocketAddress(ELSEWHERE, 0));
                    stranger.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                } catch (IOException closed) {
                    return;
                }
            }
        });
        control.getOutputStream().write("STOR late\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(replies.readLine()).startsWith("150");
        try (Socket own = connect(port, "127.0.0.1")) {
            own.getOutputStream().write(CONTENT);
        }
        assertThat(replies.readLine()).startsWith("226");
        assertThat(root.resolve("late")).satisfies(sameContentAs(CONTENT));
        flood.interrupt();
        flood.join();
    }

    private static byte[] block(int descriptor, long count, long offset, byte[] data) {
        return ByteBuffer.allocate(17 + data.length)
                .put((byte) descriptor)
                .putLong(count)
                .putLong(offset)
                .put(data)
                .array();
    }

    @Test
    void connectionsOfTheClientsAddressThatBringNothingDoNotSpoilABlockTransfer() throws IOException {
        assertThat(call("MODE E")).startsWith("200");
        int port = passive();
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            silent.add(connect(port, "127.0.0.1"));
        }
        assertThat(call("STOR blocks")).startsWith("150");
        Socket first = connect(port, "127.0.0.1");
        first.getOutputStream().write(block(0, 5, 0, Arrays.copyOf(CONTENT, 5)));
        for (int i = 0; i < 60; i++) {
            silent.add(connect(port, "127.0.0.1"));
        }
        for (Socket each : silent.subList(0, 20)) {
            each.close();
        }
        Socket second = connect(port, "127.0.0.1");
        second.getOutputStream().write(block(0, 7, 5, Arrays.copyOfRange(CONTENT, 5, 12)));
        second.getOutputStream().write(block(0x40, 0, 2, new byte[0]));
        second.getOutputStream().write(block(0x08, 0, 0, new byte[0]));
        first.getOutputStream().write(block(0x08, 0, 0, new byte[0]));
        String reply = replies.readLine();
        while (reply.startsWith("11") || !reply.matches("\\d{3} .*")) {
            reply = replies.readLine();
        }
        assertThat(reply).startsWith("226");
        assertThat(root.resolve("blocks")).satisfies(sameContentAs(CONTENT));
    }

    /** As where the client has heard that its transfer begins before it has begun. */
    @Test
    void connectionsThatBringNothingBeforeATransferMakeRoomForTheClients() throws IOException {
        try (DataAcceptor port =
                DataAcceptor.open(InetAddress.getLoopbackAddress(), 0, _ -> true, Duration.ofSeconds(20))) {
            int number = port.address().getPort();
            Socket oldest = connect(number, "127.0.0.1");
            for (int i = 1; i < DataAcceptor.MOST_CONNECTIONS; i++) {
                connect(number, "127.0.0.1");
            }
            Socket own = connect(number, "127.0.0.1");
            own.getOutputStream().write('o');
            assertThat(isEnded(oldest)).isTrue();
            port.begin(DataChannel.Security.NONE);
            for (int i = 1; i < DataAcceptor.MOST_CONNECTIONS; i++) {
                port.accept(() -> false);
            }
            ByteBuffer one = ByteBuffer.allocate(1);
            assertThat(Objects.requireNonNull(port.accept(() -> false)).read(one))
                    .isOne();
            assertThat(one.get(0)).isEqualTo((byte) 'o');
        }
    }

    /** Authentication as it could be: a byte that only the right one knows. */
    private static DataChannel word(SocketChannel socket, boolean weConnected) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        if (socket.read(one) != 1 || one.get(0) != 'k') {
            throw new IOException("a wrong word");
        }
        return DataChannel.plain(socket);
    }

    @Test
    void whoDoesNotAuthenticateKeepsNobodyOut() throws IOException {
        try (DataAcceptor port =
                DataAcceptor.open(InetAddress.getLoopbackAddress(), 0, _ -> true, Duration.ofSeconds(20))) {
            int number = port.address().getPort();
            for (int i = 0; i < MANY; i++) {
                Socket other = other(number, "127.0.0.1");
                if (i < 20 && i % 3 == 0) {
                    other.getOutputStream().write('x');
                }
            }
            port.begin(DataPortTest::word);
            for (int i = 0; i < MANY; i++) {
                other(number, "127.0.0.1");
            }
            Socket own = connect(number, "127.0.0.1");
            own.getOutputStream().write("key".getBytes(StandardCharsets.US_ASCII));
            ByteBuffer read = ByteBuffer.allocate(2);
            try (DataChannel channel = port.accept(() -> false)) {
                assertThat(channel).isNotNull();
                assertThat(channel.read(read)).isPositive();
            }
            assertThat(read.get(0)).isEqualTo((byte) 'e');
        }
        assertThat(others.subList(0, others.size() - 1)).as("all the others").allMatch(DataPortTest::isEnded);
    }

    @Test
    void aHandshakeHasAnEndAndTheRefusalIsTold() throws IOException {
        try (DataAcceptor port =
                DataAcceptor.open(InetAddress.getLoopbackAddress(), 0, _ -> true, Duration.ofSeconds(1))) {
            port.begin(DataPortTest::word);
            Socket silent = connect(port.address().getPort(), "127.0.0.1");
            connect(port.address().getPort(), "127.0.0.1").getOutputStream().write('x');
            assertThatThrownBy(() -> port.accept(() -> false))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("within 1 s")
                    // whichever of the two was refused last
                    .hasMessageMatching(".*refused: (a wrong word|it was not authenticated in time)");
            assertThat(isEnded(silent)).as("who said nothing").isTrue();
        }
    }
}
