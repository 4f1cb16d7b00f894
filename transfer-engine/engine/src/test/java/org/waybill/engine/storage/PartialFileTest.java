package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.transport.RangeSet;

class PartialFileTest {
    private static final int BLOCK = PartialFile.BLOCK_BYTES;
    private static final long SIZE = 40L * BLOCK + 1234;
    private static final SourceVersion SOURCE = new SourceVersion(SIZE, 1_700_000_000_123_456_789L);

    private static final TemporaryNames OWN = TemporaryNames.ofThisProcess();

    @TempDir
    private Path directory;

    private ConfinedRoot root;
    private byte[] content;

    @BeforeEach
    void open() throws Exception {
        root = ConfinedRoot.open(directory);
        content = new byte[(int) SIZE];
        new Random(7).nextBytes(content);
    }

    @AfterEach
    void close() {
        root.close();
    }

    @Test
    void hasNoFinalNameBeforeItIsPublished() throws Exception {
        PartialFile file = partial();
        writeBlocks(file, 0, 41);
        assertThat(directory.resolve("target")).doesNotExist();

        file.sync(0640);
        file.publish();
        file.directory().sync();
        file.forget();

        assertThat(directory.resolve("target")).satisfies(sameContentAs(content));
        assertThat(Files.getLastModifiedTime(directory.resolve("target")).to(TimeUnit.NANOSECONDS))
                .isEqualTo(SOURCE.modifiedNanos());
        assertThat(names()).containsExactly("target");
    }

    @Test
    void takesUpWhatTheLastAttemptWrote() throws Exception {
        try (PartialFile file = partial()) {
            writeBlocks(file, 3, 20);
        }
        try (PartialFile file = partial()) {
            assertThat(file.present()).containsExactly(new RangeSet.Range(3L * BLOCK, 20L * BLOCK));
        }
    }

    @Test
    void believesTheContentNotTheLedger() throws Exception {
        try (PartialFile file = partial()) {
            writeBlocks(file, 0, 20);
        }
        String part = names().stream()
                .filter(name -> name.endsWith(".part"))
                .findFirst()
                .orElseThrow();
        try (RandomAccessFile garbler =
                new RandomAccessFile(directory.resolve(part).toFile(), "rw")) {
            garbler.seek(5L * BLOCK + 77);
            garbler.write(~content[5 * BLOCK + 77]);
        }
        try (PartialFile file = partial()) {
            assertThat(file.presentBytes()).isEqualTo(19L * BLOCK);
            assertThat(file.endOfRun(0)).isEqualTo(5L * BLOCK);
        }
    }

    @Test
    void refusesASecondWriterAndNamesTheFirst() throws Exception {
        try (PartialFile _ = partial()) {
            assertThatThrownBy(this::partial)
                    .isInstanceOf(TargetBusyException.class)
                    .hasMessageContaining("the first owner");
        }
        partial().close();
    }

    @Test
    void leavesNothingOfAnUnfinishedSmallFile() throws Exception {
        SourceVersion small = new SourceVersion(10, 1);
        try (PartialFile file = PartialFile.open(root.open(List.of()), OWN, "small", small, "t", "o", false)) {
            file.write(0, content, 0, 10);
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void refusesABlockBeyondItsEnd() throws Exception {
        try (PartialFile file = partial()) {
            assertThatThrownBy(() -> file.write(SIZE - 5, content, 0, 6)).hasMessageContaining("beyond the end");
        }
    }

    @Test
    void refusesABlockLargerThanTheBufferForWritesPastThePageCache() throws Exception {
        try (PartialFile file = partial()) {
            assertThatThrownBy(() -> file.write(0, content, 0, BLOCK + BlockChannel.ALIGNMENT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most " + BLOCK);
            assertThat(file.presentBytes()).isZero();
        }
    }

    @Test
    void zerosBecomeHolesOfASparseFile() throws Exception {
        Arrays.fill(content, 3 * BLOCK, 20 * BLOCK, (byte) 0);
        Arrays.fill(content, 30 * BLOCK, content.length, (byte) 0);
        PartialFile file = partial(true);
        assertThat(allocated()).as("nothing is reserved").isZero();
        writeBlocks(file, 0, 25);
        file.close();

        PartialFile again = partial(true);
        assertThat(again.present()).containsExactly(new RangeSet.Range(0, 25L * BLOCK));
        writeBlocks(again, 25, 41);
        ByteBuffer end = ByteBuffer.allocate(1234);
        again.readFully(end, SIZE - end.capacity());
        assertThat(end.array()).containsOnly(0);
        publish(again);

        assertThat(directory.resolve("target")).satisfies(sameContentAs(content));
        assertThat(allocated()).isBetween(13L * BLOCK, 14L * BLOCK);
    }

    @Test
    void zerosOfASparseFileReplaceWhatIsThere() throws Exception {
        try (PartialFile file = partial()) {
            writeBlocks(file, 0, 20);
        }
        long full = allocated();
        assertThat(full).as("reserved").isGreaterThanOrEqualTo(SIZE);
        SourceVersion another = new SourceVersion(SIZE, 1);
        byte[] old = content;
        content = new byte[old.length];
        System.arraycopy(old, 0, content, 0, 5 * BLOCK);
        try (PartialFile file = PartialFile.open(root.open(List.of()), OWN, "target", another, "t", "o", true)) {
            assertThat(file.presentBytes()).isZero();
            writeBlocks(file, 0, 10);
        }
        PartialFile file = PartialFile.open(root.open(List.of()), OWN, "target", another, "t", "o", true);
        assertThat(file.presentBytes()).isEqualTo(10L * BLOCK);
        // other bytes than the source's arrive, which shows at the end: all comes again
        byte[] right = content;
        content = old;
        writeBlocks(file, 0, 41);
        file.restart();
        content = right;
        writeBlocks(file, 0, 41);
        publish(file);
        assertThat(directory.resolve("target")).satisfies(sameContentAs(right));
    }

    /** A block that came, but of which a crash has kept the ledger from hearing. */
    @Test
    void zerosOfASparseFileReplaceBytesThatTheLedgerDoesNotKnow() throws Exception {
        try (PartialFile file = partial(true)) {
            writeBlocks(file, 0, 3);
        }
        Path part = directory.resolve(names().stream()
                .filter(name -> name.endsWith(".part"))
                .findFirst()
                .orElseThrow());
        try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
            file.seek(10L * BLOCK + 5);
            file.write(content, 0, BLOCK);
        }
        Arrays.fill(content, 3 * BLOCK, content.length, (byte) 0);
        PartialFile file = partial(true);
        writeBlocks(file, 3, 41);
        publish(file);
        assertThat(directory.resolve("target")).satisfies(sameContentAs(content));
        assertThat(allocated()).isBetween(3L * BLOCK, 4L * BLOCK);
    }

    private static void publish(PartialFile file) throws Exception {
        file.sync(0640);
        file.publish();
        file.directory().sync();
        file.forget();
    }

    /** Bytes on the disk of the partial file, or of the target when it is there. */
    private long allocated() throws Exception {
        String name = names().stream()
                .filter(each -> each.endsWith(".part") || each.equals("target"))
                .findFirst()
                .orElseThrow();
        Process stat =
                new ProcessBuilder("stat", "-c", "%b", directory.resolve(name).toString()).start();
        return 512
                * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    private PartialFile partial() throws Exception {
        return partial(false);
    }

    private PartialFile partial(boolean sparse) throws Exception {
        return PartialFile.open(root.open(List.of()), OWN, "target", SOURCE, "token", "the first owner", sparse);
    }

    private void writeBlocks(PartialFile file, int from, int to) throws Exception {
        for (int block = from; block < to; block++) {
            int length = (int) Math.min(BLOCK, SIZE - (long) block * BLOCK);
            file.write((long) block * BLOCK, content, block * BLOCK, length);
        }
    }

    private List<String> names() throws Exception {
        try (var files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
