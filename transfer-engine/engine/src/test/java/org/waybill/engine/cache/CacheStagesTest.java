package org.waybill.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;

/** The room of copies that wait to be sent on. */
class CacheStagesTest extends CacheCase {
    private static final String OTHER = "1".repeat(32);

    @Test
    void whatIsBeingSentOnStaysAndWhatDoesNotFitIsRefused() throws Exception {
        Path entry = keep(1);
        Files.createLink(directory.resolve("in a stage"), entry);
        cache.reserve(stage, null, 200_000);

        assertThat(cache.roomBytes(BYTES)).isEqualTo(MOST_BYTES - BYTES - 200_000);
        assertThatThrownBy(() -> cache.reserve(stage, null, BYTES))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("has no room for");
        assertThat(has(version(1))).isTrue();
    }

    @Test
    void roomThatAnAttemptHadTakenIsFreeForTheNext() throws Exception {
        cache.reserve(stage, null, 300_000);
        stage.close();

        try (CacheStage again = cache.stage(CLIENT, KEY)) {
            assertThat(again.directory()).isEqualTo(stage.directory());
            assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES);
        }
    }

    /** As a session leaves a file that has arrived and was not sent on yet. */
    private Path stay(String name, int content, FileVersion version) throws IOException {
        byte[] all = new byte[BYTES];
        all[0] = (byte) content;
        cache.reserve(stage, null, BYTES);
        Path file = Files.write(stage.directory().resolve(name), all);
        finish(file, version);
        cache.keep(stage, version, Sha256.hex(Sha256.of(all)), other -> Files.createLink(other, file));
        return file;
    }

    @Test
    void whatAnAttemptHasLeftKeepsItsRoomAndNoMore() throws Exception {
        cache.reserve(stage, null, 120_000);
        Path partial = Files.write(stage.directory().resolve("partial"), new byte[50_000]);
        stay("kept", 1, version(1));
        stage.close();

        stage = cache.stage(CLIENT, KEY);

        assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES - BYTES - 50_000);
        Object inode = Files.readAttributes(partial, BasicFileAttributes.class).fileKey();
        cache.reserve(stage, inode, 80_000);
        assertThat(cache.roomBytes(0)).as("it is resumed").isEqualTo(MOST_BYTES - BYTES - 80_000);
        cache.reserve(stage, inode, 80_000);
        assertThat(cache.roomBytes(0)).as("once").isEqualTo(MOST_BYTES - BYTES - 160_000);
    }

    @Test
    void filesOfOneVersionCountOneByOneWhileAStageHasThem() throws Exception {
        stay("one", 1, version(1));
        stay("two", 2, version(1));
        stay("two again", 2, version(1));

        assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES - 3 * BYTES);
        assertThatThrownBy(() -> stay("three", 3, version(1))).isInstanceOf(RefusedException.class);
        cache.drop(stage, version(1));
        assertThat(has(version(1))).isFalse();
        assertThat(cache.roomBytes(0)).as("dropped, and still there").isEqualTo(MOST_BYTES - 3 * BYTES);
        cache.remove(stage);
        assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES);
        assertThat(entries()).isEmpty();
    }

    @Test
    void whatWasAnEntryIsNotCountedTwice() throws Exception {
        Path one = stay("one", 1, version(1));
        stay("two", 2, version(1));

        // the next session finds the first where it left it
        cache.keep(
                stage,
                version(1),
                Sha256.hex(Sha256.of(Files.readAllBytes(one))),
                other -> Files.createLink(other, one));

        assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES - 2 * BYTES);
        cache.remove(stage);
        assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES - BYTES);
    }

    @Test
    void roomIsMadeBeforeTheFileSystemIsAsked() throws Exception {
        keep(1);
        keep(2);
        keep(3);

        assertThat(stage.usableBytes(() -> MOST_BYTES - (long) entries().size() * BYTES, BYTES))
                .isEqualTo(MOST_BYTES - 2 * BYTES);
    }

    /** They are sent on: only the umask of the destination counts. */
    @Test
    void aStageKeepsThePermissionsThatTheUmaskWithholds() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        byte[] content = {1};
        TreeEntry entry =
                new TreeEntry(List.of("d", "file"), false, 1, version(1).modifiedNanos(), 0666);
        try (TargetTree tree = TargetTree.beneath(
                ConfinedRoot.open(stage.directory()), HomeKey.names(home), "/run7", "run7", true, stage)) {
            tree.createDirectory(List.of("d"), 0773);
            try (PartialFile part = tree.openPartial(entry, "a test")) {
                part.write(0, content, 0, 1);
                part.sync(entry.permissions());
                part.publish();
                part.forget();
            }
        }

        Path made = stage.directory().resolve("run7/d");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwxrwx-wx");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.resolve("file"))))
                .isEqualTo("rw-rw-rw-");
    }

    @Test
    void aCopyThatCannotBeThereAtOnceIsRefusedBeforeAnythingIsSent() throws Exception {
        keep(1);
        stage.listed(MOST_BYTES);
        cache.reserve(stage, null, 100_000);
        stage.listed(MOST_BYTES);
        try (CacheStage other = cache.stage(CLIENT, OTHER)) {
            assertThatThrownBy(() -> other.listed(MOST_BYTES))
                    .isInstanceOf(TransferException.class)
                    .hasMessage("the copy has at least 350000 bytes, and the cache has room for 250000");
            other.listed(250_000);
        }
        assertThat(has(version(1))).as("nothing made room in vain").isTrue();
    }

    @Test
    void whatDoesNotFitIsNotBlamedOnTheDestination() {
        assertThatThrownBy(() -> stage.usableBytes(() -> Long.MAX_VALUE, MOST_BYTES + 1L))
                .isInstanceOf(RefusedException.class)
                .hasMessage("it has 350001 bytes, and the cache has room for 350000");
        assertThatThrownBy(() -> stage.usableBytes(() -> 10, 11)).hasMessageContaining("the cache has room for 10");
    }

    @Test
    void copiesThatNobodyGoesOnWithMakeRoom() throws Exception {
        stay("one", 1, version(1));
        cache.reserve(stage, null, 200_000);
        stage.close();
        try (CacheStage other = cache.stage(CLIENT, OTHER)) {
            assertThatThrownBy(() -> cache.reserve(other, null, 300_000)).isInstanceOf(RefusedException.class);
            assertThat(stage.directory()).as("its client may be about to go on").exists();
            stage.leftNanos -= Duration.ofMinutes(2).toNanos();
            assertThat(cache.roomBytes(MOST_BYTES + 1L))
                    .as("nothing goes in vain")
                    .isEqualTo(50_000);
            assertThat(stage.directory()).exists();

            cache.reserve(other, null, 300_000);

            assertThat(stage.directory()).doesNotExist();
            assertThatThrownBy(() -> cache.enter(CLIENT, KEY))
                    .as("an empty copy would be sent on")
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("the cache has removed it");
        }
        stage = cache.stage(CLIENT, KEY);
        stage.close();
        stage.leftNanos -= Duration.ofMinutes(2).toNanos();
        try (CacheStage other = cache.stage(CLIENT, OTHER)) {
            other.listed(MOST_BYTES);
        }
        stage = cache.stage(CLIENT, KEY);
    }

    /** What is in a copy on its way makes no room; what one client sends twice is there once. */
    @Test
    void roomThatEntriesInOtherCopiesHoldIsNotPromised() throws Exception {
        stay("one", 1, version(1));
        try (CacheStage again = cache.stage(CLIENT, OTHER);
                CacheStage others = cache.stage("b".repeat(64), KEY)) {
            again.listed(MOST_BYTES);
            assertThatThrownBy(() -> others.listed(MOST_BYTES))
                    .hasMessage("the copy has at least 350000 bytes, and the cache has room for 250000");
            others.listed(250_000);
            stage.close();
            stage.leftNanos -= Duration.ofMinutes(2).toNanos();

            others.listed(MOST_BYTES);

            assertThat(stage.directory()).as("nobody goes on with it").doesNotExist();
        }
        stage = cache.stage(CLIENT, KEY);
    }

    @Test
    void anEntryThatAStageHasReplacedMakesRoom() throws Exception {
        Path one = stay("one", 1, version(1));
        stay("two", 2, version(2));
        stage.close();
        Files.delete(one);

        stage = cache.stage(CLIENT, KEY);

        assertThat(cache.roomBytes(250_000)).isEqualTo(250_000);
        assertThat(has(version(1))).isFalse();
        assertThat(cache.roomBytes(300_000)).as("the other is there").isEqualTo(250_000);
    }

    @Test
    void nothingMakesRoomForWhatDoesNotFitBesideTheEntriesInUse() throws Exception {
        keep(2);
        stay("one", 1, version(1));
        CacheStage idle = cache.stage(CLIENT, OTHER);
        cache.reserve(idle, null, 50_000);
        idle.close();
        idle.leftNanos -= Duration.ofMinutes(2).toNanos();

        assertThat(cache.roomBytes(300_000)).isEqualTo(MOST_BYTES - 2 * BYTES - 50_000);
        assertThat(has(version(2))).isTrue();
        assertThat(idle.directory()).exists();
        assertThat(cache.roomBytes(250_000)).as("it fits if all of that goes").isEqualTo(250_000);
        assertThat(has(version(2))).isFalse();
        assertThat(idle.directory()).doesNotExist();
    }

    /** What differs is in the cache and in the copy, and the room for it is needed by what arrives instead. */
    @Test
    void whatDiffersMakesRoomForTheFile() throws Exception {
        keep(1);
        TreeEntry entry =
                new TreeEntry(List.of("file"), false, BYTES, version(1).modifiedNanos(), 0640);
        Path home = Files.createDirectory(directory.resolve("home"));
        try (TargetTree tree = TargetTree.beneath(
                ConfinedRoot.open(stage.directory()), HomeKey.names(home), "/run7", "run7", true, stage)) {
            tree.createDirectory(List.of(), 0755);
            stage.expected(entry, tree);
            assertThat(stage.directory().resolve("run7/file")).hasSize(BYTES);

            stage.differs(entry, tree);

            assertThat(stage.directory().resolve("run7/file")).doesNotExist();
        }
        assertThat(cache.roomBytes(0)).isEqualTo(MOST_BYTES);
    }
}
