package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** Trees of which some files cannot be written or read: the others are moved, and these are named with their reason. */
@Timeout(300)
class LostFilesTest {
    private static final long RATE = 200_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private EngineFixture engine;
    private Path mount;

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory);
    }

    @AfterEach
    void stop() throws Exception {
        engine.close();
        if (mount != null) {
            run("umount", "-l", mount.toString());
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    private void mount(Path at, int mebibytes) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting a small file system needs root");
        Files.createDirectories(at);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "none", at.toString()),
                "this environment does not let us mount a tmpfs");
        mount = at;
    }

    /** One way of moving: which transport, and whether the node takes or gives. */
    private final class TestedTransport {
        private final EngineMover mover;
        private final boolean put;

        TestedTransport(String transport, boolean put) {
            this.put = put;
            mover = transport.equals("local") ? new EngineMover(engine.home) : engine.by(transport);
        }

        /** Where sources, or targets, are as this machine sees them. */
        Path root(boolean source) throws IOException {
            return source == put ? Files.createDirectories(directory.resolve("here")) : engine.data;
        }

        TransferReport move(String source, String target, TransferListener listener) throws Exception {
            Location here = Location.local(directory.resolve("here").resolve(put ? source : target)
                    + (put || !target.endsWith("/") ? "" : "/"));
            Location there = engine.remote("/" + (put ? target : source));
            TransferRequest request = new TransferRequest(
                            put ? here : there,
                            put ? there : here,
                            NetworkPaths.DIRECT,
                            new DataOptions(0, RATE, TransferRequest.Verify.SHA256))
                    .onDedicatedPath(true);
            return mover.move(request, listener);
        }

        TransferException failure(String source, String target, TransferListener listener) {
            return catchThrowableOfType(TransferException.class, () -> move(source, target, listener));
        }

        TransferException failure(String source, String target) {
            return failure(source, target, TransferListener.NONE);
        }
    }

    private Path file(Path at, int bytes, long seed) throws IOException {
        return engine.file(directory.relativize(at).toString(), bytes, seed);
    }

    private static List<String> named(TransferException failure) {
        return failure.notTransferred().stream().map(NotTransferred::path).toList();
    }

    /** Of the files of a tree those that are not the same in its copy. */
    private static Set<String> missing(Path tree, Path copy) throws IOException {
        Set<String> missing = new TreeSet<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path other = copy.resolve(tree.relativize(file));
                if (!Files.isRegularFile(other)
                        || !Arrays.equals(Files.readAllBytes(file), Files.readAllBytes(other))) {
                    missing.add(tree.relativize(file).toString());
                }
            }
        }
        return missing;
    }

    /** The remote host tidies up before it shows its end, and on this machine no one else writes there. */
    private static void assertTidy(Path at) throws Exception {
        for (int i = 0; i < 500 && !EngineFixture.leftovers(at).isEmpty(); i++) {
            Thread.sleep(10);
        }
        assertThat(EngineFixture.leftovers(at)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("org.waybill.engine.node.EngineFixture#transportsBothWays")
    void whatIsInTheWayStopsNoOther(String transport, boolean put) throws Exception {
        TestedTransport way = new TestedTransport(transport, put);
        Path tree = way.root(true).resolve("mix");
        for (int i = 0; i < 20; i++) {
            file(tree.resolve("many/f" + i), 1000, i);
            file(tree.resolve("dir/f" + i), 1000, i);
        }
        file(tree.resolve("a"), 10, 1);
        file(tree.resolve("dir/deep/er/x"), PartialFile.BLOCK_BYTES + 40_000, 2);
        file(tree.resolve("large"), 3 * PartialFile.BLOCK_BYTES - 90_000, 3);
        file(tree.resolve("resumable"), 9_000_000, 4);
        file(tree.resolve("other"), 2 * PartialFile.BLOCK_BYTES + 80_000, 5);
        Files.createDirectories(tree.resolve("empty"));
        Path copy = way.root(false).resolve("mix");
        for (String occupied : List.of("a", "large", "resumable", "many/f7")) {
            Files.createDirectories(copy.resolve(occupied));
        }
        Files.writeString(copy.resolve("dir"), "a file");

        TransferException failure = way.failure("mix", way.put ? "/" : "");

        assertThat(failure.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(missing(tree, copy))
                .containsAll(List.of("a", "large", "resumable", "many/f7", "dir/f1"))
                .hasSize(25);
        Set<String> expected = missing(tree, copy);
        expected.addAll(List.of("dir", "dir/deep", "dir/deep/er"));
        assertThat(named(failure)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(failure.notTransferred())
                .allMatch(one -> one.reason().equals("BAD_INPUT") && one.text().contains("expected a file"));
        assertThat(copy.resolve("empty")).isEmptyDirectory();
        assertTidy(copy);

        for (String occupied : List.of("a", "large", "resumable", "many/f7", "dir")) {
            Files.delete(copy.resolve(occupied));
        }
        way.move("mix", way.put ? "/" : "", TransferListener.NONE);
        LoopbackTransferTest.assertSameTree(tree, copy);
        assertTidy(copy);
    }

    @ParameterizedTest
    @CsvSource({"tcp,true", "plut,false"})
    void twentyFilesOnADiskForAFewAreMovedAsFarAsTheyFitAndNamed(String transport, boolean put) throws Exception {
        TestedTransport way = new TestedTransport(transport, put);
        Path tree = way.root(true).resolve("t");
        for (int i = 0; i < 20; i++) {
            file(tree.resolve("x" + i), i % 5 == 0 ? 0 : 47_000 * i, i);
        }
        mount(way.root(false).resolve("small"), 4);

        TransferException failure = way.failure("t", "small/");

        assertThat(failure.reason()).isEqualTo(Reason.DISK_FULL);
        assertThat(named(failure))
                .containsExactlyInAnyOrderElementsOf(missing(tree, mount.resolve("t")))
                .hasSizeBetween(2, 14)
                .doesNotContain("x0", "x5", "x10", "x15");
        assertThat(failure.notTransferred()).allMatch(one -> one.reason().equals("DISK_FULL"));
        assertThat(EngineFixture.leftovers(mount))
                .noneMatch(path -> path.toString().endsWith(".tree"));

        assertThat(run("mount", "-o", "remount,size=32m", mount.toString())).isTrue();
        way.move("t", "small/", TransferListener.NONE);
        LoopbackTransferTest.assertSameTree(tree, mount.resolve("t"));
        assertTidy(mount);
    }

    /** It is read and sent for a while before that is seen. */
    @ParameterizedTest
    @CsvSource({"tcp,true", "plut,false"})
    void aFileThatIsCutShortWhileItIsSentStopsNoOther(String transport, boolean put) throws Exception {
        TestedTransport way = new TestedTransport(transport, put);
        Path tree = way.root(true).resolve("t");
        for (int i = 0; i < 30; i++) {
            file(tree.resolve("a" + i), 20_000, i);
            file(tree.resolve("z" + i), 20_000, i);
        }
        Path large = file(tree.resolve("large"), 24_000_000, 1);
        AtomicBoolean done = new AtomicBoolean();
        TransferException failure = way.failure("t", "copy", new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                if (progress.bytesDone() > 2_000_000 && done.compareAndSet(false, true)) {
                    try (RandomAccessFile cut = new RandomAccessFile(large.toFile(), "rw")) {
                        cut.setLength(20_000_000);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        Path copy = way.root(false).resolve("copy");
        assertThat(failure.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(named(failure)).containsExactly("large");
        assertThat(missing(tree, copy)).containsExactly("large");
        assertThat(EngineFixture.leftovers(copy))
                .as("what was read of it is worth nothing")
                .allMatch(path -> path.toString().endsWith(".tree"));

        way.move("t", "copy", TransferListener.NONE);
        LoopbackTransferTest.assertSameTree(tree, copy);
        assertTidy(copy);
    }

    /** Else the same command would put the tree into the directory that it has made itself. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theNextRunGoesOnInADirectoryOfAnotherNameOfWhichAFileWasMissing(boolean put) throws Exception {
        TestedTransport way = new TestedTransport("tcp", put);
        Path tree = way.root(true).resolve("t");
        file(tree.resolve("a"), 1000, 1);
        Path b = file(tree.resolve("b"), 1000, 2);
        byte[] content = Files.readAllBytes(b);
        AtomicBoolean done = new AtomicBoolean();
        Path copy = way.root(false).resolve("copy");
        Files.delete(b);
        Files.createSymbolicLink(b, Path.of("b"));
        file(tree.resolve("c"), 24_000_000, 3);
        TransferException failure = way.failure("t", "copy", new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                if (progress.bytesDone() > 2_000_000 && done.compareAndSet(false, true)) {
                    assertThat(tree.resolve("c").toFile().setLastModified(1_000_000))
                            .isTrue();
                }
            }
        });
        assertThat(failure.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        Files.delete(b);
        Files.write(b, content);

        way.move("t", "copy", TransferListener.NONE);

        LoopbackTransferTest.assertSameTree(tree, copy);
        assertThat(copy.resolve("t")).doesNotExist();
        assertTidy(copy);
    }

    @Test
    void whoEndsAMoveOfATreeTooEarlyHearsWhatIsMissing() throws Exception {
        for (boolean put : new boolean[] {true, false}) {
            TestedTransport way = new TestedTransport("tcp", put);
            Path tree = way.root(true).resolve("t" + put);
            for (int i = 0; i < 10; i++) {
                file(tree.resolve("f" + i), 3_000_000, i);
            }
            AtomicBoolean done = new AtomicBoolean();
            TransferException failure = way.failure("t" + put, "c" + put, new TransferListener() {
                @Override
                public void onProgress(Progress progress) {
                    if (progress.bytesDone() > 6_000_000 && done.compareAndSet(false, true)) {
                        engine.node.close();
                    }
                }
            });
            assertThat(failure).as("put %s", put).isNotNull();
            assertThat(named(failure))
                    .containsAll(missing(tree, way.root(false).resolve("c" + put)))
                    .doesNotHaveDuplicates();
            engine.close();
            engine = new EngineFixture(directory);
        }
    }

    /** A file system that alters names is played by who renames what has got its name. */
    @Test
    void whatGetsAnotherNameAtTheTargetIsNamedAndTheOthersAreMoved() throws Exception {
        TestedTransport way = new TestedTransport("tcp", false);
        Path source = way.root(true).resolve("t");
        for (String name : List.of("b c", "d e/inner", "plain", "x y")) {
            file(source.resolve(name), 1000, 1);
        }
        file(source.resolve("z"), 60_000_000, 2);
        Path target;
        TransferException failure;
        boolean inTime;
        int run = 0;
        do { // again where a slow disk gave all files their names only at the end, or "d e" was altered after the last
            // look
            String got = "got" + run++;
            target = way.root(false).resolve(got);
            Thread altering = altering(target);
            failure = way.failure("t", got);
            inTime = !altering.isAlive() && named(failure).contains("d e");
            altering.join();
        } while (!inTime && run < 5);
        // or by another process, if it was done in the moment in which the name was given
        assertThat(failure)
                .hasMessageMatching(
                        ".*(another name; rename it|was replaced by another process|was removed while it was"
                                + " written).*");
        assertThat(named(failure)).containsExactlyInAnyOrder("b c", "d e", "d e/inner");
        for (String name : List.of("plain", "x y", "z")) {
            assertThat(target.resolve(name)).satisfies(sameContentAs(source.resolve(name)));
        }
    }

    private static Thread altering(Path target) {
        return Thread.ofPlatform().start(() -> {
            until(() -> target.resolve("b c")
                    .toFile()
                    .renameTo(target.resolve("b_c").toFile()));
            until(() -> Files.exists(target.resolve("d e/inner"))
                    && target.resolve("d e")
                            .toFile()
                            .renameTo(target.resolve("d_e").toFile()));
        });
    }

    /** What does not come about shows in what the move says. */
    private static void until(BooleanSupplier done) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!done.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(200_000);
        }
    }

    private static boolean hasPart(Path directory) {
        String[] names = directory.toFile().list();
        return names != null && List.of(names).stream().anyMatch(name -> name.endsWith(".part"));
    }

    /** As operators do who rotate a directory; what was written is in the one that was moved away. */
    @ParameterizedTest
    @CsvSource({"tcp, true, got", "tcp, false, got", "tcp, true, got/s", "local, true, got", "local, true, got/s"})
    void whatLiesInADirectoryThatWasMovedAwayIsNoSuccess(String transport, boolean put, String moved) throws Exception {
        TestedTransport way = new TestedTransport(transport, put);
        Path source = way.root(true).resolve("got");
        file(source.resolve("s/a"), 60_000_000, 1);
        file(source.resolve("z"), 1000, 2);
        Path target = way.root(false).resolve("in");
        Files.createDirectories(target);
        Thread rotating = Thread.ofPlatform().start(() -> {
            until(() -> hasPart(target.resolve("got/s")));
            target.resolve(moved).toFile().renameTo(target.resolve("old").toFile());
            target.resolve(moved).toFile().mkdir();
        });

        TransferException failure = failure(way, transport, source, target);

        rotating.join();
        // in the moment in which nothing has the name it is not there, and in the next one without its partial file
        assertThat(failure.reason())
                .as(failure.getMessage())
                .isIn(Reason.UNSAFE, Reason.NOT_FOUND, Reason.BAD_INPUT, Reason.TARGET_BUSY);
        if (failure.reason() == Reason.UNSAFE) {
            assertThat(failure).hasMessageContaining("its directory was renamed or replaced");
        }
        assertThat(named(failure)).contains("s/a");
        if (moved.equals("got/s")) {
            assertThat(target.resolve("got/z")).satisfies(sameContentAs(source.resolve("z")));
            assertThat(named(failure)).doesNotContain("z");
        }
    }

    @Test
    void aDirectoryInOneThatHandsItsGroupOnHandsItOnToo() throws Exception {
        TestedTransport way = new TestedTransport("tcp", true);
        file(way.root(true).resolve("t/sub/a"), 1000, 1);
        Path project = Files.createDirectory(engine.data.resolve("project"));
        assertThat(run("chmod", "2775", project.toString())).isTrue();
        way.move("t", "project/", TransferListener.NONE);
        for (String made : List.of("t", "t/sub")) {
            assertThat((int) Files.getAttribute(project.resolve(made), "unix:mode") & 02000)
                    .as(made)
                    .isEqualTo(02000);
        }
    }

    /** Of a copy of {@code got} to {@code in/}, also on this machine. */
    private static TransferException failure(TestedTransport way, String transport, Path source, Path target)
            throws Exception {
        return transport.equals("local")
                ? catchThrowableOfType(
                        TransferException.class,
                        () -> TestMovers.of(new TestCredentials())
                                .all()
                                .getFirst()
                                .move(
                                        new TransferRequest(
                                                Location.local(source.toString()),
                                                Location.local(target + "/"),
                                                NetworkPaths.DIRECT,
                                                new DataOptions(0, RATE, TransferRequest.Verify.SHA256)),
                                        TransferListener.NONE))
                : way.failure("got", "in/");
    }

    /** One cause, and not as many as files. */
    @ParameterizedTest
    @CsvSource({"tcp, true", "tcp, false", "local, true"})
    void aDestinationThatIsRemovedIsTheReasonForAllFiles(String transport, boolean put) throws Exception {
        TestedTransport way = new TestedTransport(transport, put);
        Path source = way.root(true).resolve("got");
        file(source.resolve("a"), 60_000_000, 1);
        for (int i = 0; i < 5; i++) {
            file(source.resolve("b" + i), 9_000_000, i);
        }
        Path target = way.root(false).resolve("in");
        Thread removing = Thread.ofPlatform().start(() -> {
            until(() -> hasPart(target.resolve("got")));
            until(() -> {
                removeAll(target.resolve("got"));
                return !Files.exists(target.resolve("got"));
            });
        });
        TransferException failure = failure(way, transport, source, target);
        removing.join();
        assertThat(failure).hasMessageContaining("was removed while it was written");
        assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND);
    }

    private static void removeAll(Path directory) {
        File[] all = directory.toFile().listFiles();
        for (File one : all == null ? new File[0] : all) {
            boolean _ = one.delete();
        }
        boolean _ = directory.toFile().delete();
    }
}
