package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTreeTest {
    private static final TemporaryNames OWN = TemporaryNames.ofThisProcess();

    @TempDir
    private Path directory;

    @AutoClose
    private final ExecutorService threads = Executors.newSingleThreadExecutor();

    private static TargetTree tree(ConfinedRoot root) throws IOException {
        return tree(root, "/deep/copy");
    }

    private static TargetTree tree(ConfinedRoot root, String path) throws IOException {
        return TargetTree.beneath(root, OWN, path, "run7", true, WriteGuard.NONE);
    }

    /** A root whose process is killed when it opens the directory that it has just made. */
    private static final class Killed extends ConfinedRoot {
        private final ConfinedRoot root;
        private final List<String> fatal;

        Killed(Path directory, List<String> fatal) throws IOException {
            this.root = ConfinedRoot.open(directory);
            this.fatal = fatal;
        }

        @Override
        Directory openChecked(List<String> names) throws IOException {
            Directory opened = root.openChecked(names);
            if (names.equals(fatal)) {
                opened.close();
                throw new IOException("killed");
            }
            return opened;
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

    @Test
    void aReadOnlyDirectoryIsOpenToItsOwnerUntilTheTreeIsClosed() throws Exception {
        Path there = Files.createDirectories(directory.resolve("deep/copy/run7/d"));
        Files.setAttribute(there, "unix:mode", 0555);
        try (TargetTree tree = tree(ConfinedRoot.open(directory))) {
            tree.createDirectory(List.of(), 0755);
            tree.createDirectory(List.of("d"), 0755);
            assertThat(Files.getAttribute(there, "unix:mode")).isEqualTo(040_755);
        }
        assertThat(Files.getAttribute(there, "unix:mode")).isEqualTo(040_555);
    }

    @Test
    void aRunThatWasKilledAsSoonAsItHadMadeTheDirectoryIsGoneOnWith() throws Exception {
        try (TargetTree killed = tree(new Killed(directory, List.of("deep", "copy")))) {
            assertThatThrownBy(() -> killed.lock("us")).hasMessage("killed");
        }
        assertThat(directory.resolve("deep/copy")).isDirectory();
        finish();
    }

    /** Killed before the directory has its name; what is left is empty, or has its mark. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunThatWasKilledBeforeTheDirectoryHadItsNameIsGoneOnWith(boolean marked) throws Exception {
        Path left = Files.createDirectories(directory.resolve("deep/" + OWN.mark("copy")));
        if (marked) {
            Files.createFile(left.resolve(OWN.mark("copy")));
        }
        finish();
    }

    @Test
    void whoMakesTheSameDirectoryAtTheSameTimeHearsWhoHasIt() throws Exception {
        for (int round = 0; round < 200; round++) {
            String path = "/" + round;
            try (TargetTree one = tree(ConfinedRoot.open(directory), path);
                    TargetTree two = tree(ConfinedRoot.open(directory), path)) {
                Future<Boolean> other = threads.submit(() -> holds(two));
                boolean mine = holds(one);
                boolean theirs = other.get();
                assertThat(mine || theirs).isTrue();
            }
            assertThat(directory.toFile().list()).hasSize(round + 1);
        }
    }

    @Test
    void theTopOfWhatAClientMayWriteToStaysAsItIs() throws Exception {
        Files.createDirectories(directory.resolve("granted/sub"));
        ConfinedRoot root = ConfinedRoot.open(directory).narrowed(List.of("granted"));
        List<String> finished = new ArrayList<>();
        try (TargetTree tree = TargetTree.beneath(root, OWN, "/granted", "", true, WriteGuard.NONE)) {
            for (List<String> names : List.of(List.<String>of(), List.of("sub"))) {
                TreeEntry entry = new TreeEntry(names, true, 0, 0, 0755);
                tree.update(entry, (_, refusal, _) -> finished.addAll(refusal.isEmpty() ? names : List.of(refusal)));
                tree.setModified(entry);
            }
        }
        assertThat(finished)
                .containsExactly("it is the top directory of what this client may write, which stays as it is", "sub");
        assertThat(Files.getLastModifiedTime(directory.resolve("granted")).toMillis())
                .isPositive();
        assertThat(Files.getLastModifiedTime(directory.resolve("granted/sub")).toMillis())
                .isZero();
    }

    private static boolean holds(TargetTree tree) throws IOException {
        try (TargetLock _ = tree.lock("us")) {
            return true;
        } catch (TargetBusyException _) {
            return false;
        }
    }

    private void finish() throws IOException {
        try (TargetTree next = tree(ConfinedRoot.open(directory))) {
            assertThat(next.names()).containsExactly("deep", "copy");
            try (TargetLock _ = next.lock("us")) {
                next.begin();
                next.end();
            }
        }
        assertThat(directory.resolve("deep"))
                .isDirectoryContaining("glob:**/copy")
                .isDirectoryNotContaining("glob:**/.*");
        assertThat(directory.resolve("deep/copy")).isEmptyDirectory();
    }
}
