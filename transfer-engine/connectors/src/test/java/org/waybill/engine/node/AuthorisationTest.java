package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
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
import org.waybill.engine.overlay.RelaySettings;

/** Paired clients of one node, each with a home of its own, and what they can do to it and to each other. */
@Timeout(60)
class AuthorisationTest {
    @TempDir
    private Path directory;

    private EngineFixture engine;

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private int port() {
        return engine.node.address().getPort();
    }

    /** A client with a home of its own. */
    private Path paired(String name, Grant grant) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        PairingClient.pair(home, "127.0.0.1", port(), engine.node.newPairingToken(grant));
        return home;
    }

    private static Fingerprint of(Path home) throws Exception {
        return NodeIdentity.loadOrCreate(home).fingerprint();
    }

    private void push(Path home, Path source, String target) throws Exception {
        new EngineMover(home)
                .move(
                        TransferRequest.of(Location.local(source.toString()), engine.remote(target)),
                        TransferListener.NONE);
    }

    private void pull(Path home, String source, Path target) throws Exception {
        new EngineMover(home)
                .move(
                        TransferRequest.of(engine.remote(source), Location.local(target.toString())),
                        TransferListener.NONE);
    }

    private static Reason reasonOf(ThrowingCallable action) {
        TransferException failure = catchThrowableOfType(TransferException.class, action);
        assertThat(failure).as("the action was allowed").isNotNull();
        return failure.reason();
    }

    private static Grant only(Right first, Right... rest) {
        return new Grant(EnumSet.of(first, rest), List.of(), 0);
    }

    private static Grant beneath(String... names) {
        return new Grant(Grant.OWNER.rights(), List.of(names), 0);
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
    @Tag("attack")
    void nobodyOverwritesWhatSomebodyElseWroteAlsoAfterTheNodesRestart() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path other = paired("other", Grant.USUAL);
        Path third = paired("third", Grant.OWNER);
        Path small = engine.file("small", 1_000, 1);
        Path large = engine.file("large", 9_000_000, 2);
        push(one, small, "/small");
        push(one, large, "/large");
        Files.writeString(engine.data.resolve("operators"), "mine");
        engine.close();
        engine = new EngineFixture(directory);
        new PeerStore(other).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        new PeerStore(one).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        new PeerStore(third).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        Path changed = engine.file("changed", 2_000, 3);
        Path changedLarge = engine.file("changed large", 9_000_001, 4);

        for (Path client : List.of(other, one)) {
            assertThat(reasonOf(() -> push(client, changed, "/operators"))).isEqualTo(Reason.PERMISSION);
        }
        assertThat(reasonOf(() -> push(other, changed, "/small"))).isEqualTo(Reason.PERMISSION);
        assertThat(reasonOf(() -> push(other, changedLarge, "/large"))).isEqualTo(Reason.PERMISSION);
        assertThat(engine.data.resolve("small")).satisfies(sameContentAs(small));
        assertThat(engine.data.resolve("large")).satisfies(sameContentAs(large));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();

        push(one, changed, "/small");
        push(one, changedLarge, "/large");
        assertThat(engine.data.resolve("small")).satisfies(sameContentAs(changed));
        assertThat(engine.data.resolve("large")).satisfies(sameContentAs(changedLarge));
        push(third, small, "/small");
        push(third, small, "/operators");
        assertThat(engine.data.resolve("operators")).satisfies(sameContentAs(small));
        assertThat(reasonOf(() -> push(one, changed, "/small"))).isEqualTo(Reason.PERMISSION);
    }

    @Test
    @Tag("attack")
    void whoMayNotChangeOthersFilesChangesNoAttributesOfDirectoriesThatWereThere() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path tree = engine.file("tree/there/file", 9, 1).getParent().getParent();
        for (Path each : List.of(tree.resolve("there"), Files.createDirectory(tree.resolve("new")))) {
            attributes(each).write("note", ByteBuffer.wrap(new byte[1]));
        }
        Files.createDirectories(engine.data.resolve("tree/there"));
        TransferRequest request = withAttributes(tree.toString(), "/");
        assertThat(eventsOf(one, request))
                .containsExactly("extended attributes are not kept: there: the directory was there before, and this"
                        + " client's pairing does not include changing it (--xattrs)");
        assertThat(attributes(engine.data.resolve("tree/there")).list()).isEmpty();
        assertThat(attributes(engine.data.resolve("tree/new")).list()).containsExactly("note");
        assertThat(attributes(engine.data.resolve("tree/there/file")).list())
                .as("the client's mark")
                .containsExactly("waybill.owner");

        new EngineMover(paired("other", Grant.OWNER)).move(request, TransferListener.NONE);
        assertThat(attributes(engine.data.resolve("tree/there")).list()).containsExactly("note");
    }

    private TransferRequest withAttributes(String source, String target) {
        return TransferRequest.of(Location.local(source), engine.remote(target))
                .with(CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)));
    }

    private static List<String> eventsOf(Path home, TransferRequest request) throws Exception {
        List<String> events = new ArrayList<>();
        new EngineMover(home).move(request, new TransferListener() {
            @Override
            public void onProgress(Progress progress) {}

            @Override
            public void onEvent(String code, String text) {
                events.add(text);
            }
        });
        return events;
    }

    /** So that a strict copy does not succeed. */
    @Test
    @Tag("attack")
    void thatTheTopDirectoryOfAClientKeepsItsAttributesIsReported() throws Exception {
        Path confined = paired("confined", new Grant(Grant.OWNER.rights(), List.of("in"), 0));
        Path other = paired("other", Grant.OWNER);
        Path tree = engine.file("tree/file", 9, 1).getParent();
        Files.createDirectory(engine.data.resolve("in"));
        assertThat(eventsOf(confined, withAttributes(tree + "/", "/in"))).isEmpty();
        attributes(tree).write("note", ByteBuffer.wrap(new byte[1]));
        for (Path home : List.of(confined, other)) {
            assertThat(eventsOf(home, withAttributes(tree + "/", home == confined ? "/in" : "/")))
                    .singleElement()
                    .asString()
                    .startsWith("extended attributes are not kept: ")
                    .endsWith(": it is the top directory of what this client may write, which stays as it is"
                            + " (--xattrs)");
        }
        assertThat(attributes(engine.data).list()).isEmpty();
        assertThat(attributes(engine.data.resolve("in")).list()).isEmpty();
        assertThat(eventsOf(other, withAttributes(tree + "/", "/in"))).isEmpty();
        assertThat(attributes(engine.data.resolve("in")).list()).containsExactly("note");
    }

    @Test
    @Tag("attack")
    void equalFilesGetTheAttributesOfTheirSourceFromWhoMayChangeThem() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path file = engine.file("file", 9, 1);
        push(one, file, "/file");
        attributes(file).write("note", ByteBuffer.wrap(new byte[1]));
        assertThat(eventsOf(paired("other", Grant.USUAL), withAttributes(file.toString(), "/file")))
                .singleElement()
                .asString()
                .startsWith(
                        "extended attributes are not kept: /file: the node has no record that this client wrote it");
        assertThat(attributes(engine.data.resolve("file")).list()).containsExactly("waybill.owner");
        assertThat(eventsOf(one, withAttributes(file.toString(), "/file"))).isEmpty();
        assertThat(attributes(engine.data.resolve("file")).list()).containsExactlyInAnyOrder("note", "waybill.owner");
    }

    private static UserDefinedFileAttributeView attributes(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    @Test
    @Tag("attack")
    void aFileOfTheSameSizeAndTimeIsNotOverwrittenEither() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path other = paired("other", Grant.USUAL);
        FileTime time = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        Path file = engine.file("file", 2_000_000, 1);
        Path twin = engine.file("twin", 2_000_000, 2);
        Files.setLastModifiedTime(file, time);
        Files.setLastModifiedTime(twin, time);
        push(one, file, "/file");
        assertThat(reasonOf(() -> push(other, twin, "/file"))).isEqualTo(Reason.PERMISSION);
        assertThat(engine.data.resolve("file")).satisfies(sameContentAs(file));
        // what is the same already needs no leave
        push(other, file, "/file");
    }

    @Test
    @Tag("attack")
    void anothersPartialFileIsOutOfReach() throws Exception {
        Path one = paired("one", Grant.OWNER);
        Path partial = Files.writeString(engine.data.resolve(".waybill-0123456789abcdef0123.part"), "secret");
        for (String path : List.of(
                "/" + partial.getFileName(), "//./" + partial.getFileName(), "/" + partial.getFileName() + "/")) {
            assertThat(reasonOf(() -> pull(one, path, directory.resolve("got"))))
                    .isEqualTo(Reason.UNSAFE);
            NodeQueries queries = new NodeQueries(one);
            assertThat(reasonOf(() -> queries.status(engine.remote(path)))).isEqualTo(Reason.UNSAFE);
            assertThat(reasonOf(() -> queries.list(engine.remote(path)))).isEqualTo(Reason.UNSAFE);
            assertThat(reasonOf(() -> queries.sendOn(
                            engine.remote(path), engine.remote("/x"), CopyRules.USUAL, true, 0, new byte[0], _ -> {})))
                    .isEqualTo(Reason.UNSAFE);
        }
        assertThat(directory.resolve("got")).doesNotExist();
    }

    @Tag("attack")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/out/secret",
                "/in/../out/secret",
                "/in/./../out/secret",
                "/IN/../out/secret",
                "/in/link/secret",
                "/in/deep/up/out/secret",
                "/in/file",
                "/In/x",
                "/in2/x",
                "/",
                ""
            })
    void aGrantedPathHolds(String path) throws Exception {
        Path in = Files.createDirectories(engine.data.resolve("in/deep")).getParent();
        Files.createDirectory(engine.data.resolve("in2"));
        Files.writeString(Files.createDirectory(engine.data.resolve("out")).resolve("secret"), "secret");
        Files.createSymbolicLink(in.resolve("link"), Path.of("../out"));
        Files.createSymbolicLink(in.resolve("deep/up"), Path.of("../.."));
        Files.createSymbolicLink(in.resolve("file"), Path.of("../out/secret"));
        Path home = paired("confined", beneath("in"));
        NodeQueries queries = new NodeQueries(home);
        Path source = engine.file("source", 100_000, 1);
        Path got = directory.resolve("got");

        assertThat(reasonOf(() -> pull(home, path, got))).isIn(Reason.PERMISSION, Reason.UNSAFE, Reason.INTERNAL);
        assertThat(got).doesNotExist();
        assertThat(reasonOf(() -> queries.list(engine.remote(path)))).isNotEqualTo(Reason.CONNECTION_LOST);
        assertThat(reasonOf(() -> queries.status(engine.remote(path)))).isNotEqualTo(Reason.CONNECTION_LOST);
        assertThat(reasonOf(() -> queries.sendOn(
                        engine.remote(path), engine.remote("/in/x"), CopyRules.USUAL, true, 0, new byte[0], _ -> {})))
                .isNotEqualTo(Reason.CONNECTION_LOST);
        if (!path.equals("/in/file")) {
            assertThat(reasonOf(() -> push(home, source, path))).isNotEqualTo(Reason.CONNECTION_LOST);
        }
        assertThat(engine.data.resolve("out/secret")).hasContent("secret");
        assertThat(engine.data.resolve("out").toFile().list()).hasSize(1);
    }

    @Test
    void whatLiesBeneathAGrantedPathIsServedUnderItsUsualName() throws Exception {
        Path home = paired("confined", beneath("in", "deep"));
        Path source = engine.file("run/a", 100_000, 1);
        push(home, source, "/in/deep/");
        push(home, source.getParent(), "/in/deep/");
        push(home, source.getParent(), "/in/deep/");
        assertThat(engine.data.resolve("in/deep/a")).satisfies(sameContentAs(source));
        assertThat(engine.data.resolve("in/deep/run/a")).satisfies(sameContentAs(source));
        assertThat(engine.data.resolve("in/deep/run/run")).doesNotExist();
        pull(home, "/in/deep/run/a", directory.resolve("got"));
        assertThat(directory.resolve("got")).satisfies(sameContentAs(source));
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

    @Test
    @Tag("attack")
    void whatIsStillArrivingIsSentOnForItsWriterAlone() throws Exception {
        engine.close();
        Path otherHome = Files.createDirectories(directory.resolve("other home"));
        Path otherData = Files.createDirectories(directory.resolve("other data"));
        try (WaybillNode sender = node(engine.home, engine.data);
                WaybillNode taker = node(otherHome, otherData)) {
            PairingClient.pair(engine.home, "127.0.0.1", port(taker), taker.newPairingToken());
            Path writer = pairedWith("writer", sender, taker);
            Path other = pairedWith("other", sender, taker);
            Path source = engine.file("source", 17_000_000, 1);
            Thread mover = Thread.ofPlatform().start(() -> {
                try {
                    new EngineMover(writer)
                            .move(
                                    EngineFixture.request(
                                            Location.local(source.toString()),
                                            EngineFixture.remote(port(sender), "/x"),
                                            1,
                                            60_000_000),
                                    TransferListener.NONE);
                } catch (TransferException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            for (int i = 0; EngineFixture.leftovers(engine.data).isEmpty(); i++) {
                assertThat(i).as("hundredths of a second until it is under way").isLessThan(1_000);
                Thread.sleep(10);
            }
            assertThat(reasonOf(() -> sendOn(other, sender, "/x", taker, "/stolen")))
                    .isEqualTo(Reason.NOT_FOUND);
            sendOn(writer, sender, "/x", taker, "/copy");
            mover.join();
            assertThat(otherData.resolve("copy")).satisfies(sameContentAs(source));
            assertThat(otherData.resolve("stolen")).doesNotExist();
        }
    }

    private static int port(WaybillNode node) {
        return node.address().getPort();
    }

    private Path pairedWith(String name, WaybillNode... nodes) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        for (WaybillNode node : nodes) {
            PairingClient.pair(home, "127.0.0.1", port(node), node.newPairingToken());
        }
        return home;
    }

    private static void sendOn(Path home, WaybillNode from, String path, WaybillNode to, String target)
            throws Exception {
        new NodeQueries(home)
                .sendOn(
                        EngineFixture.remote(port(from), path),
                        EngineFixture.remote(port(to), target),
                        CopyRules.USUAL,
                        true,
                        0,
                        new byte[0],
                        _ -> {});
    }

    /** One node is the deputy of a client at another one, and must not lend it rights there. */
    @Test
    @Tag("attack")
    void aNodeThatSendsOnGivesAClientNoMoreThanItHasItself() throws Exception {
        Path first = paired("first", Grant.USUAL);
        Path otherHome = Files.createDirectories(directory.resolve("other home"));
        Path otherData = Files.createDirectories(directory.resolve("other data"));
        engine.close();
        try (WaybillNode sender = node(engine.home, engine.data);
                WaybillNode taker = node(otherHome, otherData)) {
            int from = sender.address().getPort();
            int to = taker.address().getPort();
            new PeerStore(first).pinNode("127.0.0.1", from, sender.fingerprint());
            // the nodes trust each other fully
            PairingClient.pair(engine.home, "127.0.0.1", to, taker.newPairingToken(Grant.OWNER));
            Files.writeString(engine.data.resolve("file"), "new");
            Files.writeString(otherData.resolve("theirs"), "old");
            NodeQueries queries = new NodeQueries(first);
            assertThat(reasonOf(() -> queries.sendOn(
                            EngineFixture.remote(from, "/file"),
                            EngineFixture.remote(to, "/new"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            _ -> {})))
                    .as("the client has not paired with the second node itself")
                    .isEqualTo(Reason.CERTIFICATE);

            PairingClient.pair(first, "127.0.0.1", to, taker.newPairingToken());
            assertThat(reasonOf(() -> queries.sendOn(
                            EngineFixture.remote(from, "/file"),
                            EngineFixture.remote(to, "/theirs"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            _ -> {})))
                    .isEqualTo(Reason.PERMISSION);
            assertThat(otherData.resolve("theirs")).hasContent("old");
            assertThatCode(() -> queries.sendOn(
                            EngineFixture.remote(from, "/file"),
                            EngineFixture.remote(to, "/new"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            _ -> {}))
                    .doesNotThrowAnyException();
            assertThat(otherData.resolve("new")).hasContent("new");
        }
    }

    private static WaybillNode node(Path home, Path data) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(home, data)
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }
}
