package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.RouteKey;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.wire.WireWriter;

/** Whole transfers through relays on loopback. */
class RelayedTransferTest extends OverlayCase {
    @Test
    void pushesThroughOneRelay() throws Exception {
        WaybillNode relay = overlay.relay();
        Path source = overlay.end.file("source", 20_000_000, 1);
        TransferReport report = overlay.push(
                source, "/copy", NetworkPaths.through(List.of(OverlayFixture.name(relay))), 0, TransferListener.NONE);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.via()).containsExactly(OverlayFixture.name(relay));
        assertThat(relay.relayMeter().forwardedBytes()).isGreaterThan(20_000_000);
        assertThat(report.retransmittedBytes()).isZero();
    }

    @Test
    void pullsThroughThreeRelays() throws Exception {
        List<WaybillNode> relays = List.of(overlay.relay(), overlay.relay(), overlay.relay());
        Path source = overlay.end.file("data/source", 20_000_000, 2);
        Path target = directory.resolve("copy");
        TransferReport report = overlay.pull(
                "/source",
                target,
                NetworkPaths.through(relays.stream().map(OverlayFixture::name).toList()));
        assertThat(target).satisfies(sameContentAs(source));
        assertThat(report.via()).hasSize(3);
        relays.forEach(relay -> assertThat(relay.relayMeter().forwardedBytes()).isGreaterThan(20_000_000));
    }

    @Test
    void stripesOneFileOverTwoPaths() throws Exception {
        WaybillNode one = overlay.relay();
        WaybillNode two = overlay.relay();
        Path source = overlay.end.file("source", 60_000_000, 3);
        NetworkPaths networkPaths = new NetworkPaths(
                List.of(List.of(OverlayFixture.name(one)), List.of(OverlayFixture.name(two))), List.of(), false);
        // five seconds, so that the second path is there long before the end
        TransferReport report = overlay.push(source, "/copy", networkPaths, 100_000_000, TransferListener.NONE);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.paths())
                .hasSize(2)
                .allSatisfy(share -> assertThat(share.bytes()).isGreaterThan(1_000_000));
    }

    @Test
    void releasesEverythingAtTheEnd() throws Exception {
        WaybillNode one = overlay.relay();
        WaybillNode two = overlay.relay();
        Path source = overlay.end.file("source", 1_000_000, 4);
        overlay.push(
                source,
                "/copy",
                NetworkPaths.through(List.of(OverlayFixture.name(one), OverlayFixture.name(two))),
                0,
                TransferListener.NONE);
        Waiting.until(() -> one.relayMeter().circuits() + two.relayMeter().circuits() == 0
                && one.relayMeter().streams() + two.relayMeter().streams() == 0);
    }

    @Test
    void theControlConnectionFindsAWayRoundThroughTheRelay() throws Exception {
        WaybillNode relay = overlay.relay();
        try (RouteRunner runner = new RouteRunner(
                        new PathOpener(overlay.end.home, RouteTokens.NONE),
                        OverlayFixture.address(overlay.end.node),
                        NetworkPaths.through(List.of(OverlayFixture.name(relay))));
                var channel = runner.detour()) {
            assertThat(channel.isConnected()).isTrue();
            Waiting.until(() -> relay.relayMeter().streams() == 1);
        }
        Waiting.until(() -> relay.relayMeter().streams() == 0);
    }

    @Test
    void aRelayThatIsLeftAgainBringsWhatItHolds() throws Exception {
        WaybillNode slow = overlay.relay(overlay.end.home, OverlayFixture.INNER.withLimit(40_000_000));
        Path source = overlay.end.file("source", 100_000_000, 8);
        Events events = new Events();
        // so slow that the direct path fills it by itself
        TransferReport report = overlay.push(
                source, "/copy", NetworkPaths.among(List.of(OverlayFixture.name(slow))), 50_000_000, events);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.paths()).as("a trial").hasSize(2);
        // on a busy machine the relay may pay, and stays: what is left and when is PathSchedulerTest's
        if (events.isLeftBefore(50_000_000)) {
            assertThat(report.retransmittedBytes()).isZero();
        }
    }

    /** Then no thread of ours is about to write to a connection, and none would see that it is closed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRelayThatIsLostWithTheLastBlocksCostsNoNewStart(boolean push) throws Exception {
        WaybillNode slow = overlay.relay(overlay.end.home, OverlayFixture.INNER.withLimit(200_000));
        NetworkPaths networkPaths = NetworkPaths.through(List.of(OverlayFixture.name(slow)));
        Path source = overlay.end.file("data/source", 1_000_000, 10);
        Path copy = push ? overlay.end.data.resolve("copy") : directory.resolve("copy");
        Thread killer = Thread.ofVirtual().start(() -> {
            try {
                Waiting.until(() -> slow.relayMeter().streams() > 0);
                Thread.sleep(1_500);
                slow.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        Events events = new Events();
        long startNanos = System.nanoTime();
        if (push) {
            overlay.push(source, "/copy", networkPaths, 0, events);
        } else {
            overlay.pull("/source", copy, networkPaths, events);
        }
        killer.join();
        assertThat((System.nanoTime() - startNanos) / 1e9).as("s").isLessThan(15);
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(events.codes)
                .noneMatch(event -> event.startsWith("RETRY"))
                .anyMatch(event -> event.startsWith("PATH_OPEN the direct path"));
    }

    @Test
    void aSlowPathDoesNotHoldUpTheEnd() throws Exception {
        WaybillNode slow = overlay.relay(overlay.end.home, OverlayFixture.INNER.withLimit(500_000));
        WaybillNode quick = overlay.relay();
        Path source = overlay.end.file("source", 30_000_000, 9);
        NetworkPaths networkPaths = new NetworkPaths(
                List.of(List.of(OverlayFixture.name(slow)), List.of(OverlayFixture.name(quick))), List.of(), false);
        long startNanos = System.nanoTime();
        TransferReport report = overlay.push(source, "/copy", networkPaths, 80_000_000, TransferListener.NONE);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.retransmittedBytes()).as("what the slow one held").isPositive();
        assertThat((System.nanoTime() - startNanos) / 1e9)
                .as("s: work for 3 on the quick path, for half a minute and more in the buffers of the slow one")
                .isLessThan(15);
    }

    @Test
    void theRelaySeesOnlyCiphertext() throws Exception {
        WaybillNode relay = overlay.relay();
        byte[] telling = "the secret content of the file, again and again. ".getBytes(StandardCharsets.US_ASCII);
        Path source = directory.resolve("source");
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        while (content.size() < 2_000_000) {
            content.writeBytes(telling);
        }
        Files.write(source, content.toByteArray());
        try (RecordingForwarder tap = new RecordingForwarder(overlay.end.node.address())) {
            // what goes from the relay to the node passes the tap, and so does what a relay could see
            TransferReport report = new EngineMover(overlay.end.home)
                    .move(
                            new TransferRequest(
                                    Location.local(source.toString()),
                                    EngineFixture.remote(tap.port(), "/copy"),
                                    NetworkPaths.through(List.of(OverlayFixture.name(relay))),
                                    new DataOptions(1, 0, TransferRequest.Verify.SHA256)),
                            TransferListener.NONE);
            assertThat(report.via()).hasSize(1);
            byte[] seen = tap.recorded();
            assertThat(seen.length).isGreaterThan(2_000_000);
            assertThat(contains(seen, Arrays.copyOf(telling, 16))).isFalse();
            assertThat(contains(seen, "/copy".getBytes(StandardCharsets.US_ASCII)))
                    .isFalse();
        }
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
    }

    private static boolean contains(byte[] all, byte[] part) {
        for (int i = 0; i + part.length <= all.length; i++) {
            if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aPairedClientMayUseARelayOfAnotherHome() throws Exception {
        Path otherHome = directory.resolve("other");
        WaybillNode relay = overlay.relay(otherHome, OverlayFixture.INNER);
        Path source = overlay.end.file("source", 1_000_000, 6);
        NetworkPaths networkPaths = NetworkPaths.through(List.of(OverlayFixture.name(relay)));
        TransferListener events = new Events();
        TransferReport without = overlay.push(source, "/unpaired", networkPaths, 0, events);
        assertThat(without.via()).as("goes directly where the relay refuses").isEmpty();
        PairingClient.pair(overlay.end.home, "127.0.0.1", relay.address().getPort(), relay.newPairingToken());
        TransferReport with = overlay.push(source, "/paired", networkPaths, 0, TransferListener.NONE);
        assertThat(with.via()).containsExactly(OverlayFixture.name(relay));
    }

    @Test
    void aClientThatMayNotRelayOpensNoPathAlsoNotWithAServicesToken() throws Exception {
        Path otherHome = directory.resolve("other");
        WaybillNode relay = overlay.relay(otherHome, OverlayFixture.INNER);
        Grant noRelay = new Grant(EnumSet.of(Right.READ, Right.WRITE, Right.MODIFY), List.of(), 0);
        PairingClient.pair(overlay.end.home, "127.0.0.1", relay.address().getPort(), relay.newPairingToken(noRelay));
        PathOpener opener = new PathOpener(overlay.end.home, RouteTokens.NONE);
        assertThatThrownBy(() -> opener.open(
                        List.of(OverlayFixture.address(relay)), OverlayFixture.address(overlay.end.node), 1000))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
                    assertThat(e).hasMessageContaining("does not include relaying");
                });
        RouteKey service = RouteKey.create();
        relay.honourIssuers(Set.of(HexFormat.of().formatHex(service.publicKey())));
        List<RouteToken.Hop> hops = List.of(new RouteToken.Hop(OverlayFixture.address(relay), relay.fingerprint()));
        byte[] vouched = new TokenSigner(
                        service,
                        new WireWriter()
                                .u8(TokenSigner.BY_ISSUER)
                                .raw(service.publicKey())
                                .toBytes())
                .issue(
                        overlay.end.node.fingerprint(),
                        hops,
                        OverlayFixture.address(overlay.end.node),
                        1000,
                        Instant.now());
        assertThatThrownBy(() -> opener.open(hops, vouched)).hasMessageContaining("does not include relaying");
        assertThat(relay.relayMeter().circuits()).isZero();
    }

    /** Else the path would be said to be opening for ever, and the direct one would wait for it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWrongAnswerToTheRequestForATokenFailsThePathForNow(boolean tooFewCertificates) throws Exception {
        WaybillNode relay = overlay.relay();
        AtomicInteger asked = new AtomicInteger();
        RouteTokens wrong = (_, _, _, _) -> {
            if (asked.getAndIncrement() > 0) {
                return Optional.empty();
            }
            if (tooFewCertificates) {
                return Optional.of(new RouteTokens.Signed(new byte[10], List.of()));
            }
            throw new IllegalStateException("no JSON");
        };
        // ten seconds: a path that failed is tried again after four
        Path source = overlay.end.file("source", 50_000_000, 12);
        Events events = new Events();
        TransferReport report = new EngineMover(overlay.end.home, wrong)
                .move(
                        new TransferRequest(
                                Location.local(source.toString()),
                                overlay.end.remote("/copy"),
                                NetworkPaths.through(List.of(OverlayFixture.name(relay))),
                                new DataOptions(0, 40_000_000, TransferRequest.Verify.SHA256)),
                        events);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(events.codes)
                .anyMatch(event -> event.startsWith("PATH_FAILED")
                        && event.contains(tooFewCertificates ? "1 relays with 0 certificates" : "no JSON"));
        assertThat(report.via()).as("tried again: %s", events.codes).containsExactly(OverlayFixture.name(relay));
    }

    @Test
    void removingAClientEndsItsPathsAtOnce() throws Exception {
        Path otherHome = directory.resolve("other");
        WaybillNode relay = overlay.relay(otherHome, OverlayFixture.INNER);
        PairingClient.pair(overlay.end.home, "127.0.0.1", relay.address().getPort(), relay.newPairingToken());
        PathOpener opener = new PathOpener(overlay.end.home, RouteTokens.NONE);
        VirtualPath path =
                opener.open(List.of(OverlayFixture.address(relay)), OverlayFixture.address(overlay.end.node), 1000);
        Waiting.until(() -> relay.relayMeter().circuits() == 1);
        new PeerStore(otherHome).removeClient(overlay.end.node.fingerprint());
        Waiting.until(() -> relay.relayMeter().circuits() == 0);
        path.close();
    }

    @Test
    void saysWhichHopFailedAndWhy() throws Exception {
        WaybillNode first = overlay.relay();
        WaybillNode second = overlay.relay(overlay.end.home, RelaySettings.DEFAULT);
        PathOpener opener = new PathOpener(overlay.end.home, RouteTokens.NONE);
        assertThatThrownBy(() -> opener.open(
                        List.of(OverlayFixture.address(first), OverlayFixture.address(second)),
                        OverlayFixture.address(overlay.end.node),
                        1000))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.UNSAFE);
                    assertThat(e)
                            .hasMessageContaining(OverlayFixture.name(first))
                            .hasMessageContaining(OverlayFixture.name(second))
                            .hasMessageContaining("--allow-private");
                });
        Waiting.until(() -> first.relayMeter().circuits() == 0);
    }

    /** A forwarder that keeps what passes towards its target. */
    private static final class RecordingForwarder implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

        RecordingForwarder(InetSocketAddress target) throws IOException {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket near = listener.accept();
                        Socket far = new Socket(target.getAddress(), target.getPort());
                        Thread.ofVirtual().start(() -> copy(near, far, true));
                        Thread.ofVirtual().start(() -> copy(far, near, false));
                    }
                } catch (IOException ignored) {
                    // closed: the test is over
                }
            });
        }

        private void copy(Socket from, Socket to, boolean keep) {
            byte[] buffer = new byte[64 << 10];
            try (from;
                    to) {
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    if (keep) {
                        synchronized (seen) {
                            seen.write(buffer, 0, n);
                        }
                    }
                    to.getOutputStream().write(buffer, 0, n);
                }
            } catch (IOException ignored) {
                // one side has left
            }
        }

        int port() {
            return listener.getLocalPort();
        }

        byte[] recorded() {
            synchronized (seen) {
                return seen.toByteArray();
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
