package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.RcloneRemotes;

/** Remotes of rclone, by whole commands. */
@Timeout(120)
class RcloneCommandTest {
    @TempDir
    private Path directory;

    @Test
    void aTreeGoesToARemoteComesBackAndIsTheSame() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("run7/deep")).getParent();
        Files.writeString(tree.resolve("a.h5"), "content");
        Files.writeString(tree.resolve("deep/b ?.h5"), "more");
        Path data = Files.createDirectory(directory.resolve("data"));
        Cli cli = new Cli(directory);
        String remote = RcloneRemotes.text(data + "/");
        cli.done("copy", tree.toString(), remote);
        assertThat(data.resolve("run7/a.h5")).hasContent("content");
        assertThat(cli.done("ls", "-l", remote)).contains("run7");
        Path back = directory.resolve("back");
        cli.done("sync", remote + "run7/", back + "/");
        assertThat(back.resolve("deep/b ?.h5")).hasContent("more");
        cli.done("check", tree + "/", remote + "run7/");
        cli.done("remote", "add", "cloud", remote);
        assertThat(cli.done("cat", "cloud:run7/a.h5")).isEqualTo("content");
        assertThat(cli.done("advise", "--json", tree.toString(), remote))
                .contains("rclone with waybill", "ENCRYPTION_UNKNOWN")
                .doesNotContain("CLEARTEXT");
        assertThat(cli.done("advise", tree.toString(), remote)).doesNotContain("at port");
        Cli.Result secure = cli.run("advise", "--secure", tree.toString(), remote);
        assertThat(secure.code()).isNotZero();
        assertThat(secure.out())
                .containsIgnoringWhitespaces("excluded, because it is not known whether the data would be encrypted");
        assertThat(RcloneRemotes.running()).isEmpty();
    }

    @Test
    void refusalsSayWhatIsSoOfARemote() {
        Cli cli = new Cli(directory);
        String memory = RcloneRemotes.inMemoryText("b/");
        assertThat(cli.run("rename", memory + "x", memory + "y").err())
                .contains("cannot rename: use copy --delete-source");
        assertThat(cli.run("rm", "-r", "--yes", RcloneRemotes.inMemoryText("")).err())
                .contains("is the root directory");
    }
}
