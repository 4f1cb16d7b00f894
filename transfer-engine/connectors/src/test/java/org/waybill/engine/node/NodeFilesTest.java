package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.storage.PartialFile;

/** A node's files are looked at and tidied up by those who may, and nothing else is touched. */
@Timeout(60)
class NodeFilesTest {
    private static final int FILE_BYTES = 2 * PartialFile.BLOCK_BYTES + 175_713;

    @TempDir
    private Path directory;

    private EngineFixture engine;
    private Path data;

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory);
        data = engine.data;
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private Path paired(String name, Grant grant) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        PairingClient.pair(home, "127.0.0.1", engine.node.address().getPort(), engine.node.newPairingToken(grant));
        return home;
    }

    private Store open(Path home) throws Exception {
        return NodeStore.provider(home).open(engine.remote("/"), (_, _) -> {});
    }

    private void push(Path home, Path source, String target) throws Exception {
        new EngineMover(home)
                .move(
                        TransferRequest.of(Location.local(source.toString()), engine.remote(target)),
                        TransferListener.NONE);
    }

    private static TransferException failure(ThrowingCallable action) {
        TransferException failure = catchThrowableOfType(TransferException.class, action);
        assertThat(failure).as("the action was allowed").isNotNull();
        assertThat(failure.getMessage())
                .doesNotContain("\n")
                .doesNotContain("Exception")
                .doesNotContain("/proc/");
        return failure;
    }

    private static Reason reasonOf(ThrowingCallable action) {
        return failure(action).reason();
    }

    @Test
    void looksListsReadsAndHashes() throws Exception {
        Path file = Files.copy(
                engine.file("source", FILE_BYTES, 1),
                Files.createDirectories(data.resolve("d")).resolve("file"));
        Files.createSymbolicLink(data.resolve("d/link"), Path.of("file"));
        Files.createDirectory(data.resolve("d/sub"));
        Files.createFile(data.resolve("d/.waybill-0123456789abcdef0123.part"));
        byte[] content = Files.readAllBytes(file);
        try (Store store = open(engine.home)) {
            assertThat(store.list("/d"))
                    .extracting(Entry::name, Entry::kind)
                    .containsExactlyInAnyOrder(
                            tuple("file", Entry.Kind.FILE),
                            tuple("link", Entry.Kind.LINK),
                            tuple("sub", Entry.Kind.DIRECTORY));
            assertThat(store.stat("/d/link").orElseThrow().kind()).isEqualTo(Entry.Kind.FILE);
            assertThat(store.look("/d/link").orElseThrow().kind()).isEqualTo(Entry.Kind.LINK);
            assertThat(store.readLink("/d/link")).isEqualTo("file");
            Files.createSymbolicLink(data.resolve("out"), directory.resolve("secret"));
            assertThat(reasonOf(() -> store.readLink("/out"))).isEqualTo(Reason.UNSAFE);
            for (String none : List.of("/d/file", "/d", "/")) {
                assertThat(reasonOf(() -> store.readLink(none))).isEqualTo(Reason.BAD_INPUT);
            }
            assertThat(reasonOf(() -> store.readLink("/d/none"))).isEqualTo(Reason.NOT_FOUND);
            assertThat(store.look("/").orElseThrow().isDirectory()).isTrue();
            assertThat(store.look("/no")).isEmpty();
            assertThat(store.stat("/d/no")).isEmpty();
            Entry entry = store.look("/d/file").orElseThrow();
            assertThat(entry.sizeBytes()).isEqualTo(FILE_BYTES);
            assertThat(entry.modified())
                    .isEqualTo(Files.getLastModifiedTime(file).toInstant());
            try (InputStream in = store.read("/d/file", PartialFile.BLOCK_BYTES + 40_000)) {
                assertThat(in.readAllBytes())
                        .isEqualTo(Arrays.copyOfRange(content, PartialFile.BLOCK_BYTES + 40_000, FILE_BYTES));
            }
            try (InputStream in = store.read("/d/file", 0)) {
                assertThat(in.readNBytes(5)).hasSize(5); // the rest does not disturb the next question
            }
            assertThat(store.sha256("/d/file", -1)).contains(Sha256.hex(Sha256.of(content)));
            assertThat(store.sha256("/d/file", 10, 20)).contains(Sha256.hex(Sha256.of(content, 10, 20)));
            assertThat(reasonOf(() -> store.sha256("/d", -1))).isEqualTo(Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.read("/d/none", 0))).isEqualTo(Reason.NOT_FOUND);
            assertThat(reasonOf(() -> store.list("/d/file"))).isEqualTo(Reason.BAD_INPUT);
        }
    }

    @Test
    void makesRemovesAndRenames() throws Exception {
        Path outside = Files.writeString(
                Files.createDirectory(directory.resolve("outside")).resolve("kept"), "kept");
        try (Store store = open(engine.home)) {
            store.createDirectories("/a/b/c");
            store.createDirectories("/a/b/c");
            Files.writeString(data.resolve("a/b/file"), "x");
            Files.writeString(data.resolve("a/two"), "2");
            Files.createSymbolicLink(data.resolve("a/b/out"), outside.getParent());
            assertThat(reasonOf(() -> store.removeDirectory("/a/b"))).isEqualTo(Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.rename("/a/two", "/a/b/file", false)))
                    .isEqualTo(Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.rename("/a/two", "/a/b", true))).isEqualTo(Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.rename("/a", "/a/b/c/a", true))).isEqualTo(Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.rename("/no", "/yes", false))).isEqualTo(Reason.NOT_FOUND);
            store.rename("/a/two", "/a/b/file", true);
            assertThat(data.resolve("a/b/file")).hasContent("2");
            store.rename("/a/b", "/bb", false);
            store.removeDirectory("/bb/c");
            store.delete("/bb/no such file");
            store.delete("/bb/out");
            Files.createSymbolicLink(data.resolve("bb/again"), outside.getParent());
            RemovedTree removed = new RemovedTree();
            store.removeTree("/bb", removed);
            assertThat(removed.files()).isEqualTo(2);
            assertThat(removed.directories()).isEqualTo(1);
            assertThat(removed.keptCount()).isZero();
            assertThat(data.toFile().list()).containsExactly("a");
            assertThat(outside).hasContent("kept");
        }
    }

    @ParameterizedTest
    @Tag("attack")
    @ValueSource(
            strings = {
                "/",
                "",
                ".",
                "//",
                "/./",
                "/../data",
                "/a/../..",
                "..",
                "/a/..",
                "/link/secret",
                "/a/up/x",
                "/.waybill-0123456789abcdef0123.part",
                "/a/.WAYBILL-0123456789abcdef0123.part",
                "/a\0b"
            })
    void nothingOutsideNorTheRootNorOurOwnFilesAreChanged(String path) throws Exception {
        Files.writeString(Files.createDirectory(directory.resolve("elsewhere")).resolve("secret"), "secret");
        Files.createDirectory(data.resolve("a"));
        Files.createSymbolicLink(data.resolve("link"), Path.of("../elsewhere"));
        Files.createSymbolicLink(data.resolve("a/up"), Path.of("../.."));
        Files.createFile(data.resolve(".waybill-0123456789abcdef0123.part"));
        Files.createFile(data.resolve("free"));
        try (Store store = open(engine.home)) {
            assertThat(reasonOf(() -> store.removeDirectory(path))).isIn(Reason.UNSAFE, Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.removeTree(path, new RemovedTree())))
                    .isIn(Reason.UNSAFE, Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.rename(path, "/new", true))).isIn(Reason.UNSAFE, Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.rename("/free", path, true))).isIn(Reason.UNSAFE, Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.sha256(path, -1))).isIn(Reason.UNSAFE, Reason.BAD_INPUT);
            assertThat(store.stat("/free")).isPresent();
        }
        assertThat(directory.resolve("elsewhere/secret")).hasContent("secret");
        assertThat(data.toFile().list())
                .containsExactlyInAnyOrder("a", "link", "free", ".waybill-0123456789abcdef0123.part");
    }

    @Test
    void whatHasNoTextForItsNameIsNamedAndStays() throws Exception {
        Path tree = Files.createDirectory(data.resolve("tree"));
        Files.writeString(tree.resolve("x"), "x");
        assertThat(new ProcessBuilder("sh", "-c", "mkdir \"$1/$(printf 'b\\377d')\"", "sh", tree.toString())
                        .start()
                        .waitFor())
                .isZero();
        try (Store store = open(engine.home)) {
            assertThat(reasonOf(() -> store.rename("/tree", "/other", false))).isEqualTo(Reason.BAD_INPUT);
            RemovedTree removed = new RemovedTree();
            store.removeTree("/tree", removed);
            assertThat(removed.kept()).extracting("reason").containsExactly("BAD_INPUT");
            assertThat(removed.files()).isEqualTo(1);
        }
        assertThat(tree.toFile().list()).hasSize(1);
    }

    @Test
    @Tag("attack")
    void noLinkIsMovedToWhereItLeadsOut() throws Exception {
        Path inside = Files.createDirectories(data.resolve("a/b"));
        Files.createDirectory(data.resolve("c"));
        Files.createSymbolicLink(inside.resolve("link"), Path.of("../../x"));
        Files.createSymbolicLink(data.resolve("a/operators"), Path.of("/etc"));
        try (Store store = open(engine.home)) {
            for (String[] move :
                    List.of(new String[] {"/a/b/link", "/link"}, new String[] {"/a/b/link", "/a/link"}, new String[] {
                        "/a/b", "/b"
                    })) {
                TransferException refused =
                        catchThrowableOfType(TransferException.class, () -> store.rename(move[0], move[1], false));
                assertThat(refused.reason()).as(move[0]).isEqualTo(Reason.UNSAFE);
                assertThat(refused).hasMessageContaining("\"link\" would lead out");
            }
            store.rename("/a/b", "/c/d", false);
            store.rename("/a/operators", "/operators", false); // it leads no further from there
        }
        assertThat(data.resolve("c/d/link")).isSymbolicLink();
        assertThat(data.resolve("operators")).isSymbolicLink();
    }

    @Test
    @Tag("attack")
    void whoMayOnlyReadChangesNothing() throws Exception {
        Files.writeString(data.resolve("file"), "x");
        try (Store store = open(paired("reader", new Grant(EnumSet.of(Right.READ), List.of(), 0)))) {
            assertThat(store.sha256("/file", -1)).isPresent();
            assertThat(reasonOf(() -> store.createDirectories("/d"))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.delete("/file"))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.rename("/file", "/g", false))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.removeTree("/file", new RemovedTree())))
                    .isEqualTo(Reason.PERMISSION);
        }
        try (Store store = open(paired("writer", new Grant(EnumSet.of(Right.WRITE), List.of(), 0)))) {
            assertThat(reasonOf(() -> store.sha256("/file", -1))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.read("/file", 0))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.look("/file"))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.list("/"))).isEqualTo(Reason.PERMISSION);
        }
        assertThat(data.resolve("file")).hasContent("x");
    }

    @Test
    @Tag("attack")
    void whoMayNotModifyRemovesNoUnfinishedFileOfAnother() throws Exception {
        String stem = ".waybill-0123456789abcdef0123456789abcdef-0123456789ab";
        Path tree = Files.createDirectories(data.resolve("tree"));
        Files.writeString(tree.resolve(stem + ".part"), "some");
        Files.writeString(tree.resolve(stem + ".partial"), "some");
        Files.writeString(tree.resolve(stem + ".ledger"), "some");
        try (Store store = open(paired("one", Grant.USUAL));
                Store owner = open(paired("two", Grant.OWNER))) {
            RemovedTree removed = new RemovedTree();
            store.removeTree("/tree", removed);
            assertThat(removed.kept()).extracting("path").containsOnly("/tree");
            assertThat(tree.toFile().list()).containsExactlyInAnyOrder(stem + ".part", stem + ".partial");
            owner.removeTree("/tree", new RemovedTree());
            assertThat(tree).doesNotExist();
        }
    }

    @Test
    @Tag("attack")
    void whoMayNotModifyRemovesAndRenamesItsOwnFilesAlone() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path source = engine.file("tree/own", 1_000, 1);
        push(one, source.getParent(), "/tree");
        Files.writeString(data.resolve("tree/operators"), "mine");
        Files.createSymbolicLink(data.resolve("tree/link"), Path.of("operators"));
        push(one, source, "/single");
        try (Store store = open(one);
                Store other = open(paired("other", Grant.USUAL));
                Store third = open(paired("third", Grant.OWNER))) {
            assertThat(reasonOf(() -> other.delete("/single"))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> other.rename("/single", "/mine", false))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> other.rename("/tree", "/mine", false))).isEqualTo(Reason.PERMISSION);
            assertThat(reasonOf(() -> store.rename("/single", "/tree/operators", true)))
                    .isEqualTo(Reason.PERMISSION);
            RemovedTree removed = new RemovedTree();
            store.removeTree("/tree", removed);
            assertThat(removed.files()).isEqualTo(1);
            assertThat(removed.directories()).isZero();
            assertThat(removed.kept()).extracting("path").containsExactlyInAnyOrder("/tree/operators", "/tree/link");
            assertThat(data.resolve("tree").toFile().list()).containsExactlyInAnyOrder("operators", "link");
            store.rename("/single", "/tree/renamed", false);
            store.delete("/tree/renamed");
            assertThat(reasonOf(() -> store.delete("/tree/link"))).isEqualTo(Reason.PERMISSION);
            third.removeTree("/tree", removed);
            assertThat(data.toFile().list()).isEmpty();
        }
    }

    @Test
    @Tag("attack")
    void aGrantedDirectoryIsTheRootOfAllThatIsChanged() throws Exception {
        Files.createDirectories(data.resolve("in/sub"));
        Files.writeString(data.resolve("secret"), "secret");
        Files.createSymbolicLink(data.resolve("in/up"), Path.of(".."));
        try (Store store = open(paired("confined", new Grant(Grant.OWNER.rights(), List.of("in"), 0)))) {
            for (String path : List.of("/in", "/in/", "/", "/secret", "/in/up/secret")) {
                assertThat(reasonOf(() -> store.removeTree(path, new RemovedTree())))
                        .isIn(Reason.UNSAFE, Reason.PERMISSION);
                assertThat(reasonOf(() -> store.rename("/in/sub", path, true))).isIn(Reason.UNSAFE, Reason.PERMISSION);
            }
            store.removeTree("/in/up", new RemovedTree()); // the link itself
            assertThat(store.look("/in").orElseThrow().isDirectory()).isTrue();
            store.rename("/in/sub", "/in/other", false);
        }
        assertThat(data.resolve("secret")).hasContent("secret");
        assertThat(data.resolve("in").toFile().list()).containsExactly("other");
    }

    @Test
    void whatIsRemovedCountsNoMoreInAQuota() throws Exception {
        Path one = paired("bounded", new Grant(Grant.USUAL.rights(), List.of(), 3_000_000));
        push(one, engine.file("two", 2_000_000, 1), "/two");
        assertThat(new NodeQueries(one).status(engine.remote("/")).freeBytes()).isEqualTo(1_000_000);
        try (Store store = open(one)) {
            store.delete("/two");
            assertThat(store.freeBytes("/")).hasValue(3_000_000);
        }
    }

    @Test
    @Tag("attack")
    void whatATransferWritesIsBusyAndSoIsWhatItLiesIn() throws Exception {
        Path single = engine.file("single", 40_000_000, 1);
        Path tree = engine.file("big/sub/file", 40_000_000, 2).getParent().getParent();
        Files.createDirectories(data.resolve("d/e"));
        Files.writeString(data.resolve("d/file"), "old");
        Thread first = slowly(single, "/d/file");
        Thread second = slowly(tree, "/t/");
        for (int i = 0;
                EngineFixture.leftovers(data.resolve("d")).isEmpty() || !Files.exists(data.resolve("t/big/sub"));
                i++) {
            assertThat(i).as("hundredths of a second until both are under way").isLessThan(1_000);
            Thread.sleep(10);
        }
        try (Store store = open(engine.home)) {
            for (String path : List.of("/d/file", "/t/big", "/t/big/sub")) {
                assertThat(reasonOf(() -> store.removeTree(path, new RemovedTree())))
                        .as(path)
                        .isEqualTo(Reason.TARGET_BUSY);
                assertThat(reasonOf(() -> store.rename(path, "/elsewhere", false)))
                        .as(path)
                        .isEqualTo(Reason.TARGET_BUSY);
            }
            assertThat(reasonOf(() -> store.rename("/d", "/elsewhere", false))).isEqualTo(Reason.TARGET_BUSY);
            assertThat(reasonOf(() -> store.removeTree("/d", new RemovedTree())))
                    .isEqualTo(Reason.TARGET_BUSY);
            RemovedTree removed = new RemovedTree();
            store.removeTree("/t", removed);
            assertThat(removed.kept()).extracting("reason").containsOnly("TARGET_BUSY");
            store.removeDirectory("/d/e");
        }
        first.interrupt();
        second.interrupt();
        first.join();
        second.join();
        assertThat(data.resolve("d/file")).hasContent("old");
        for (int i = 0; engine.node.sessions() > 0; i++) {
            assertThat(i)
                    .as("hundredths of a second until both sessions have ended")
                    .isLessThan(1_000);
            Thread.sleep(10);
        }
        try (Store store = open(engine.home)) {
            RemovedTree removed = new RemovedTree();
            store.removeTree("/d", removed);
            store.removeTree("/t", removed);
            assertThat(removed.kept()).isEmpty();
        }
        assertThat(data.toFile().list())
                .as("what broken transfers left goes with its directory")
                .isEmpty();
    }

    private Thread slowly(Path source, String target) {
        return Thread.ofPlatform().start(() -> {
            try {
                new EngineMover(engine.home)
                        .move(
                                EngineFixture.request(
                                        Location.local(source.toString()), engine.remote(target), 1, 8_000_000),
                                TransferListener.NONE);
            } catch (TransferException e) {
                // interrupted
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    @Tag("attack")
    void aPipeIsNeitherReadNorWaitedFor() throws Exception {
        Path pipe = data.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (Store store = open(engine.home)) {
            assertThat(reasonOf(() -> store.sha256("/pipe", -1))).isEqualTo(Reason.BAD_INPUT);
            assertThat(reasonOf(() -> store.read("/pipe", 0))).isEqualTo(Reason.BAD_INPUT);
            assertThat(store.look("/pipe").orElseThrow().kind()).isEqualTo(Entry.Kind.SPECIAL);
            store.delete("/pipe");
        }
        assertThat(Files.exists(pipe, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void namesOfAllKindsAreListedAndRemoved() throws Exception {
        List<String> names =
                List.of("new\nline", "\u202etxt.exe", "-rf", "it's \"q\"", "*?[a]", "%2e%2e", "x".repeat(255));
        for (String name : names) {
            Files.writeString(data.resolve(name), name, StandardCharsets.UTF_8);
        }
        try (Store store = open(engine.home)) {
            assertThat(store.list("/")).extracting(Entry::name).containsExactlyInAnyOrderElementsOf(names);
            for (String name : names) {
                store.rename("/" + name, "/r" + name.substring(1), false);
                store.delete("/r" + name.substring(1));
            }
        }
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void longHashingIsHeardOfAndEndsWithItsClient() throws Exception {
        try (FileChannel sparse =
                FileChannel.open(data.resolve("huge"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.allocate(1), 1L << 40);
        }
        Store store = open(engine.home);
        Thread hashing = Thread.ofPlatform().start(() -> {
            try {
                store.sha256("/huge", -1);
            } catch (TransferException | InterruptedException e) {
                // its client goes
            }
        });
        Thread.sleep(300);
        hashing.interrupt();
        hashing.join();
        store.close();
        for (int i = 0; engine.node.sessions() > 0; i++) {
            assertThat(i)
                    .as("hundredths of a second until the node has given up")
                    .isLessThan(2_000);
            Thread.sleep(10);
        }
    }
}
