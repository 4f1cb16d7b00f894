package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** What another user puts under the names of our own files: nothing is written through it, and nothing hangs. */
@Timeout(60)
class PlantedFilesTest {
    private static final int LARGE = 9 << 20;
    private static final String SECRET = "the content of a file outside";

    @TempDir
    private Path directory;

    private EngineFixture engine;
    private Path victim;
    private Path data;

    /** What may be under a name. */
    enum Plant {
        SYMLINK("ln -s \"$1\" \"$2\""),
        DANGLING_SYMLINK("ln -s \"$1.new\" \"$2\""),
        SYMLINK_TO_DIRECTORY("ln -s \"$(dirname \"$1\")\" \"$2\""),
        HARD_LINK("ln \"$1\" \"$2\""),
        DIRECTORY("mkdir \"$2\""),
        FIFO("mkfifo \"$2\""),
        DEVICE("mknod \"$2\" c 1 3 || mkfifo \"$2\""),
        ANOTHERS_FILE("echo 'of somebody else' > \"$2\"; chmod 666 \"$2\"; chown 12345 \"$2\" || ln -f \"$1\" \"$2\"");

        private final String command;

        Plant(String command) {
            this.command = command;
        }

        void at(List<Path> names, Path victim) {
            List<String> call = new ArrayList<>(List.of(
                    "sh", "-c", "set -e; for name; do" + " set -- \"$VICTIM\" \"$name\"; " + command + "; done", "sh"));
            names.forEach(name -> call.add(name.toString()));
            ProcessBuilder builder = new ProcessBuilder(call).inheritIO();
            builder.environment().put("VICTIM", victim.toString());
            try {
                assertThat(builder.start().waitFor()).isZero();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assertThat(names).allMatch(name -> Files.exists(name, LinkOption.NOFOLLOW_LINKS));
        }
    }

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory);
        data = engine.data;
        victim = Files.writeString(
                Files.createDirectory(directory.resolve("outside")).resolve("victim"), SECRET);
    }

    @AfterEach
    void stop() throws IOException {
        engine.close();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private TemporaryNames nodes() throws TransferException {
        return HomeKey.names(engine.home)
                .of(NodeIdentity.loadOrCreate(engine.home).fingerprint().hex());
    }

    /** All names that a target's own files have, or had in version 0.1. */
    private static List<String> names(TemporaryNames own, String target) {
        List<String> names = new ArrayList<>(List.of(own.lock(target)));
        for (String stem : List.of(own.stem(target), EntryNames.stem(target))) {
            Stream.of(".part", ".ledger", ".lock").map(stem::concat).forEach(names::add);
        }
        return names;
    }

    private void plantAll(Plant plant, Path where, List<String> names) {
        plant.at(names.stream().map(where::resolve).toList(), victim);
    }

    private void assertNothingWrittenOutside() throws IOException {
        assertThat(victim).hasContent(SECRET);
        assertThat(Files.list(victim.getParent())).containsExactly(victim);
    }

    @ParameterizedTest
    @EnumSource
    void anUploadWritesThroughNothingThatIsPlanted(Plant plant) throws Exception {
        Path source = engine.file("source", LARGE, 1);
        plantAll(plant, data, names(nodes(), "x"));

        engine.push(source, "/x");

        assertThat(data.resolve("x")).satisfies(sameContentAs(source));
        assertThat(Files.isRegularFile(data.resolve("x"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertNothingWrittenOutside();
    }

    @ParameterizedTest
    @EnumSource
    void anUploadedTreeWritesThroughNothingThatIsPlanted(Plant plant) throws Exception {
        engine.file("tree/a", 1000, 1);
        engine.file("tree/large", 9 << 20, 2);
        Files.createDirectories(data.resolve("tree"));
        plantAll(plant, data.resolve("tree"), names(nodes(), "large"));
        plantAll(plant, data.resolve("tree"), List.of(nodes().lock("."), nodes().mark("tree"), ".waybill-tree"));

        engine.push(directory.resolve("tree"), "/tree");

        assertThat(data.resolve("tree/large")).satisfies(sameContentAs(directory.resolve("tree/large")));
        assertThat(data.resolve("tree/a")).satisfies(sameContentAs(directory.resolve("tree/a")));
        assertNothingWrittenOutside();
    }

    @ParameterizedTest
    @EnumSource
    void aLiveStreamWritesThroughNothingThatIsPlanted(Plant plant) throws Exception {
        plantAll(plant, data, names(nodes(), "x"));
        byte[] content = new byte[PartialFile.BLOCK_BYTES + 40_000];
        new Random(3).nextBytes(content);

        new EngineMover(engine.home)
                .withStreams(new ByteArrayInputStream(content), OutputStream.nullOutputStream())
                .move(EngineFixture.request(Location.STREAM, engine.remote("/x"), 0, 0), TransferListener.NONE);

        assertThat(data.resolve("x")).satisfies(sameContentAs(content));
        assertNothingWrittenOutside();
    }

    @ParameterizedTest
    @EnumSource
    void aDownloadWritesThroughNothingThatIsPlanted(Plant plant) throws Exception {
        Path source = engine.file("data/source", LARGE, 1);
        Path target = Files.createDirectory(directory.resolve("target"));
        plantAll(plant, target, names(HomeKey.names(engine.home), "x"));

        engine.pull("/source", target.resolve("x").toString());

        assertThat(target.resolve("x")).satisfies(sameContentAs(source));
        assertNothingWrittenOutside();
    }

    /** What goes for local copies goes for downloads by every file protocol: the store that writes is the same. */
    @ParameterizedTest
    @EnumSource
    void aLocalTargetOfAFileProtocolIsWrittenThroughNothingThatIsPlanted(Plant plant) throws Exception {
        Path source = engine.file("source", 20 << 20, 1);
        Path target = Files.createDirectory(directory.resolve("target"));
        breakOff(source, target.resolve("x"));
        List<String> left = EngineFixture.leftovers(target).stream()
                .map(path -> path.getFileName().toString())
                .toList();
        assertThat(left).hasSize(2);
        for (String name : left) {
            Files.delete(target.resolve(name));
        }
        plantAll(plant, target, left);
        plantAll(plant, target, names(TemporaryNames.ofThisProcess(), "x"));

        copy(source, target.resolve("x"), TransferListener.NONE);

        assertThat(target.resolve("x")).satisfies(sameContentAs(source));
        assertThat(Files.isRegularFile(target.resolve("x"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertNothingWrittenOutside();
    }

    @ParameterizedTest
    @EnumSource
    void aLocalTreeIsMarkedThroughNothingThatIsPlanted(Plant plant) throws Exception {
        engine.file("tree/a", 1000, 1);
        Path target = Files.createDirectories(directory.resolve("target/copy"));
        plantAll(
                plant,
                target,
                List.of(".waybill-tree", TemporaryNames.ofThisProcess().mark("copy")));

        copy(directory.resolve("tree"), target, TransferListener.NONE);

        // what marks nothing says nothing: the tree is put into the directory, under its own name
        assertThat(target.resolve("tree/a")).satisfies(sameContentAs(directory.resolve("tree/a")));
        assertNothingWrittenOutside();
    }

    private static void copy(Path source, Path target, TransferListener listener)
            throws TransferException, InterruptedException {
        TestMovers.of(new TestCredentials())
                .all()
                .getFirst()
                .move(
                        new TransferRequest(
                                Location.local(source.toString()),
                                Location.local(target.toString()),
                                NetworkPaths.DIRECT,
                                new DataOptions(
                                        0,
                                        listener == TransferListener.NONE ? 0 : 400_000_000,
                                        TransferRequest.Verify.SHA256)),
                        listener);
    }

    private static void breakOff(Path source, Path target) {
        Thread thread = Thread.currentThread();
        assertThatThrownBy(() -> copy(source, target, new TransferListener() {
                    @Override
                    public void onProgress(Progress progress) {
                        if (progress.bytesDone() >= 16 << 20) {
                            thread.interrupt();
                        }
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }

    /** It cannot be removed without looking what is in it, and that is for its owner to do. */
    @ParameterizedTest
    @ValueSource(strings = {".part", ".ledger", ".lock"})
    void aDirectoryWithSomethingInItUnderOneOfTheNamesIsNamedInOneLine(String kind) throws Exception {
        Path source = engine.file("source", LARGE, 1);
        String name = kind.equals(".lock") ? nodes().lock("x") : nodes().stem("x") + kind;
        Path kept = Files.writeString(Files.createDirectory(data.resolve(name)).resolve("of another"), "kept");

        assertThatThrownBy(() -> engine.push(source, "/x")).isInstanceOfSatisfying(TransferException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.UNSAFE);
            assertThat(e)
                    .hasMessageContaining(name)
                    .hasMessageContaining("remove it")
                    .hasMessageNotContaining("\n");
        });

        assertThat(kept).hasContent("kept");
        assertThat(data.resolve("x")).doesNotExist();
        Files.delete(kept);
        engine.push(source, "/x");
        assertThat(data.resolve("x")).satisfies(sameContentAs(source));
        assertThat(EngineFixture.leftovers(data)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"part", "lock"})
    void aLocalCopyNamesADirectoryWithSomethingInItUnderOneOfTheNamesInOneLine(String kind) throws Exception {
        Path source = engine.file("source", 20 << 20, 1);
        Path target = Files.createDirectory(directory.resolve("target"));
        breakOff(source, target.resolve("x"));
        Path part = EngineFixture.leftovers(target).stream()
                .filter(path -> path.toString().endsWith(".part"))
                .findFirst()
                .orElseThrow();
        Files.delete(part);
        Path taken = kind.equals("part")
                ? part
                : target.resolve(TemporaryNames.ofThisProcess().lock("x"));
        Path kept = Files.writeString(Files.createDirectory(taken).resolve("of another"), "kept");

        assertThatThrownBy(() -> copy(source, target.resolve("x"), TransferListener.NONE))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.UNSAFE);
                    assertThat(e)
                            .hasMessageContaining(String.valueOf(taken.getFileName()))
                            .hasMessageContaining("remove it")
                            .hasMessageNotContaining("\n");
                });

        assertThat(kept).hasContent("kept");
    }

    @Test
    void nobodyComputesTheNamesNorOneClientAnothersAndALaterRunFindsThem() throws Exception {
        TemporaryNames names = HomeKey.names(engine.home);
        TemporaryNames other = HomeKey.names(Files.createDirectory(directory.resolve("other home")));
        assertThat(names.stem("x"))
                .isEqualTo(HomeKey.names(engine.home).stem("x"))
                .isNotEqualTo(other.stem("x"))
                .isNotEqualTo(names.of("a peer").stem("x"));
        assertThat(names.of("a peer").stem("x"))
                .isNotEqualTo(names.of("another").stem("x"));
        assertThat(names.of("a peer").lock("x"))
                .isEqualTo(names.of("another").lock("x"))
                .isNotEqualTo(other.lock("x"));
        assertThat(Files.getPosixFilePermissions(engine.home.resolve("partials.key")))
                .hasSize(2);
    }

    /** A user who may list the directory learns the names while they are in use. */
    @Test
    void nothingIsWrittenOutsideWhileNamesAreSwapped() throws Exception {
        Path source = engine.file("source", 9 << 20, 1);
        AtomicBoolean stop = new AtomicBoolean();
        Thread attacker = Thread.ofPlatform().start(() -> swap(data, stop));
        int whole = 0;
        try {
            long endNs = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            for (int i = 0; i < 5 || System.nanoTime() - endNs < 0; i++) {
                Path target = data.resolve("x" + i % 3);
                try {
                    new EngineMover(engine.home)
                            .move(
                                    TransferRequest.of(Location.local(source.toString()), engine.remote("/x" + i % 3)),
                                    TransferListener.NONE);
                    whole++;
                    assertThat(Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS))
                            .isTrue();
                    assertThat(target).satisfies(sameContentAs(source));
                } catch (TransferException e) {
                    assertThat(e.reason().exitCode()).as(e.toString()).isNotEqualTo(1);
                }
                Files.deleteIfExists(target);
            }
        } finally {
            stop.set(true);
            attacker.join();
        }
        System.out.println(whole + " transfers became whole under attack");
        assertNothingWrittenOutside();
    }

    private void swap(Path where, AtomicBoolean stop) {
        Random random = new Random(5);
        while (!stop.get()) {
            try {
                for (Path own : EngineFixture.leftovers(where)) {
                    Path link = where.resolve("planted" + random.nextInt());
                    Files.createSymbolicLink(link, victim);
                    Files.move(link, own, StandardCopyOption.ATOMIC_MOVE);
                }
                Thread.sleep(random.nextInt(1000));
            } catch (IOException | UncheckedIOException e) {
                // it went meanwhile
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Test
    void takesUpWhatVersion01LeftIfItIsAFileOfOurs() throws Exception {
        Path source = engine.file("source", 2 * LARGE, 1);
        Thread thread = Thread.currentThread();
        assertThatThrownBy(() -> new EngineMover(engine.home)
                        .move(
                                EngineFixture.request(
                                        Location.local(source.toString()), engine.remote("/x"), 1, 400_000_000),
                                new TransferListener() {
                                    @Override
                                    public void onProgress(Progress progress) {
                                        if (progress.bytesDone() >= 10 << 20) {
                                            thread.interrupt();
                                        }
                                    }
                                }))
                .isInstanceOf(InterruptedException.class);
        String now = nodes().stem("x");
        for (int i = 0; Files.exists(data.resolve(nodes().lock("x"))); i++) {
            assertThat(i).isLessThan(1000);
            Thread.sleep(10);
        }
        for (String suffix : List.of(".part", ".ledger")) {
            Files.move(data.resolve(now + suffix), data.resolve(EntryNames.stem("x") + suffix));
        }

        assertThat(engine.push(source, "/x").resumedBytes()).isGreaterThan(5 << 20);

        assertThat(data.resolve("x")).satisfies(sameContentAs(source));
        assertThat(EngineFixture.leftovers(data)).isEmpty();
    }

    @Test
    void peersNeitherReadNorListNorWriteWhatIsOursButMoveWhatOnlyBeginsAlike() throws Exception {
        Files.writeString(data.resolve(nodes().stem("x") + ".part"), "of another client");
        engine.file("tree/.waybill-notes", 100, 1);
        engine.file("tree/.waybill-tree.txt", 100, 2);

        assertThatThrownBy(() -> engine.pull(
                        "/" + nodes().stem("x") + ".part",
                        directory.resolve("got").toString()))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("kept for unfinished transfers");
        assertThatThrownBy(() -> engine.push(directory.resolve("tree/.waybill-notes"), "/.waybill-tree"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("kept for unfinished transfers");
        engine.push(directory.resolve("tree"), "/tree");
        engine.pull("/", directory.resolve("back").toString());

        assertThat(data.resolve("tree"))
                .isDirectoryContaining("glob:**/.waybill-notes")
                .isDirectoryContaining("glob:**/.waybill-tree.txt");
        assertThat(directory.resolve("back/tree")).isDirectoryContaining("glob:**/.waybill-notes");
        assertThat(EngineFixture.leftovers(directory.resolve("back")).stream()
                        .map(path -> path.getFileName().toString()))
                .allMatch(name -> !EntryNames.isOwn(name));
    }
}
