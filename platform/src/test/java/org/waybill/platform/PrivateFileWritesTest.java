package org.waybill.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileWritesTest {
    @TempDir
    private Path home;

    @Test
    void aSecretIsItsOwnersAlone() throws IOException {
        Path file = home.resolve("secret");
        PrivateFiles.replace(file, "one\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
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

    @Test
    @Timeout(30)
    void aPipeOfThisUserIsWrittenToAndStaysAPipe() throws Exception {
        Path pipe = home.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        PrivateFiles.replace(pipe, "all of it\n");
        assertThat(reader.getInputStream().readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("all of it\n");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        PrivateFiles.replace(Path.of("/dev/null"), "nothing");
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void whatIsWrittenBitByBitReplacesALinkAndAnothersFileAndDoesNotOpenThem() throws IOException {
        Path elsewhere = Files.writeString(home.resolve("elsewhere"), "theirs\n");
        Path link = Files.createSymbolicLink(home.resolve("link"), elsewhere);
        Path dangling = Files.createSymbolicLink(home.resolve("dangling"), home.resolve("made"));
        Path open = Files.writeString(home.resolve("open"), "read by all\n");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path kept = Files.createLink(home.resolve("kept"), open);
        for (Path file : List.of(link, dangling, open, home.resolve("new"))) {
            try (OutputStream out = PrivateFiles.overwrite(file)) {
                out.write('1');
            }
            assertThat(Files.isSymbolicLink(file)).isFalse();
            assertThat(file).hasContent("1");
            assertThat(PrivateFiles.isOpenToOthers(file)).isFalse();
        }
        assertThat(elsewhere).hasContent("theirs\n");
        assertThat(home.resolve("made")).doesNotExist();
        assertThat(kept).hasContent("read by all\n");
    }

    @Test
    void aDirectoryIsNeitherWrittenNorRemoved() throws IOException {
        Path directory = Files.createDirectory(home.resolve("directory"));
        assertThatThrownBy(() -> PrivateFiles.overwrite(directory)).isInstanceOf(IOException.class);
        assertThat(directory).isDirectory();
    }

    @Test
    @Timeout(20)
    void theUsersOwnPipeIsWrittenAndStays() throws Exception {
        Path pipe = home.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        try (OutputStream out = PrivateFiles.overwrite(pipe)) {
            out.write("event\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(reader.getInputStream().readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("event\n");
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .isOther())
                .isTrue();
    }

    @Test
    void whatAllMayReadReplacesALinkToo() throws IOException {
        Path elsewhere = Files.writeString(home.resolve("elsewhere"), "theirs\n");
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rw-------"));
        Path page = Files.createSymbolicLink(home.resolve("page"), elsewhere);
        PrivateFiles.replaceShared(page, "ours\n");
        assertThat(elsewhere).hasContent("theirs\n");
        assertThat(PrivateFiles.isOpenToOthers(elsewhere)).isFalse();
        assertThat(page).hasContent("ours\n");
        assertThat(Files.isSymbolicLink(page)).isFalse();
        assertThat(Files.getPosixFilePermissions(page))
                .contains(PosixFilePermission.OWNER_WRITE)
                .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    }

    @Test
    void aTreeIsRemovedAndWhatItsLinksLeadToStays() throws IOException {
        Path elsewhere = Files.writeString(
                Files.createDirectory(home.resolve("elsewhere")).resolve("file"), "theirs");
        Path root = Files.createDirectories(home.resolve("root/deep/.hidden"))
                .getParent()
                .getParent();
        Files.writeString(root.resolve("deep/file"), "ours");
        Files.createSymbolicLink(root.resolve("link"), elsewhere.getParent());
        assertThat(PrivateFiles.tree(root)).hasSize(5).endsWith(root);

        PrivateFiles.removeTree(root);
        PrivateFiles.removeTree(root);

        assertThat(root).doesNotExist();
        assertThat(PrivateFiles.tree(root)).isEmpty();
        assertThat(elsewhere).hasContent("theirs");
    }

    @Test
    void aLockIsHeldUntilItsChannelIsClosed() throws IOException {
        Path lock = home.resolve("lock");
        try (FileChannel held = PrivateFiles.tryLock(lock)) {
            assertThat(held).isNotNull();
            assertThat(PrivateFiles.tryLock(lock)).isNull();
            assertThat(PrivateFiles.isOpenToOthers(lock)).isFalse();
        }
        try (FileChannel again = PrivateFiles.tryLock(lock)) {
            assertThat(again).isNotNull();
        }
    }
}
