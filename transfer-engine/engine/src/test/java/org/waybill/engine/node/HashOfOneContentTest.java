package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.RefusedException;

/** A node hashes one content, and knows it by more than the time of change. */
class HashOfOneContentTest {
    @TempDir
    private Path directory;

    /** Reads it, and has another process do something after that. */
    private byte[] hash(Path file, AtomicInteger readings, After after) throws Exception {
        return FileRequests.hashOfOneContent(file, FileState.of(file), () -> {
            byte[] content = Files.readAllBytes(file);
            after.happens(readings.incrementAndGet());
            return content;
        });
    }

    private interface After {
        void happens(int reading) throws IOException;
    }

    @Test
    void aHardLinkCostsAnotherReadingAndNoFailure() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "content");
        AtomicInteger readings = new AtomicInteger();
        assertThat(hash(file, readings, _ -> {})).asString().isEqualTo("content");
        assertThat(readings).hasValue(1);
        readings.set(0);
        byte[] hash = hash(file, readings, reading -> {
            if (reading == 1) {
                Files.createLink(directory.resolve("link"), file);
            }
        });
        assertThat(hash).asString().isEqualTo("content");
        assertThat(readings).hasValue(2);
        // without an end
        readings.set(0);
        hash = hash(file, readings, reading -> Files.createLink(directory.resolve("link" + reading), file));
        assertThat(hash).asString().isEqualTo("content");
        assertThat(readings).hasValue(3);
    }

    @Test
    void anotherContentIsRefusedThoughItsTimeWasPutBack() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "content");
        assertThatThrownBy(() -> hash(file, new AtomicInteger(), _ -> {
                    var time = Files.getLastModifiedTime(file);
                    Files.writeString(file, "another");
                    Files.setLastModifiedTime(file, time);
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessage("it changed while it was hashed");
    }
}
