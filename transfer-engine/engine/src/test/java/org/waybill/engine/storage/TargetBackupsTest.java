package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;

class TargetBackupsTest {
    @TempDir
    private Path directory;

    private final List<String> synced = new ArrayList<>();
    private TargetBackups.Linking linking = Files::createLink;
    private Path copy;
    private DirectoryCache directories;
    private TargetBackups backups;
    private TargetBackups.Batch batch;
    private Directory at;

    /** A directory that notes when it is synced. */
    private record Noted(Directory directory, List<String> synced) implements Directory {
        @Override
        public Path path() {
            return directory.path();
        }

        @Override
        public Directory pin(String name) throws IOException {
            return new Noted(directory.pin(name), synced);
        }

        @Override
        public Directory create(String name) throws IOException {
            return directory.create(name);
        }

        @Override
        public LinkOption[] links() {
            return directory.links();
        }

        @Override
        public Directory again() throws IOException {
            return new Noted(directory.again(), synced);
        }

        @Override
        public void sync() throws IOException {
            synced.add(path().toRealPath().getFileName().toString());
            directory.sync();
        }

        @Override
        public void close() {
            directory.close();
        }
    }

    /** Whose directories note that. */
    private final class NotedRoot extends ConfinedRoot {
        private final ConfinedRoot root;

        NotedRoot() throws IOException {
            root = ConfinedRoot.open(directory);
        }

        @Override
        Directory openChecked(List<String> names) throws IOException {
            return new Noted(root.openChecked(names), synced);
        }

        @Override
        Directory pinChecked(List<String> names) throws IOException {
            return root.pinChecked(names);
        }

        @Override
        public void close() {
            root.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        copy = Files.createDirectory(directory.resolve("copy"));
        TargetPlace place = TargetPlace.beneath(
                new NotedRoot(), TemporaryNames.ofThisProcess(), "/copy", "copy", true, WriteGuard.NONE);
        directories = new DirectoryCache(place.root());
        TargetDirectories tree =
                new TargetDirectories(place, directories, new NameFidelityCheck(), new StaleFileCleanup());
        backups = new TargetBackups(place, directories, tree, (name, file) -> linking.link(name, file));
        backups.keepIn("old");
        batch = backups.batch();
        at = directories.acquire(place.base());
    }

    @AfterEach
    void close() throws Exception {
        batch.close();
        at.close();
        directories.close();
    }

    private void put(String name, String content) throws IOException {
        Path fresh = Files.writeString(directory.resolve("fresh"), content);
        Files.move(fresh, copy.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private void keep(String name) throws IOException {
        batch.keep(at, List.of("copy"), name);
    }

    private void publish(String name) throws IOException {
        batch.publish(at, List.of("copy"), name, () -> put(name, "new"));
    }

    private void isIn(String name, String content) {
        assertThat(copy.resolve(name)).hasContent(content);
    }

    @Test
    void theDirectoryOfABatchsBackupsIsSyncedOnceAndBeforeAnyFileIsReplaced() throws Exception {
        List<String> names = List.of("f", "g", "h");
        for (String name : names) {
            put(name, "before");
            keep(name);
        }
        assertThat(synced).isEmpty();
        batch.sync();
        for (String name : names) {
            publish(name);
            isIn(name, "new");
            isIn("old/" + name, "before");
        }
        assertThat(synced).containsExactly("old");
    }

    @Test
    void aFileThatAnotherWriterPutMeanwhileIsKeptToo() throws Exception {
        put("f", "before");
        keep("f");
        batch.sync();
        put("f", "another's");
        publish("f");
        isIn("f", "new");
        isIn("old/f", "before");
        isIn("old/f~1", "another's");
        assertThat(synced).containsExactly("old", "old");
    }

    @Test
    void whatDoesNotGetItsNameLeavesNoBackup() throws Exception {
        put("f", "before");
        keep("f");
        assertThatThrownBy(() -> batch.publish(at, List.of("copy"), "f", () -> {
                    throw new IOException("no room");
                }))
                .hasMessage("no room");
        put("g", "before");
        keep("g");
        batch.close();
        isIn("f", "before");
        isIn("g", "before");
        assertThat(copy.resolve("old")).isEmptyDirectory();
    }

    /** As on exFAT, while another copy makes backups of the same names. */
    @Test
    void whereNoLinkIsMadeTheFileIsMovedOverNoOnesBackup() throws Exception {
        linking = (name, _) -> {
            if (!String.valueOf(name.getFileName()).equals("f~2")) {
                Files.writeString(name, "another's");
            }
            throw new FileSystemException(null, null, "Operation not permitted");
        };
        put("f", "before");
        keep("f");
        batch.sync();
        isIn("f", "before");
        publish("f");
        isIn("f", "new");
        isIn("old/f", "another's");
        isIn("old/f~1", "another's");
        isIn("old/f~2", "before");
    }

    @Test
    void aFileThatHasAsManyLinksAsThereMayBeIsMoved() throws Exception {
        linking = (_, _) -> {
            throw new FileSystemException(null, null, "Too many links");
        };
        put("f", "before");
        keep("f");
        batch.sync();
        publish("f");
        isIn("f", "new");
        isIn("old/f", "before");
    }

    @Test
    void whatCannotBeKeptForAnotherReasonIsNotMoved() throws Exception {
        linking = (_, _) -> {
            throw new FileSystemException(null, null, "Input/output error");
        };
        put("f", "before");
        assertThatThrownBy(() -> keep("f")).hasMessageContaining("Input/output error");
        assertThatThrownBy(() -> publish("f")).hasMessageContaining("Input/output error");
        isIn("f", "before");
        assertThat(copy.resolve("old")).isEmptyDirectory();
    }

    @Test
    void aFileThatVanishesBeforeItIsKeptIsNoFailureOfTheNewOne() throws Exception {
        linking = (name, file) -> {
            Files.delete(file);
            throw new NoSuchFileException(name.toString());
        };
        put("f", "before");
        keep("f");
        publish("f");
        isIn("f", "new");
        assertThat(copy.resolve("old")).isEmptyDirectory();
    }

    @Test
    void aPathOfVeryManyNamesIsRefused() {
        assertThatThrownBy(() -> backups.keepIn("a/".repeat(33)))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT))
                .hasMessageContaining("at most 32 names");
    }
}
