package org.waybill.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileWritesTest {
    @TempDir
    private Path home;

    @Test
    void aSecretIsItsOwnersAlone() throws IOException {
        Path file = home.resolve("secret");
        PrivateFiles.replace(file, "one\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(PrivateFiles.isOpenToOthers(file)).isFalse();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(PrivateFiles.isOpenToOthers(file)).isTrue();
        PrivateFiles.replace(file, "two\n");
        assertThat(file).hasContent("two\n");
        assertThat(PrivateFiles.isOpenToOthers(file)).as("the new one is new").isFalse();
        try (var left = Files.list(home)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void aSecretIsNotWrittenThroughALink() throws IOException {
        Path elsewhere = Files.writeString(home.resolve("elsewhere"), "theirs\n");
        Path file = Files.createSymbolicLink(home.resolve("secret"), elsewhere);
        PrivateFiles.replace(file, "ours\n");
        assertThat(elsewhere).hasContent("theirs\n");
        assertThat(Files.isSymbolicLink(file)).isFalse();
    }
}
