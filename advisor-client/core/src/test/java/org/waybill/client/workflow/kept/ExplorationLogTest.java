package org.waybill.client.workflow.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplorationLogTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final ExplorationLog.Trial SFTP = new ExplorationLog.Trial("a.example", "b.example", "sftp");

    @TempDir
    private Path directory;

    private Path file;
    private ExplorationLog log;

    @BeforeEach
    void open() {
        file = directory.resolve("home/exploration");
        log = new ExplorationLog(file);
    }

    @Test
    void aTrialCountsBeforeItBeginsAndACopyAfterItEnded() throws Exception {
        assertThat(log.begins(SFTP, 1, NOW)).as("nothing was copied").isFalse();
        log.copied(1_000, 0);
        assertThat(log.begins(SFTP, 21, NOW)).as("above 2 %").isFalse();
        assertThat(log.begins(SFTP, 20, NOW)).isTrue();
        assertThat(log.begins(SFTP, 1, NOW)).as("of another copy meanwhile").isFalse();
        log.copied(50, 30);
        assertThat(Files.readString(file)).as("the source grew").isEqualTo("copied 1050\nexplored 50\n");
        assertThat(log.past().exploredBytes()).isEqualTo(50);
    }

    @Test
    void anOptionThatFailedIsNotTriedAgainFor30Days() throws Exception {
        log.copied(1_000_000, 0);
        assertThat(log.begins(SFTP, 10, NOW)).isTrue();
        log.failed(SFTP, NOW);
        Instant later = NOW.plus(ExplorationLog.MEMORY);
        assertThat(log.begins(SFTP, 10, later.minusSeconds(1))).isFalse();
        assertThat(log.begins(new ExplorationLog.Trial("a.example", "c.example", "sftp"), 10, NOW))
                .as("elsewhere")
                .isTrue();
        assertThat(log.begins(SFTP, 10, later)).isTrue();
        assertThat(Files.readString(file)).doesNotContain("example");
    }

    @Test
    void aDamagedFileAllowsNothing() throws Exception {
        log.copied(1_000_000, 0);
        Files.writeString(file, "copied 10x\nexplored 0\n");
        assertThat(log.begins(SFTP, 1, NOW)).isFalse();
        log.copied(100, 0);
        assertThat(log.begins(SFTP, 2, NOW)).isTrue();
    }

    @Test
    void aHomeThatCannotBeWrittenAllowsNothing() throws Exception {
        log.copied(1_000_000, 0);
        Files.delete(file.resolveSibling("exploration.lock"));
        Files.createDirectory(file.resolveSibling("exploration.lock"));
        assertThat(log.begins(SFTP, 1, NOW)).isFalse();
    }

    /** Four at a time, as several commands of one home do. */
    @Test
    void theBoundHoldsWithManyCopiesAtATime() throws Exception {
        log.copied(100_000, 0);
        List<Thread> copies = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            copies.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 10; i++) {
                    long job = random.nextLong(100, 2_000);
                    log.begins(SFTP, job, NOW);
                    log.copied(job, 0);
                }
            }));
        }
        for (Thread copy : copies) {
            copy.join();
        }
        assertThat(log.past().exploredBytes())
                .isPositive()
                .isLessThanOrEqualTo(log.past().bytes() / 50);
    }
}
