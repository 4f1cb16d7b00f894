package org.waybill.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.Sha256;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;

class ContentCacheTest {
    private static final String CLIENT = "a".repeat(64);
    private static final String KEY = "0".repeat(32);
    private static final int BYTES = 100_000;
    private static final int MOST_BYTES = 350_000;

    @TempDir
    private Path directory;

    private ContentCache cache;
    private CacheStage stage;

    @BeforeEach
    void start() throws Exception {
        restart();
    }

    @AfterEach
    void end() {
        stage.close();
        cache.close();
    }

    private void restart() throws TransferException, IOException {
        cache = ContentCache.open(new CacheSettings(directory.resolve("cache"), MOST_BYTES));
        stage = cache.stage(CLIENT, KEY);
    }

    private static ContentCache.Version version(int number) {
        return new ContentCache.Version(CLIENT, BYTES, 1_700_000_000_123_456_789L + number, 0640);
    }

    /** As a session leaves a file that has arrived and was sent on. */
    private Path keep(int number) throws IOException {
        Path file = directory.resolve("arrived");
        byte[] content = new byte[BYTES];
        content[0] = (byte) number;
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(version(number).modifiedNanos(), TimeUnit.NANOSECONDS));
        cache.reserve(stage, null, BYTES);
        cache.keep(stage, version(number), Sha256.hex(Sha256.of(content)), name -> Files.createLink(name, file));
        Files.delete(file);
        return entries().stream()
                .filter(one -> one.getFileName().toString().startsWith(Sha256.hex(Sha256.of(content))))
                .findFirst()
                .orElseThrow();
    }

    private boolean has(ContentCache.Version version) throws IOException {
        Path found = directory.resolve("found");
        cache.offer(version, content -> Files.createLink(found, content));
        return Files.deleteIfExists(found);
    }

    private List<Path> entries() throws IOException {
        Path content = directory.resolve("cache").resolve(CLIENT).resolve("content");
        try (Stream<Path> all = Files.list(content)) {
            return all.toList();
        }
    }

    @Test
    void offersWhatItKeptWithItsContentAndTime() throws Exception {
        keep(1);
        Path found = directory.resolve("found");
        cache.offer(version(1), content -> Files.createLink(found, content));

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
        ContentCache.Version others =
                new ContentCache.Version("b".repeat(64), BYTES, version(1).modifiedNanos(), 0640);

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
    private Path stay(String name, int content, ContentCache.Version version) throws IOException {
        byte[] all = new byte[BYTES];
        all[0] = (byte) content;
        cache.reserve(stage, null, BYTES);
        Path file = Files.write(stage.directory().resolve(name), all);
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
        cache.drop(version(1));
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
    void anotherContentOfOneVersionReplacesTheFirst() throws Exception {
        Path damaged = keep(1);
        cache.drop(version(1));

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

    @Test
    void pathsOfRequestsAreReadAsTheyAreWritten() {
        for (String path : List.of(
                "/.waybill-cache/dtn.example.org:7411/" + KEY + "/run7",
                "/.waybill-cache/[::1]:7411/" + KEY + "/a/b/")) {
            assertThat(CachePath.parse(path).orElseThrow().text()).isEqualTo(path);
        }
        for (String other : List.of(
                "/run7",
                CachePath.ROOT,
                "/.waybill-cache/dtn:7411/../run7",
                "/.waybill-cache/dtn:0/" + KEY + "/x",
                "/.waybill-cache/dtn:65536/" + KEY + "/x",
                "/.waybill-cache/dtn:99999/" + KEY + "/x",
                "/.waybill-cache/dtn:7411/" + KEY.substring(1) + "/x")) {
            assertThat(CachePath.parse(other)).isEmpty();
        }
    }
}
