package org.waybill.client.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseWatchTest {
    private static final Instant NOW = Instant.parse("2026-11-29T00:00:00Z");

    @TempDir
    private Path directory;

    @Test
    void aLeaseLastsUntilItsTimeAndAsLongAsItsWorker() throws Exception {
        Path file = directory.resolve("lease");
        assertThat(LeaseWatch.lasts(file, NOW)).as("there is none").isFalse();
        LeaseWatch.write(file, NOW);
        assertThat(LeaseWatch.lasts(file, NOW.minusMillis(1))).isTrue();
        assertThat(LeaseWatch.lasts(file, NOW)).isFalse();
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.writeString(file, NOW.toEpochMilli() + " " + gone.pid() + "\n");
        assertThat(LeaseWatch.lasts(file, NOW.minusMillis(1))).isFalse();
        Files.writeString(file, "soon\n");
        assertThat(LeaseWatch.lasts(file, NOW.minusMillis(1))).isFalse();
    }
}
