package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.planner.admission.AdmissionLimits;

/** Who may use a node, and what a stranger can do to it. */
class TrustTest {
    /** Two sessions of one client: it has no more than it leaves to others. */
    private static final NodeLimits TIGHT = new NodeLimits(
            4,
            AdmissionLimits.DEFAULT
                    .withConnections(100, 64)
                    .withStrangers(8, 8, 8)
                    .withTimes(Duration.ofSeconds(2), Duration.ofSeconds(3)),
            Duration.ofSeconds(30),
            NodeLimits.DATAGRAM_BYTES);
    /** For 2.5 MB. */
    private static final long TWENTY_SECONDS_RATE = 1_000_000;

    @TempDir
    private Path directory;

    private EngineFixture engine;
    private Path stranger;

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory, TIGHT);
        stranger = Files.createDirectory(directory.resolve("stranger"));
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private int port() {
        return engine.node.address().getPort();
    }

    private void pushAs(Path home) throws Exception {
        Path source = engine.file("source", 100_000, 1);
        new EngineMover(home)
                .move(
                        TransferRequest.of(Location.local(source.toString()), engine.remote("/x")),
                        TransferListener.NONE);
    }

    private Reason failurePushingAs(Path home) {
        return catchThrowableOfType(TransferException.class, () -> pushAs(home)).reason();
    }

    @Tag("attack")
    @ParameterizedTest
    @ValueSource(strings = {"/../secret", "/sub/../../secret", "/up/secret", "/..%2fsecret"})
    void nothingLeadsOutOfTheDataDirectory(String path) throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "secret");
        Files.createSymbolicLink(engine.data.resolve("up"), Path.of(".."));
        Path got = directory.resolve("got");
        assertThatThrownBy(() -> engine.pull(path, got.toString())).isInstanceOf(TransferException.class);
        assertThat(got).doesNotExist();
        Path source = engine.file("source", 100_000, 1);
        if (path.contains("%")) {
            // a name like any other
            engine.push(source, path);
            assertThat(engine.data.resolve("..%2fsecret")).satisfies(sameContentAs(source));
        } else {
            assertThatThrownBy(() -> engine.push(source, path)).isInstanceOf(TransferException.class);
        }
        assertThat(secret).hasContent("secret");
    }

    @Test
    void anUnknownNodeIsRefusedBeforeAnythingIsSent() throws Exception {
        assertThat(failurePushingAs(stranger)).isEqualTo(Reason.CERTIFICATE);
        assertThat(engine.data).isEmptyDirectory();
    }

    @Test
    void aPairedClientMayMoveAndTheTokenIsUsedUp() throws Exception {
        String token = engine.node.newPairingToken();
        Fingerprint shown = PairingClient.pair(stranger, "127.0.0.1", port(), token);
        assertThat(shown).isEqualTo(engine.node.fingerprint());

        pushAs(stranger);

        assertThat(engine.data.resolve("x")).exists();
        TransferException again = catchThrowableOfType(
                TransferException.class,
                () -> PairingClient.pair(directory.resolve("third"), "127.0.0.1", port(), token));
        assertThat(again.reason()).isEqualTo(Reason.AUTHENTICATION);
    }

    @Test
    void aWrongTokenPinsNothing() throws Exception {
        engine.node.newPairingToken();
        TransferException refused = catchThrowableOfType(
                TransferException.class, () -> PairingClient.pair(stranger, "127.0.0.1", port(), "A".repeat(26)));
        assertThat(refused.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(failurePushingAs(stranger)).isEqualTo(Reason.CERTIFICATE);
    }

    @Test
    void aClientThatOnlyKnowsTheNodeIsRefusedByIt() throws Exception {
        new org.waybill.engine.identity.PeerStore(stranger).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        assertThat(failurePushingAs(stranger)).isEqualTo(Reason.AUTHENTICATION);
        assertThat(engine.data).isEmptyDirectory();
    }

    @Test
    void aNodeWithAnotherCertificateUnderAPinnedAddressIsRefused() throws Exception {
        Fingerprint other = new Fingerprint("0".repeat(64));
        new org.waybill.engine.identity.PeerStore(stranger).pinNode("127.0.0.1", port(), other);
        assertThat(failurePushingAs(stranger)).isEqualTo(Reason.CERTIFICATE);
    }

    @Test
    void garbageAndHalfHandshakesHarmNobody() throws Exception {
        Random random = new Random(4);
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = switch (i % 3) {
                    case 0 -> 0x16;
                    case 1 -> AttachPreamble.FIRST_BYTE;
                    default -> bytes[0];
                };
            }
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException expected) {
                // refused already: too many handshakes at once
                assertThat(expected).isNotNull();
            }
            open.add(socket);
        }
        Thread.sleep(TIGHT.connections().times().proof().plusMillis(500));
        for (Socket socket : open) {
            socket.setSoTimeout(20_000);
            try (socket;
                    InputStream in = socket.getInputStream()) {
                assertThat(in.readNBytes(1000).length).isLessThan(100);
            } catch (SocketException expected) {
                // reset: closed with our bytes unread
                assertThat(expected).isNotNull();
            }
        }
        pushAs(engine.home);
        assertThat(engine.data.resolve("x")).exists();
    }

    @Test
    void refusesMoreSessionsThanAllowedAndServesAgainWhenOneEnds() throws Exception {
        List<Thread> slow = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            engine.file("slow" + i, 2_500_000, i);
        }
        for (int i = 0; i < 2; i++) {
            Path source = directory.resolve("slow" + i);
            String target = "/slow" + i;
            slow.add(Thread.ofPlatform().start(() -> {
                try {
                    engine.move(
                            EngineFixture.request(
                                    Location.local(source.toString()), engine.remote(target), 1, TWENTY_SECONDS_RATE),
                            TransferListener.NONE);
                } catch (InterruptedException _) {
                    // it has been long enough
                } catch (TransferException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (int i = 0; engine.node.sessions() < 2; i++) {
            assertThat(i).as("hundredths of a second until both are under way").isLessThan(1_500);
            Thread.sleep(10);
        }
        assertThat(failurePushingAs(engine.home)).isEqualTo(Reason.LIMIT);
        assertThat(slow).as("those that were there go on").allMatch(Thread::isAlive);
        slow.getFirst().interrupt();
        slow.getFirst().join();
        for (int i = 0; engine.node.sessions() > 1; i++) {
            assertThat(i).as("hundredths of a second until the node has heard").isLessThan(1_500);
            Thread.sleep(10);
        }
        pushAs(engine.home);
        slow.getLast().interrupt();
        slow.getLast().join();
    }
}
