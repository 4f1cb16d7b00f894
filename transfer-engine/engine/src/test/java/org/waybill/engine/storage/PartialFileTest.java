package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
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

        assertThat(directory.resolve("target")).hasBinaryContent(content);
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
        try (PartialFile file = PartialFile.open(root.open(List.of()), OWN, "small", small, "t", "o")) {
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
            assertThatThrownBy(() -> file.write(0, content, 0, BLOCK + DirectBuffers.ALIGNMENT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most " + BLOCK);
            assertThat(file.presentBytes()).isZero();
        }
    }

    private PartialFile partial() throws Exception {
        return PartialFile.open(root.open(List.of()), OWN, "target", SOURCE, "token", "the first owner");
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
