package org.waybill.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What is in the directory of a cache, and whose it is. */
class CacheDirectoryTest extends CacheCase {
    @Test
    void theDirectoryIsReleasedWhenNoSessionUsesIt() throws Exception {
        Thread closing = Thread.ofVirtual().start(cache::close);
        assertThat(closing.join(Duration.ofMillis(200))).isFalse();
        refused(directory.resolve("cache"), Reason.TARGET_BUSY, "is used by another node");
        assertThatThrownBy(() -> cache.stage(CLIENT, KEY)).hasMessageContaining("the node is stopping");

        stage.close();
        closing.join();

        restart();
    }

    @Test
    void afterAKillWholeEntriesAreThereInTheOrderOfUseAndNothingElse() throws Exception {
        Path first = keep(1);
        Path second = keep(2);
        Path third = keep(3);
        used(first, 3);
        used(second, 1);
        used(third, 2);
        Files.write(first.resolveSibling("new"), new byte[10]);
        Path cut = Files.write(first.resolveSibling("f".repeat(64) + "-" + BYTES + "-17-644"), new byte[BYTES - 1]);
        Path staged =
                Files.createDirectories(stage.directory().resolve("run7/deep")).resolve("file");
        Files.write(staged, new byte[10]);
        // the lock is the kernel's, which a kill releases
        stage.close();
        cache.close();

        restart();

        assertThat(entries()).containsExactlyInAnyOrder(first, second, third);
        assertThat(cut).doesNotExist();
        assertThat(staged.getParent()).doesNotExist();
        assertThat(cache.counts().bytes()).isEqualTo(3 * BYTES);
        keep(4);
        assertThat(second).doesNotExist();
        assertThat(first).exists();
    }

    private static void used(Path entry, int secondsLater) throws IOException {
        Files.getFileAttributeView(entry, BasicFileAttributeView.class)
                .setTimes(null, FileTime.from(1_800_000_000L + secondsLater, TimeUnit.SECONDS), null);
    }

    @Test
    void oneNodeHasADirectoryAndOnlyACacheIsTakenForOne() throws Exception {
        refused(directory.resolve("cache"), Reason.TARGET_BUSY, "is used by another node");
        Files.write(Files.createDirectory(directory.resolve("data")).resolve("file"), new byte[1]);
        refused(directory.resolve("data"), Reason.BAD_INPUT, "is not a cache and not empty");
        assertThat(directory.resolve("data/file")).exists();
    }

    private static void refused(Path place, Reason reason, String text) {
        assertThatThrownBy(() -> ContentCache.open(new CacheSettings(place, MOST_BYTES)))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(text);
    }

    @Test
    void countsAreThereForPrometheus() throws Exception {
        keep(1);
        stage.close();

        assertThat(Files.readString(directory.resolve("cache/metrics.prom")))
                .contains("waybill_cache_stored_bytes_total 100000\n", "waybill_cache_entries 1\n");
    }
}
