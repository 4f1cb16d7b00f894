package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** A root in whose read-only directories nothing can be made, also by root. */
    private static final class Denying extends ConfinedRoot {
        private final ConfinedRoot root;

        Denying(Path directory) throws IOException {
            this.root = ConfinedRoot.open(directory);
        }

        @Override
        Directory openChecked(List<String> names) throws IOException {
            return new Denied(root.openChecked(names));
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

    private record Denied(Directory directory) implements Directory {
        @Override
        public Path path() {
            return directory.path();
        }

        @Override
        public Directory pin(String name) throws IOException {
            return directory.pin(name);
        }

        @Override
        public Directory create(String name) throws IOException {
            if (Permissions.isClosedToOwner(directory)) {
                throw new AccessDeniedException(name);
            }
            return directory.create(name);
        }

        @Override
        public Directory again() throws IOException {
            return new Denied(directory.again());
        }

        @Override
        public void close() {
            directory.close();
        }
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode") & 0777;
    }

    private static List<Path> readOnly(Path... directories) throws IOException {
        for (Path each : directories) {
            Files.createDirectories(each);
        }
        for (Path each : directories) {
            Files.setAttribute(each, "unix:mode", 0555);
        }
        return List.of(directories);
    }

    private static TreeEntry file(String... names) {
        return new TreeEntry(List.of(names), false, 3, 0, 0644);
    }

    @Test
    void aReadOnlyDirectoryIsOpenToItsOwnerOnlyWhileItIsWrittenAndTheTreeIsLocked() throws Exception {
        Path root = directory.resolve("deep/copy/run7");
        Path written = root.resolve("d");
        Path other = root.resolve("other");
        List<Path> all = readOnly(written, other, root);
        List<String> last = new ArrayList<>();
        try (TargetTree tree = tree(new Denying(directory));
                TargetTree second = tree(new Denying(directory))) {
            TargetLock lock = tree.lock("us");
            assertThat(mode(root)).isEqualTo(0755);
            tree.begin();
            for (String name : List.of("", "d", "other")) {
                tree.createDirectory(name.isEmpty() ? List.of() : List.of(name), 0755);
            }
            assertThat(mode(written)).as("nothing is written into it").isEqualTo(0555);
            tree.openPartial(file("d", "f"), "us").close();
            assertThat(mode(written)).isEqualTo(0755);
            tree.unlock(lock, top -> {
                last.add(mode(root) + " " + mode(written) + " " + root.toFile().list().length);
                assertThatThrownBy(() -> second.lock("them")).isInstanceOf(TargetBusyException.class);
            });
            assertThat(last).containsExactly(0755 + " " + 0755 + " 3", 0755 + " " + 0555 + " 2");
            assertThat(all).allMatch(each -> uncheckedMode(each) == 0555);
            second.unlock(second.lock("them"), TargetTree.Last.NOTHING);
        }
        assertThat(all).allMatch(each -> uncheckedMode(each) == 0555);
    }

    private static int uncheckedMode(Path path) {
        try {
            return mode(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatAKilledRunHasLeftOpenIsClosedByTheNextOneAlsoIfAnotherLooksMeanwhile() throws Exception {
        Path root = directory.resolve("deep/copy/run7");
        String odd = "d %2F\n+";
        List<Path> all = readOnly(root.resolve(odd).resolve("e"), root.resolve(odd), root);
        Path file = root.resolve(OWN.lock("."));
        byte[] held;
        try (TargetTree killed = tree(new Denying(directory))) {
            TargetLock lock = killed.lock("us");
            killed.createDirectory(List.of(), 0755);
            killed.openPartial(file(odd, "f"), "us").close();
            killed.openPartial(file(odd, "e", "f"), "us").close();
            held = Files.readAllBytes(file);
            killed.unlock(lock, TargetTree.Last.NOTHING);
        }
        Files.setAttribute(root, "unix:mode", 0755);
        Files.write(file, held);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        for (Path each : all) {
            Files.setAttribute(each, "unix:mode", 0755);
        }
        try (ConfinedRoot confined = ConfinedRoot.open(root);
                Directory at = confined.open(List.of())) {
            TargetLock.requireFree(at, OWN, ".");
        }
        assertThat(file).exists();
        Path gone = Files.createDirectory(root.resolve("gone")); // a note of what is not there any more, and a torn one
        Files.writeString(file, "gone\n%2", StandardOpenOption.APPEND);
        Files.delete(gone);

        try (TargetTree next = tree(ConfinedRoot.open(directory))) {
            next.unlock(next.lock("us"), TargetTree.Last.NOTHING);
        }
        assertThat(all).allMatch(each -> uncheckedMode(each) == 0555);
        assertThat(file).doesNotExist();
        assertThat(gone).doesNotExist();
    }

    /** Put there since it was looked at, by another user who may write the directory. */
    @Test
    @Timeout(30)
    void aPipeInThePlaceOfAFileIsNotWaitedFor() throws Exception {
        Path pipe = Files.createDirectories(directory.resolve("deep/copy/run7")).resolve("f");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (TargetTree tree = tree(ConfinedRoot.open(directory))) {
            assertThatThrownBy(() -> tree.openExisting(file("f")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process replaced it");
            Files.delete(pipe);
            Files.createSymbolicLink(pipe, Path.of("/etc/hostname"));
            assertThatThrownBy(() -> tree.openExisting(file("f"))).isInstanceOf(IOException.class);
            Files.delete(pipe);
            Files.writeString(pipe, "abc");
            tree.openExisting(file("f")).close();
        }
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
