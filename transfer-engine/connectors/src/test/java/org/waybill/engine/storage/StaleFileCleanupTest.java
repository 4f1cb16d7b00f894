package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/**
 * What is in a directory that a transfer writes into: what no one writes is removed, what another transfer writes
 * stays.
 */
class StaleFileCleanupTest {
    private static final TemporaryNames OWN = TemporaryNames.ofThisProcess();
    private static final String TOKEN = "0123456789abcdef";
    private static final SourceVersion SMALL = new SourceVersion(10, 1);
    private static final SourceVersion LARGE = new SourceVersion(PartialFile.RESUMABLE_BYTES, 1);

    @TempDir
    private Path directory;

    private ConfinedRoot root;
    private Directory at;

    @BeforeEach
    void open() throws Exception {
        root = ConfinedRoot.open(directory);
        at = root.open(List.of());
    }

    @AfterEach
    void close() {
        at.close();
        root.close();
    }

    private Path left(TemporaryNames names, String target) throws IOException {
        return Files.writeString(directory.resolve(names.stem(target) + "-" + TOKEN + ".part"), "of a killed run");
    }

    private PartialFile partial(TemporaryNames names, String target, SourceVersion source) throws IOException {
        return PartialFile.open(root.open(List.of()), names, target, source, TOKEN, "us", false);
    }

    @Test
    void whatAnotherOwnersKilledRunLeftGoesAndWhatIsWrittenStaysUntilItHasItsName() throws Exception {
        Path dead = left(OWN.of("another"), "a");
        try (PartialFile live = partial(OWN.of("a third"), "a", SMALL)) {
            live.write(0, new byte[10], 0, 10);
            // what opens and closes the same file must not take it from its writer
            Path part = directory.resolve(OWN.of("a third").stem("a") + "-" + TOKEN + ".part");
            FileChannel.open(part, StandardOpenOption.WRITE).close();

            StaleFileCleanup.swept(at);
            assertThat(dead).doesNotExist();
            assertThat(part).exists();

            live.sync(0644);
            StaleFileCleanup.swept(at);
            assertThat(part).exists();

            live.publish();
            live.forget();
        }
        assertThat(directory.toFile().list()).containsExactly("a");
    }

    @Test
    void theFilesOfUsersAndWhatCanBeGoneOnWithStay() throws Exception {
        Files.writeString(directory.resolve(".waybill-notes.part"), "a user's");
        Path outside =
                Files.writeString(Files.createDirectory(directory.resolve("d")).resolve("precious"), "x");
        Files.createSymbolicLink(directory.resolve(OWN.stem("link") + "-" + TOKEN + ".part"), outside);
        Files.createLink(directory.resolve(OWN.stem("second name") + "-" + TOKEN + ".part"), outside);
        partial(OWN, "large", LARGE).close();
        List<String> before = List.of(directory.toFile().list());

        assertThat(StaleFileCleanup.swept(at)).contains(OWN.stem("large") + ".part", OWN.stem("large") + ".ledger");

        assertThat(directory.toFile().list()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(outside).hasContent("x");
    }

    @Test
    void whatAnyOwnerBeganOfALargeFileGoesWhenItHasArrivedAndWhatIsBeganOfOthersStays() throws Exception {
        for (String target : List.of("x", "y")) {
            partial(OWN.of("another"), target, LARGE).close();
        }
        try (TargetTree tree =
                TargetTree.beneath(ConfinedRoot.open(directory), OWN.of("us"), "/", "x", false, WriteGuard.NONE)) {
            TreeEntry entry = new TreeEntry(List.of(), false, LARGE.sizeBytes(), LARGE.modifiedNanos(), 0644);
            assertThat(tree.existing(entry, _ -> false)).isNull();
            PartialFile part = tree.openPartial(entry, "us");
            tree.tidy(List.of(), "us");
            assertThat(directory.resolve(OWN.of("another").stem("x") + ".part")).exists();
            part.sync(0644);
            part.publish();
            part.forget();

            tree.tidy(List.of(), "us");
        }
        String other = OWN.of("another").stem("y");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("x", other + ".part", other + ".ledger");
    }

    @Test
    void aLocalCopyIntoTheDirectoryDoesTheSame() throws Exception {
        Path source = Files.writeString(directory.resolve("source"), "content");
        Path dead = left(OWN, "b");
        try (PartialFile live = partial(OWN, "a", SMALL)) {
            live.write(0, new byte[10], 0, 10);
            TestMovers.of(new TestCredentials())
                    .all()
                    .getFirst()
                    .move(
                            TransferRequest.of(
                                    Location.local(source.toString()),
                                    Location.local(directory.resolve("a").toString())),
                            TransferListener.NONE);
            assertThat(directory.resolve("a")).hasContent("content");
            assertThat(dead).doesNotExist();
            live.sync(0644);
            live.publish();
            live.forget();
        }
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("source", "a");
    }
}
