package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairedClient;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;

/** What paired clients can do to a node by their rights, and for how long. */
class AuthorisationTest extends AuthorisationCase {
    private static Fingerprint of(Path home) throws Exception {
        return NodeIdentity.loadOrCreate(home).fingerprint();
    }

    private static Grant only(Right first, Right... rest) {
        return new Grant(EnumSet.of(first, rest), List.of(), 0);
    }

    @Test
    void whoMayOnlyReadReadsMeasuresAndNothingElse() throws Exception {
        Path home = paired("reader", only(Right.READ));
        Path source = engine.file("source", 3_000_000, 1);
        Files.copy(source, engine.data.resolve("there"));
        NodeQueries queries = new NodeQueries(home);

        pull(home, "/there", directory.resolve("got"));
        assertThat(directory.resolve("got")).satisfies(sameContentAs(source));
        assertThat(queries.list(engine.remote("/"))).hasSize(2);
        try (MeasuringClient client = MeasuringClient.connect(home, engine.remote("/"))) {
            client.upload(100_000, _ -> {});
        }
        assertThat(reasonOf(() -> push(home, source, "/new"))).isEqualTo(Reason.PERMISSION);
        assertThat(reasonOf(() -> push(home, engine.file("tree/a", 9, 1).getParent(), "/new/")))
                .isEqualTo(Reason.PERMISSION);
        assertThat(reasonOf(() -> queries.sendOn(
                        engine.remote("/there"), engine.remote("/x"), CopyRules.USUAL, true, 0, new byte[0], _ -> {})))
                .isEqualTo(Reason.PERMISSION);
        try (MeasuringClient client = MeasuringClient.connect(home, engine.remote("/"))) {
            assertThat(reasonOf(client::examine)).isEqualTo(Reason.PERMISSION);
        }
        assertThat(engine.data.toFile().list()).containsExactly("there");
    }

    @Test
    void removingAPeerEndsItsTransferAtOnce() throws Exception {
        Path home = paired("leaving", Grant.USUAL);
        Path source = engine.file("source", 40_000_000, 1);
        AtomicReference<TransferException> end = new AtomicReference<>();
        Thread mover = Thread.ofPlatform().start(() -> {
            try {
                new EngineMover(home)
                        .move(
                                EngineFixture.request(
                                        Location.local(source.toString()), engine.remote("/slow"), 1, 8_000_000),
                                TransferListener.NONE);
            } catch (TransferException e) {
                end.set(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; EngineFixture.leftovers(engine.data).isEmpty(); i++) {
            assertThat(i).as("hundredths of a second until it is under way").isLessThan(1_000);
            Thread.sleep(10);
        }
        assertThat(engine.node.sessions()).isEqualTo(1);
        assertThat(new PeerStore(engine.home).removeClient(of(home))).isTrue();
        for (int i = 0; engine.node.sessions() > 0; i++) {
            assertThat(i)
                    .as("hundredths of a second until the session has ended")
                    .isLessThan(500);
            Thread.sleep(10);
        }
        mover.join();
        assertThat(end.get()).isNotNull();
        assertThat(reasonOf(() -> push(home, source, "/again"))).isEqualTo(Reason.AUTHENTICATION);
    }

    @Test
    void aClientMayAskForLessThanItsTokenGivesAndNeverForMore() throws Exception {
        Path home = Files.createDirectories(directory.resolve("modest"));
        PairingClient.Paired paired = PairingClient.pair(
                home,
                "127.0.0.1",
                port(),
                engine.node.newPairingToken(),
                new Grant(EnumSet.of(Right.READ, Right.MODIFY), List.of("in"), 0));
        assertThat(paired.grant()).isEqualTo(new Grant(EnumSet.of(Right.READ), List.of("in"), 0));
        assertThat(new PeerStore(engine.home).grant(of(home))).contains(paired.grant());
        // paired again, it has what the new token gives
        PairingClient.pair(home, "127.0.0.1", port(), engine.node.newPairingToken());
        assertThat(new PeerStore(engine.home).grant(of(home))).contains(Grant.USUAL);
        assertThat(reasonOf(() -> PairingClient.pair(
                        home, "127.0.0.1", port(), engine.node.newPairingToken(beneath("in")), beneath("out"))))
                .isEqualTo(Reason.PERMISSION);
        assertThat(new PeerStore(engine.home).clients())
                .singleElement()
                .extracting(PairedClient::address)
                .isEqualTo("127.0.0.1");
    }

    @Test
    @Tag("attack")
    void aQuotaHoldsAcrossTransfersPartialFilesAndRestarts() throws Exception {
        Grant grant = new Grant(Grant.USUAL.rights(), List.of(), 28_000_000);
        Path home = paired("bounded", grant);
        Path nine = engine.file("nine", 9_000_000, 1);
        Path eleven = engine.file("eleven", 11_000_000, 1);
        push(home, nine, "/1");
        push(home, nine, "/2");
        assertThat(reasonOf(() -> push(home, eleven, "/3"))).isEqualTo(Reason.DISK_FULL);
        push(home, engine.file("nine again", 9_500_000, 2), "/2");
        assertThat(new NodeQueries(home).status(engine.remote("/")).freeBytes()).isEqualTo(9_500_000);
        engine.close();
        engine = new EngineFixture(directory);
        new PeerStore(home).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        assertThat(reasonOf(() -> push(home, eleven, "/3"))).isEqualTo(Reason.DISK_FULL);
        assertThat(reasonOf(() -> push(home, tree(12, 1_000_000), "/tree"))).isEqualTo(Reason.DISK_FULL);
        Files.delete(engine.data.resolve("1"));
        for (Path file : filesIn(engine.data.resolve("tree"))) {
            Files.delete(file);
        }
        pushWhenRoomIsNoticed(home, eleven);
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    /** What was removed is noticed without a notification, but not at once. */
    private void pushWhenRoomIsNoticed(Path home, Path file) throws Exception {
        for (int i = 0; catchThrowable(() -> push(home, file, "/3")) != null; i++) {
            assertThat(i).as("tenths of a second until the room is noticed").isLessThan(100);
            Thread.sleep(100);
        }
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private Path tree(int files, int bytes) throws IOException {
        for (int i = 0; i < files; i++) {
            engine.file("tree/" + i, bytes, i);
        }
        return directory.resolve("tree");
    }
}
