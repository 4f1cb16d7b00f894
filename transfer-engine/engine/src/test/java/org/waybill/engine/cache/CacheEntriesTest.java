package org.waybill.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.waybill.engine.storage.Permissions;

/** What is kept, for whom, and what makes room. */
class CacheEntriesTest extends CacheCase {
    @Test
    void offersWhatItKeptWithItsContentAndTime() throws Exception {
        keep(1);
        Path found = directory.resolve("found");
        cache.offer(stage, version(1), content -> Files.createLink(found, content));

        assertThat(found).hasSize(BYTES);
        assertThat(Files.readAllBytes(found)[0]).isEqualTo((byte) 1);
        assertThat(Files.getLastModifiedTime(found).to(TimeUnit.NANOSECONDS))
                .isEqualTo(version(1).modifiedNanos());
        Files.delete(found);
        assertThat(has(version(2))).isFalse();
    }

    @Test
    void whatIsFoundAndVerifiedIsAHitAndNotKeptTwice() throws Exception {
        Path entry = keep(1);
        cache.keep(
                stage,
                version(1),
                entry.getFileName().toString().substring(0, 64),
                name -> Files.createLink(name, entry));

        assertThat(cache.counts()).isEqualTo(new CacheCounts(1, BYTES, 1, BYTES, 0, 0, 1, BYTES));
        assertThat(entries()).containsExactly(entry);
    }

    @Test
    void anotherClientGetsNothingThoughItKnowsTheFile() throws Exception {
        keep(1);
        FileVersion others = new FileVersion("b".repeat(64), BYTES, version(1).modifiedNanos(), 0640);

        assertThat(has(others)).isFalse();
        assertThat(has(version(1))).isTrue();
    }

    @Test
    void whatWasUsedLongestAgoMakesRoom() throws Exception {
        keep(1);
        keep(2);
        keep(3);
        assertThat(has(version(1))).isTrue();

        keep(4);

        assertThat(has(version(2))).isFalse();
        assertThat(List.of(has(version(1)), has(version(3)), has(version(4)))).containsOnly(true);
        assertThat(cache.counts().evicted()).isEqualTo(1);
        assertThat(cache.counts().bytes()).isEqualTo(3 * BYTES);
    }

    @Test
    void nothingMakesRoomForWhatCannotFit() throws Exception {
        keep(1);
        keep(2);
        keep(3);

        assertThat(cache.roomBytes(MOST_BYTES + 1L)).isEqualTo(MOST_BYTES - 3 * BYTES);
        cache.reserve(stage, null, 50_000);
        assertThat(cache.roomBytes(310_000)).isZero();

        assertThat(cache.counts().evicted()).isZero();
    }

    @Test
    void anotherContentOfOneVersionReplacesTheFirst() throws Exception {
        Path damaged = keep(1);
        cache.drop(stage, version(1));

        assertThat(damaged).doesNotExist();
        assertThat(has(version(1))).isFalse();
        assertThat(cache.counts().dropped()).isEqualTo(1);
        assertThat(cache.counts().bytes()).isZero();
    }

    @Test
    void anEntryThatVanishedIsForgotten() throws Exception {
        Files.delete(keep(1));

        assertThat(has(version(1))).isFalse();
        assertThat(cache.counts().entries()).isZero();
    }

    /** A change of a file on the disk. */
    private interface Damage {
        void to(Path entry) throws IOException;
    }

    /** Else it would be offered for ever, and its file sent each time. */
    @Test
    void aDamagedEntryIsReplacedByTheNextCopy() throws Exception {
        List<Damage> all = List.of(
                entry -> Files.write(entry, new byte[BYTES]),
                entry -> Files.write(entry, new byte[BYTES / 2]),
                entry -> Files.setPosixFilePermissions(entry, Permissions.set(0)),
                entry -> {
                    Files.delete(entry);
                    Files.createDirectories(entry.resolve("inside"));
                });
        for (Damage damage : all) {
            damage.to(keep(1));

            assertThat(has(version(1))).as("offered").isFalse();
            assertThat(cache.counts().bytes()).as("room is free for the file").isZero();
            keep(1);
            assertThat(has(version(1))).as("kept anew").isTrue();
        }
        assertThat(cache.counts().dropped()).isEqualTo(all.size());
        assertThat(entries()).hasSize(1);
    }

    @Test
    void anEntryThatIsDamagedWhileItsFileArrivesIsReplaced() throws Exception {
        Files.write(keep(1), new byte[BYTES]);

        keep(1);

        assertThat(has(version(1))).isTrue();
        assertThat(cache.counts().bytes()).isEqualTo(BYTES);
    }
}
