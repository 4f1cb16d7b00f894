package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeConnector;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.wire.Message;

/** What a relay must withstand: each attack is refused within a second, and others are unharmed. */
@Timeout(60)
@Tag("attack")
class RelayAttackTest {
    /** Well below the 8 s that a connection gets. */
    private static final long REFUSED_WITHIN_NANOS = 5_000_000_000L;

    @TempDir
    private Path directory;

    private OverlayFixture overlay;
    private WaybillNode relay;
    private NodeIdentity identity;
    private TokenSigner signer;
    private PathOpener opener;

    @BeforeEach
    void start() throws Exception {
        overlay = new OverlayFixture(directory);
        relay = overlay.relay();
        identity = NodeIdentity.loadOrCreate(overlay.end.home);
        signer = TokenSigner.ofHome(overlay.end.home);
        opener = new PathOpener(overlay.end.home, RouteTokens.NONE);
    }

    @AfterEach
    void stop() throws Exception {
        // after all attempts the relay still serves
        Path source = overlay.end.file("still-works", 400_000, 1);
        assertThat(overlay.push(
                                source,
                                "/still-works",
                                NetworkPaths.through(List.of(OverlayFixture.name(relay))),
                                0,
                                TransferListener.NONE)
                        .via())
                .isNotEmpty();
        overlay.close();
    }

    private List<RouteToken.Hop> hops(WaybillNode... nodes) {
        return Arrays.stream(nodes)
                .map(node -> new RouteToken.Hop(OverlayFixture.address(node), identity.fingerprint()))
                .toList();
    }

    private byte[] token(long bytes, NodeAddress destination) {
        return signer.issue(identity.fingerprint(), hops(relay), destination, bytes, Instant.now());
    }

    private void refused(byte[] token, Reason reason, String text) {
        assertThat(refusal(hops(relay), token))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(text);
    }

    /**
     * How a token is refused, which takes well below a second. Before the clock starts there is another refusal, since
     * the first one loads half of TLS; and a busy machine gets more time, but not enough for a connection that was
     * tried and came to nothing.
     */
    private Throwable refusal(List<RouteToken.Hop> hops, byte[] token) {
        assertThatThrownBy(() -> opener.open(
                        hops,
                        signer.issue(
                                identity.fingerprint(),
                                hops,
                                OverlayFixture.address(overlay.end.node),
                                1000,
                                Instant.now().minus(Duration.ofMinutes(12)))))
                .hasMessageContaining("expired");
        long startNanos = System.nanoTime();
        Throwable refusal = catchThrowable(() -> opener.open(hops, token));
        assertThat(System.nanoTime() - startNanos).as("ns").isLessThan(REFUSED_WITHIN_NANOS);
        return refusal;
    }

    @Test
    void aReplayedTokenOpensNothing() throws Exception {
        byte[] token = token(1000, OverlayFixture.address(overlay.end.node));
        opener.open(hops(relay), token).close();
        refused(token, Reason.AUTHENTICATION, "used here before");
    }

    @Test
    void aForgedTokenOpensNothing(@TempDir Path thief) throws Exception {
        byte[] forged = TokenSigner.ofHome(thief)
                .issue(
                        identity.fingerprint(),
                        hops(relay),
                        OverlayFixture.address(overlay.end.node),
                        1000,
                        Instant.now());
        refused(forged, Reason.AUTHENTICATION, "not signed by a client or service");
    }

    @Test
    void anExpiredTokenOpensNothing() {
        byte[] old = signer.issue(
                identity.fingerprint(),
                hops(relay),
                OverlayFixture.address(overlay.end.node),
                1000,
                Instant.now().minus(Duration.ofMinutes(12)));
        refused(old, Reason.AUTHENTICATION, "expired");
    }

    @Test
    void aStolenTokenIsOfNoUseToAnotherClient(@TempDir Path thief) throws Exception {
        byte[] token = token(1000, OverlayFixture.address(overlay.end.node));
        PathOpener other = new PathOpener(thief, RouteTokens.NONE);
        assertThatThrownBy(() -> other.open(hops(relay), token)).hasMessageContaining("another client");
    }

    @Test
    void aTokenForAnotherRelayOpensNothing() throws Exception {
        byte[] token = signer.issue(
                identity.fingerprint(),
                List.of(new RouteToken.Hop(
                        OverlayFixture.address(relay), org.waybill.engine.identity.Fingerprint.parse("ab".repeat(32)))),
                OverlayFixture.address(overlay.end.node),
                1000,
                Instant.now());
        refused(token, Reason.PERMISSION, "does not name this node");
    }

    @Test
    void garbageForATokenIsRefused() {
        Random random = new Random(3);
        for (int length : new int[] {0, 1, 2, 50, 500, 2000}) {
            byte[] garbage = new byte[length];
            random.nextBytes(garbage);
            assertThatThrownBy(() -> opener.open(hops(relay), garbage)).isInstanceOf(TransferException.class);
        }
    }

    @Test
    void aPathToTheRelayItselfIsRefused() {
        // another spelling of the same place, so that the token itself cannot show it
        refused(token(1000, new NodeAddress("localhost", relay.address().getPort())), Reason.UNSAFE, "to itself");
    }

    @Test
    void aLoopIsRefusedAndReleased() throws Exception {
        WaybillNode second = overlay.relay();
        List<RouteToken.Hop> loop = List.of(
                hops(relay).getFirst(),
                hops(second).getFirst(),
                new RouteToken.Hop(new NodeAddress("localhost", relay.address().getPort()), identity.fingerprint()));
        byte[] token = signer.issue(
                identity.fingerprint(), loop, OverlayFixture.address(overlay.end.node), 1000, Instant.now());
        assertThatThrownBy(() -> opener.open(loop, token)).hasMessageContaining("loop");
        Waiting.until(() -> relay.relayMeter().circuits() + second.relayMeter().circuits() == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "2130706433",
                "0x7f.1",
                "127.1",
                "::1",
                "::ffff:127.0.0.1",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.3.4",
                "192.168.1.1",
                "169.254.169.254",
                "fe80::1",
                "fd00::1",
                "100.64.0.1",
                "224.0.0.1",
                "255.255.255.255"
            })
    void innerAddressesAreRefusedWithoutAConnection(String host) throws Exception {
        WaybillNode careful = overlay.relay(overlay.end.home, RelaySettings.DEFAULT);
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket victim = new ServerSocket(0)) {
            Thread.ofVirtual().start(() -> countConnections(victim, connections));
            byte[] token = signer.issue(
                    identity.fingerprint(),
                    hops(careful),
                    new NodeAddress(host, victim.getLocalPort()),
                    1000,
                    Instant.now());
            assertThat(refusal(hops(careful), token))
                    .isInstanceOfSatisfying(
                            TransferException.class,
                            e -> assertThat(e.reason()).isIn(Reason.UNSAFE, Reason.UNKNOWN_HOST));
            assertThat(connections).hasValue(0);
        }
    }

    private static void countConnections(ServerSocket victim, AtomicInteger connections) {
        try {
            while (true) {
                victim.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException ignored) {
            // closed: the test is over
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "host/x", "user@host", "h\u00e4", "h\n", ""})
    void hostsThatAreNoHostsAreRefused(String host) {
        assertThatThrownBy(() -> opener.open(hops(relay), token(1000, new NodeAddress(host, 1))))
                .isInstanceOf(TransferException.class);
    }

    @Test
    void noMoreBytesPassThanTheTokenNames() throws Exception {
        try (VirtualPath path = opener.open(hops(relay), token(100_000, OverlayFixture.address(overlay.end.node)));
                SocketChannel stream = path.dial()) {
            ByteBuffer much = ByteBuffer.allocate(50_000);
            long sent = 0;
            try {
                for (int i = 0; i < 2000; i++) {
                    much.clear();
                    sent += stream.write(much);
                    Thread.sleep(1);
                }
            } catch (IOException cut) {
                // the relay cut the path: that is the point
            }
            assertThat(relay.relayMeter().forwardedBytes()).isLessThanOrEqualTo(100_000);
            assertThat(sent).isLessThan(50_000_000);
        }
    }

    @Test
    void aStreamWithoutProofIsCut() throws Exception {
        try (VirtualPath path = opener.open(hops(relay), token(1000, OverlayFixture.address(overlay.end.node)));
                Socket socket =
                        new Socket(relay.address().getAddress(), relay.address().getPort())) {
            assertThat(path).isNotNull();
            byte[] preamble = StreamPreamble.of(new byte[16], new byte[32], 0).encode();
            socket.getOutputStream().write(preamble);
            socket.setSoTimeout(20_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aPeerMayHoldOnlySoManyPaths() throws Exception {
        WaybillNode small = overlay.relay(
                overlay.end.home,
                new RelaySettings(
                        true, true, new RelaySettings.Capacity(8, 2, 8, 1 << 20, Duration.ofSeconds(60)), 0, 0));
        List<VirtualPath> held = new ArrayList<>();
        NodeAddress end = OverlayFixture.address(overlay.end.node);
        held.add(opener.open(List.of(OverlayFixture.address(small)), end, 1000));
        held.add(opener.open(List.of(OverlayFixture.address(small)), end, 1000));
        assertThatThrownBy(() -> opener.open(List.of(OverlayFixture.address(small)), end, 1000))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.LIMIT))
                .hasMessageContaining("limit of paths for one client");
        held.removeFirst().close();
        Waiting.until(() -> small.relayMeter().circuits() == 1);
        held.add(opener.open(List.of(OverlayFixture.address(small)), end, 1000));
        held.forEach(VirtualPath::close);
    }

    @Test
    void anIdlePathIsReleased() throws Exception {
        WaybillNode quick = overlay.relay(
                overlay.end.home,
                new RelaySettings(
                        true, true, new RelaySettings.Capacity(8, 8, 8, 1 << 20, Duration.ofMillis(400)), 0, 0));
        try (VirtualPath path =
                opener.open(List.of(OverlayFixture.address(quick)), OverlayFixture.address(overlay.end.node), 1000)) {
            assertThat(path).isNotNull();
            Waiting.until(() -> quick.relayMeter().circuits() == 0);
        }
    }

    @Test
    void halfHandshakesAndSlowReadersHarmNobody() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                Socket half =
                        new Socket(relay.address().getAddress(), relay.address().getPort());
                held.add(half);
                OutputStream out = half.getOutputStream();
                out.write(i % 2 == 0 ? new byte[] {0x16, 3, 1} : "WBR1".getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            // one that reads 10 kB a second holds a stream and its two buffers, no more
            try (ServerSocket source = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    VirtualPath path = opener.open(
                            hops(relay), token(1L << 40, new NodeAddress("127.0.0.1", source.getLocalPort())));
                    SocketChannel slow = path.dial()) {
                Thread.ofVirtual().start(() -> pour(source));
                InputStream in = slow.socket().getInputStream();
                long startNanos = System.nanoTime();
                Path file = overlay.end.file("beside", 8_000_000, 9);
                overlay.push(
                        file,
                        "/beside",
                        NetworkPaths.through(List.of(OverlayFixture.name(relay))),
                        0,
                        TransferListener.NONE);
                assertThat(System.nanoTime() - startNanos).isLessThan(15_000_000_000L);
                assertThat(in.readNBytes(1000)).hasSize(1000);
                long forwarded = relay.relayMeter().forwardedBytes();
                Thread.sleep(300);
                assertThat(relay.relayMeter().forwardedBytes() - forwarded)
                        .as("held back by the slow reader")
                        .isLessThan(4_000_000);
            }
        } finally {
            for (Socket half : held) {
                half.close();
            }
        }
    }

    private static void pour(ServerSocket source) {
        byte[] chunk = new byte[64 << 10];
        try {
            // the first connection is the relay's look whether anybody listens
            source.accept().close();
            try (Socket socket = source.accept()) {
                while (true) {
                    socket.getOutputStream().write(chunk);
                }
            }
        } catch (IOException ignored) {
            // the reader has left
        }
    }

    @Test
    void aNodeThatDoesNotRelaySaysSo() throws Exception {
        WaybillNode none = overlay.relay(overlay.end.home, RelaySettings.NONE);
        assertThatThrownBy(() -> opener.open(
                        List.of(OverlayFixture.address(none)), OverlayFixture.address(overlay.end.node), 1000))
                .hasMessageContaining("relaying is disabled");
    }

    @Test
    void whoBreaksTheProtocolAgainAndAgainFillsNoLog(@TempDir Path stranger) throws Exception {
        NodeIdentity unknown = NodeIdentity.loadOrCreate(stranger);
        NodeAddress address = OverlayFixture.address(relay);
        LongAdder bytes = new LongAdder();
        Handler counts = new Handler() {
            @Override
            public void publish(LogRecord line) {
                bytes.add(new SimpleFormatter().format(line).length());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Relay.class.getName());
        logger.addHandler(counts);
        try {
            for (int i = 0; i < 40; i++) {
                try (ControlLink link = new NodeConnector(address, unknown, _ -> true, PinnedTls.PATH_PROTOCOL)
                        .connect(address.resolve())) {
                    link.send(i % 2 == 0 ? new Message.Done() : new Message.OpenPath(0, new byte[100]));
                    assertThatThrownBy(() -> {
                                while (!(link.receive() instanceof Message.Failure failure)) {
                                    continue;
                                }
                                throw new IOException(failure.text());
                            })
                            .isInstanceOf(IOException.class);
                }
            }
        } finally {
            logger.removeHandler(counts);
        }
        assertThat(bytes.sum()).isLessThan(3_000);
    }
}
