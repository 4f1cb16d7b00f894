package org.waybill.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineChunksTest {
    @TempDir
    private Path directory;

    private static Optional<LineChunks.Chunk> chunk(long firstLine, String text) {
        return Optional.of(new LineChunks.Chunk(firstLine, text));
    }

    @Test
    void aGrowingFileGivesWholeLinesWithTheirNumbers() throws IOException {
        Path file = Files.writeString(directory.resolve("log"), "one\ntwo\nthr");
        LineChunks chunks = new LineChunks(file, 1_000);
        assertThat(chunks.next(false)).isEqualTo(chunk(1, "one\ntwo\n"));
        assertThat(chunks.next(false)).isEmpty();
        Files.writeString(file, "ee\nfour\n", StandardOpenOption.APPEND);
        assertThat(chunks.next(false)).isEqualTo(chunk(3, "three\nfour\n"));
        assertThat(chunks.next(false)).isEmpty();
    }

    @Test
    void aFileThatTakesTheNameIsReadFromItsBeginning() throws IOException {
        Path file = Files.writeString(directory.resolve("log"), "one\ntwo\n");
        LineChunks chunks = new LineChunks(file, 1_000);
        chunks.next(false);
        Path next = Files.writeString(directory.resolve("next"), "a longer first line of another file\n");
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        assertThat(chunks.next(false)).isEqualTo(chunk(1, "a longer first line of another file\n"));
        Files.writeString(file, "cut\n");
        assertThat(chunks.next(false)).isEqualTo(chunk(1, "cut\n"));
    }

    @Test
    void aLargeFileComesInPartsAndTheLastLineNeedsNoEnd() throws IOException {
        Path file = Files.writeString(directory.resolve("log"), "aaaa\nbbbb\ncccc\ndd");
        LineChunks chunks = new LineChunks(file, 12);
        assertThat(chunks.next(true)).isEqualTo(chunk(1, "aaaa\nbbbb\n"));
        assertThat(chunks.next(true)).isEqualTo(chunk(3, "cccc\ndd"));
        assertThat(chunks.next(true)).isEmpty();
        LineChunks narrow = new LineChunks(file, 3);
        assertThatThrownBy(() -> narrow.next(true)).hasMessageContaining("log:1: line longer than 3 bytes");
    }
}
