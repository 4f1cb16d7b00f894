package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the service keeps in its home, and what its operator does. */
class HomeFilesTest {
    @TempDir
    private Path home;

    @Test
    void aSecretIsItsOwnersAlone() throws IOException {
        Path file = home.resolve("secret");
        OwnerFiles.write(file, "one\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(OwnerFiles.isOpenToOthers(file)).isFalse();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(OwnerFiles.isOpenToOthers(file)).isTrue();
        OwnerFiles.write(file, "two\n");
        assertThat(file).hasContent("two\n");
        assertThat(OwnerFiles.isOpenToOthers(file)).as("the new one is new").isFalse();
        try (var left = Files.list(home)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void aSecretIsNotWrittenThroughALink() throws IOException {
        Path elsewhere = Files.writeString(home.resolve("elsewhere"), "theirs\n");
        Path file = Files.createSymbolicLink(home.resolve("secret"), elsewhere);
        OwnerFiles.write(file, "ours\n");
        assertThat(elsewhere).hasContent("theirs\n");
        assertThat(Files.isSymbolicLink(file)).isFalse();
    }

    @Test
    void anOperatorsListHasNumbersOfLines() throws IOException {
        Files.writeString(home.resolve("list"), "# what there is\n\n  first thing \nsecond\n");
        assertThat(OperatorList.read(home, "list")).containsExactly(new OperatorList.Item("first thing", "list:3: "),
                new OperatorList.Item("second", "list:4: "));
        assertThat(OperatorList.read(home, "none")).isEmpty();
    }
}
