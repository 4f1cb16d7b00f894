package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.endtoend.Rig.Protocol;

/**
 * Many files, large files, deep trees, long names, many commands: by real commands with the launcher's heaps.
 * {@code -Dwaybill.test.scale.only=sftp} leaves the other protocols out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1200)
class ScaleTest {
    private static final int LEVELS = 300;
    private static final int MANY_FILES = 100_000;
    private static final int KIB = 1024;
    private static final long TIB = 1L << 40;
    private static final long FIVE_GIB_AND_ONE = (5L << 30) + 1;
    private static final int COMMANDS = 20;
    /** What a process may open more for many files than for few. */
    private static final int MORE_DESCRIPTORS = 20;

    @AutoClose
    private Rig rig;

    private Path work;
    private int count;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        rig = new Rig(directory);
        work = rig.commands.work();
    }

    static Stream<Protocol> protocols() {
        String only = System.getProperty("waybill.test.scale.only", "");
        return Stream.of(Protocol.values())
                .filter(each -> only.isEmpty() || each.transport().equals(only));
    }

    /** What one test moved, the next one shall have the room of. */
    @AfterEach
    void tidy() throws IOException {
        for (Protocol protocol : Protocol.values()) {
            if (rig.isStarted(protocol)) {
                delete(rig.served(protocol));
            }
        }
        delete(work);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    @Tag("nightly")
    void aTreeOfThreeHundredLevelsIsMovedThereAndBack(Protocol protocol) throws Exception {
        thereAndBack(protocol, deep("d", LEVELS));
    }

    @Test
    void aTreeOfThreeHundredLevelsIsMovedByANode() throws Exception {
        thereAndBack(Protocol.TCP, deep("d", LEVELS));
    }

    @Test
    void aPathThatIsTooLongIsNamedAndTheRestIsMoved() throws Exception {
        Path tree = Files.createDirectory(work.resolve("long"));
        Files.writeString(tree.resolve("good"), "good");
        // no call takes the whole path at once: the lower half is made elsewhere and hung below the upper one
        String name = "n".repeat(200);
        Path upper = chain(tree, name, 12);
        Path lower = Files.createDirectory(work.resolve("lower"));
        Files.writeString(chain(lower, name, 10).resolve("x"), "x");
        Files.move(lower, upper.resolve("lower"));

        Commands.Result result = rig.commands.run(move(Protocol.TCP, tree.toString(), rig.url(Protocol.TCP, "long")));

        Files.move(upper.resolve("lower"), lower);
        assertThat(result.code()).as(result.err()).isNotZero();
        assertThat(result.err())
                .contains("4000 bytes")
                .contains(name.substring(0, 40))
                .doesNotContain("\tat ");
        assertThat(rig.served(Protocol.TCP).resolve("long/good")).hasContent("good");
    }

    private static Path chain(Path from, String name, int levels) throws IOException {
        Path at = from;
        for (int i = 0; i < levels; i++) {
            at = at.resolve(name);
        }
        return Files.createDirectories(at);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    @Tag("nightly")
    void aNameOf255BytesIsMovedThereAndBack(Protocol protocol) throws Exception {
        Path tree = Files.createDirectory(work.resolve("names"));
        Files.writeString(tree.resolve("a".repeat(255)), "a");
        Files.writeString(tree.resolve("\u00fc".repeat(127) + "x"), "b");
        KillSources.random(tree.resolve("c".repeat(255)), 20 << 20);
        Files.createDirectory(tree.resolve("d".repeat(255)));
        thereAndBack(protocol, tree);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    @Tag("nightly")
    void aHundredThousandSmallFilesNeedNoMoreThanTheLaunchersHeap(Protocol protocol) throws Exception {
        Path tree = small(Integer.getInteger("waybill.test.files", MANY_FILES));
        long before = rig.nodeDescriptors();
        thereAndBack(protocol, tree);
        assertThat(rig.nodeDescriptors()).isLessThan(before + MORE_DESCRIPTORS);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    @Tag("nightly")
    void aFileOfFiveGibibytesAndOneIsMoved(Protocol protocol) throws Exception {
        Path large = rig.served(protocol).resolve("large");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(FIVE_GIB_AND_ONE);
            for (long at : new long[] {0, (1L << 31) - 1, (1L << 31), (1L << 32) - 1, 1L << 32, FIVE_GIB_AND_ONE - 1}) {
                file.seek(at);
                file.write(1 + (int) (at % 251));
            }
        }
        Path copy = work.resolve("large");
        success(move(protocol, rig.url(protocol, "large"), copy.toString()));
        assertThat(Files.mismatch(large, copy)).isNegative();
        Files.delete(large);
        rig.fresh(protocol, "up");
        success(move(protocol, copy.toString(), rig.url(protocol, "up/large")));
        assertThat(Files.mismatch(rig.served(protocol).resolve("up/large"), copy))
                .isNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp up", "tcp down", "sftp up", "http down"})
    void aFileForWhichThereIsNoRoomIsRefusedInOneLineBeforeTheFirstByte(String way) throws Exception {
        Protocol protocol = way.equals("local")
                ? Protocol.TCP
                : Protocol.valueOf(way.replaceAll(" .*", "").toUpperCase(Locale.ROOT));
        boolean up = way.endsWith("up");
        Path source = (up || way.equals("local") ? work : rig.served(protocol)).resolve("sparse");
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
            file.setLength(TIB);
        }
        Path there = rig.fresh(protocol, "to");
        String[] line = way.equals("local")
                ? new String[] {"move", "--quiet", source.toString(), there + "/copy"}
                : up
                        ? move(protocol, source.toString(), rig.url(protocol, "to/copy"))
                        : move(
                                protocol,
                                rig.url(protocol, "sparse"),
                                work.resolve("copy").toString());
        long startNanos = System.nanoTime();

        Commands.Result result = rig.commands.run(line);

        assertThat(result.code()).as(result.err()).isEqualTo(7);
        assertThat(result.err().lines()).as(result.err()).hasSize(1);
        assertThat(result.err()).contains(String.valueOf(TIB)).contains("free");
        assertThat(System.nanoTime() - startNanos).isLessThan(30_000_000_000L);
        assertThat(up ? there : work)
                .isDirectoryNotContaining(path -> path.toString().contains("copy"));
    }

    @Test
    @Tag("nightly")
    void twentyCommandsAtOnceDoNotDisturbOneAnother() throws Exception {
        List<Path> sources = new ArrayList<>();
        List<Commands.Started> started = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            Path source = KillSources.random(work.resolve("s" + i), (9 + i) * 100_003L);
            sources.add(source);
            Protocol protocol = Protocol.values()[i % 5]; // all but the one that needs a log-in of its own
            if (i < 5) {
                rig.fresh(protocol, "at-once-" + protocol.transport());
            }
            started.add(rig.commands.waybill(move(
                    protocol, source.toString(), rig.url(protocol, "at-once-" + protocol.transport() + "/s" + i))));
        }
        for (int i = 0; i < COMMANDS; i++) {
            Commands.Result result = Commands.ended(started.get(i));
            assertThat(result.code()).as(i + result.err()).isZero();
            Protocol protocol = Protocol.values()[i % 5];
            assertThat(rig.served(protocol).resolve("at-once-" + protocol.transport() + "/s" + i))
                    .satisfies(sameContentAs(sources.get(i)));
        }
    }

    private void thereAndBack(Protocol protocol, Path tree) throws Exception {
        String name = "there-" + ++count;
        rig.fresh(protocol, name);
        success(move(protocol, tree.toString(), rig.url(protocol, name + "/")));
        Path back = Files.createDirectory(work.resolve("back-" + count));
        success(move(protocol, rig.url(protocol, name + "/" + tree.getFileName()), back + "/"));
        assertSame(tree, back.resolve(tree.getFileName()));
    }

    private static void assertSame(Path expected, Path actual) throws IOException {
        List<String> names = beneath(expected);
        assertThat(beneath(actual)).isEqualTo(names);
        for (String name : names) {
            if (Files.isRegularFile(expected.resolve(name))) {
                assertThat(Files.mismatch(expected.resolve(name), actual.resolve(name)))
                        .as(name)
                        .isNegative();
            }
        }
    }

    private static List<String> beneath(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(path -> root.relativize(path).toString()).sorted().toList();
        }
    }

    static String[] move(Protocol protocol, String source, String target, String... options) {
        List<String> line = new ArrayList<>(List.of("move", "--quiet"));
        line.addAll(protocol.words());
        line.addAll(List.of(options));
        line.addAll(List.of(source, target));
        return line.toArray(String[]::new);
    }

    private void success(String... line) throws Exception {
        Commands.Started started = rig.commands.waybill(line);
        started.process().waitFor();
        Commands.Result result = started.result();
        assertThat(result.code()).as(List.of(line) + "\n" + result.err()).isZero();
    }

    private Path deep(String name, int levels) throws IOException {
        Path tree = Files.createDirectory(work.resolve("deep"));
        Files.writeString(chain(tree, name, levels).resolve("file"), "at the bottom");
        return tree;
    }

    private Path small(int files) throws IOException {
        Path tree = Files.createDirectory(work.resolve("many"));
        Random random = new Random(files);
        byte[] content = new byte[KIB];
        for (int i = 0; i < files; i++) {
            Path directory = tree.resolve("d" + i / 1000);
            if (i % 1000 == 0) {
                Files.createDirectory(directory);
            }
            random.nextBytes(content);
            Files.write(directory.resolve("f" + i), content);
        }
        return tree;
    }

    /** All that is in a directory. */
    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
                if (!path.equals(directory)) {
                    Files.delete(path);
                }
            }
        }
    }
}
