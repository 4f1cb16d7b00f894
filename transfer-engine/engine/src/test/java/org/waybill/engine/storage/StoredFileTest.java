package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;

/** A source file is the same as long as its content is: its time of change alone shows nothing. */
class StoredFileTest {
    private static final int SMALL = 1000;
    private static final int LARGE = 3 << 20;

    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void path() {
        path = directory.resolve("source");
    }

    private SourceTree tree(int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        Files.write(path, content);
        return SourceTree.local(path, CopyRules.USUAL);
    }

    private static TreeEntry entry(SourceTree tree) throws Exception {
        List<TreeEntry> entries = new ArrayList<>();
        tree.walk(entries::add, SourceTree.LeftOut.NONE);
        return entries.getFirst();
    }

    private static SourceFile read(SourceTree tree, TreeEntry entry) throws IOException {
        SourceFile file = tree.open(entry);
        int size = (int) entry.sizeBytes();
        file.readFully(0, new byte[size], 0, size / 2);
        file.readFully(size / 2, new byte[size], 0, size - size / 2);
        return file;
    }

    private void changeState() throws IOException {
        Files.createLink(directory.resolve("link" + System.nanoTime()), path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }

    /** One byte of it, with its time put back. */
    private void rewrite(Path file) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        byte[] content = Files.readAllBytes(file);
        content[content.length / 3]++;
        Files.write(file, content, StandardOpenOption.WRITE);
        Files.setLastModifiedTime(file, time);
    }

    private static void assertChanged(SourceFile file) {
        assertThatThrownBy(file::checkUnchanged).isInstanceOf(SourceFile.ChangedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void aHardLinkOrAnotherModeIsNoChange(int bytes) throws Exception {
        try (SourceTree tree = tree(bytes);
                SourceFile file = read(tree, entry(tree))) {
            file.checkUnchanged();
            changeState();
            file.checkUnchanged();
            rewrite(path);
            assertChanged(file);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void anotherFileInItsPlaceIsNoChangeIfItHasTheSameContent(int bytes) throws Exception {
        try (SourceTree tree = tree(bytes);
                SourceFile file = read(tree, entry(tree))) {
            Path other = Files.copy(path, directory.resolve("other"), StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(other, path, StandardCopyOption.ATOMIC_MOVE);
            assertThatCode(file::checkUnchanged).doesNotThrowAnyException();
            Path another = Files.copy(path, directory.resolve("another"), StandardCopyOption.COPY_ATTRIBUTES);
            rewrite(another);
            Files.move(another, path, StandardCopyOption.ATOMIC_MOVE);
            if (bytes == LARGE) { // a small one was read at once
                assertChanged(file);
            }
            Files.delete(path);
            if (bytes == LARGE) {
                assertChanged(file);
            }
        }
    }

    @Test
    void aPartThatIsReadOnceMoreIsOfTheContentThatWasReadBefore() throws Exception {
        try (SourceTree tree = tree(LARGE)) {
            TreeEntry entry = entry(tree);
            try (SourceFile file = read(tree, entry)) {
                file.checkUnchanged();
            }
            changeState();
            try (SourceFile again = tree.open(entry)) {
                again.readFully(0, new byte[100], 0, 100);
                again.checkUnchanged();
            }
            rewrite(path);
            try (SourceFile again = tree.open(entry)) {
                again.readFully(0, new byte[100], 0, 100);
                assertChanged(again);
            }
        }
    }

    @Test
    void aFileThatIsHeldToItsStateIsAskedForItsContentOnlyWhereTheStateIsAnother() throws Exception {
        boolean[] same = {true};
        List<Boolean> asked = new ArrayList<>();
        try (SourceTree tree = tree(SMALL)) {
            tree.holdToPresentState(_ -> {
                asked.add(same[0]);
                return same[0];
            });
            TreeEntry entry = entry(tree);
            try (SourceFile file = read(tree, entry)) {
                file.checkUnchanged();
                assertThat(asked).isEmpty();
                changeState();
                file.checkUnchanged();
                assertThat(asked).containsExactly(true);
                same[0] = false;
                changeState();
                assertChanged(file);
            }
        }
    }
}
