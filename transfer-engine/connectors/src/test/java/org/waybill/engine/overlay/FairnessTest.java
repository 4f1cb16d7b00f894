package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairedClient;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeConnector;
import org.waybill.engine.node.WaybillNode;

/** One paired client takes all it can get and does nothing with it; another one is served. */
@Timeout(60)
@Tag("attack")
class FairnessTest {
    private static final int WANTED = 128;
    private static final int PATHS = 8;
    private static final RelaySettings FEW_PATHS = new RelaySettings(
            true, true, new RelaySettings.Capacity(4 * PATHS, PATHS, 256, 64 << 20, Duration.ofSeconds(60)), 0, 0);

    @TempDir
    private Path directory;

    private OverlayFixture overlay;
    private WaybillNode relay;
    private Path greedy;
    private NodeIdentity identity;
    private Fingerprint node;
    private final Deque<AutoCloseable> held = new ArrayDeque<>();

    @BeforeEach
    void pair() throws Exception {
        overlay = new OverlayFixture(directory);
        relay = overlay.relay(overlay.end.home, FEW_PATHS);
        greedy = Files.createDirectories(directory.resolve("greedy"));
        identity = NodeIdentity.loadOrCreate(greedy);
        node = NodeIdentity.loadOrCreate(overlay.end.home).fingerprint();
        new PeerStore(overlay.end.home)
                .pinClient(new PairedClient(identity.fingerprint(), Instant.EPOCH, Grant.USUAL, "", ""));
    }

    @AfterEach
    void anotherClientIsServedAllTheSame() throws Exception {
        Path source = overlay.end.file("source", 2_000_000, 1);
        TransferReport report = overlay.push(
                source, "/copy", NetworkPaths.through(List.of(OverlayFixture.name(relay))), 0, TransferListener.NONE);
        assertThat(report.via()).isNotEmpty();
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        for (AutoCloseable each : held) {
            each.close();
        }
        overlay.close();
    }

    private VirtualPath path() throws TransferException, IOException {
        return path(OverlayFixture.address(overlay.end.node));
    }

    private VirtualPath path(NodeAddress destination) throws TransferException, IOException {
        List<RouteToken.Hop> hops = List.of(new RouteToken.Hop(OverlayFixture.address(relay), node));
        VirtualPath path = new PathOpener(greedy, RouteTokens.NONE)
                .open(
                        hops,
                        TokenSigner.ofHome(greedy)
                                .issue(identity.fingerprint(), hops, destination, 1 << 30, Instant.now()));
        path.watch(_ -> {});
        held.push(path);
        return path;
    }

    @Test
    void withPathsThatCarryNothing() throws Exception {
        int count = 0;
        try {
            while (count < 4 * PATHS) {
                path();
                count++;
            }
        } catch (TransferException e) {
            assertThat(e.reason()).isEqualTo(Reason.LIMIT);
        }
        assertThat(count).isEqualTo(PATHS);
    }

    @Test
    void withStreamsThatCarryNothing() throws Exception {
        ServerSocket idle = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        held.push(idle);
        VirtualPath path = null;
        for (int i = 0; i < 2 * WANTED; i++) {
            path = i % 64 == 0 ? path(new NodeAddress("127.0.0.1", idle.getLocalPort())) : Objects.requireNonNull(path);
            SocketChannel stream = path.dial();
            held.push(stream);
        }
        Waiting.until(() -> relay.relayMeter().streams() >= WANTED);
        assertThat(relay.relayMeter().streams()).isEqualTo(WANTED);
    }

    @Test
    void withSessionsInWhichItAsksForNothing() throws Exception {
        NodeAddress address = OverlayFixture.address(overlay.end.node);
        for (int i = 0; i < WANTED; i++) {
            held.push(new NodeConnector(address, identity, node::equals, PinnedTls.APPLICATION_PROTOCOL)
                    .connect(address.resolve()));
        }
        Waiting.until(() -> overlay.end.node.sessions() > 30);
        assertThat(overlay.end.node.sessions()).isLessThanOrEqualTo(32);
    }

    @Test
    void aHolderOfItsOwnMakingHasNoPlacesOfItsOwn(@TempDir Path other) throws Exception {
        Fingerprint fake = NodeIdentity.loadOrCreate(other).fingerprint();
        List<RouteToken.Hop> hops = List.of(new RouteToken.Hop(OverlayFixture.address(relay), node));
        for (int i = 0; i < PATHS; i++) {
            path();
        }
        byte[] token = TokenSigner.ofHome(greedy)
                .issue(fake, hops, OverlayFixture.address(overlay.end.node), 1 << 20, Instant.now());
        assertThatThrownBy(() -> new PathOpener(other, RouteTokens.NONE).open(hops, token))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.LIMIT));
    }
}
