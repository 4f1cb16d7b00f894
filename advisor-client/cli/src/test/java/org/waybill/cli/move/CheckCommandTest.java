package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** {@code check} by the command line: what it prints, and with what code it ends. */
class CheckCommandTest extends MoveCase {
    private static final FileTime THEN = FileTime.from(Instant.parse("2026-03-01T10:20:30Z"));

    @Test
    void equalTreesEndWithZeroAndDifferentOnesWithElevenAndALineForEach() throws Exception {
        Path from = tree("from");
        Path to = tree("to");
        Cli.Result equal = cli.run("check", from + "/", to + "/");
        assertThat(equal.code()).as(equal.err()).isZero();
        assertThat(equal.out().lines()).hasSize(2).last().asString().startsWith("equal: 3 entries");

        write(from.resolve("new\nname"), "x");
        write(to.resolve("-old"), "x");
        write(to.resolve("a/1.txt"), "ONE");
        Cli.Result different = cli.run("check", from + "/", to.toString());

        assertThat(different.code()).isEqualTo(11);
        assertThat(different.err()).isEmpty();
        assertThat(different.out().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("comparing " + from).endsWith("by SHA-256"),
                        line -> assertThat(line).isEqualTo("- -old"),
                        line -> assertThat(line).isEqualTo("* a/1.txt: content"),
                        line -> assertThat(line).isEqualTo("+ new\\nname"),
                        line -> assertThat(line).startsWith("3 different (+ only at the source"));
        assertThat(cli.run("check", "--compare", "mtime", "--one-way", from + "/", to + "/")
                        .out())
                .contains("by size and time")
                .doesNotContain("-old")
                .doesNotContain("1.txt");
    }

    @Test
    void theDocumentNamesWhatDiffers() throws Exception {
        Path from = tree("from");
        Path to = tree("to");
        write(to.resolve("a/1.txt"), "longer");

        Cli.Result result = cli.run("check", "--json", from + "/", to.toString());

        JsonNode document = result.json();
        assertThat(result.code()).isEqualTo(11);
        assertThat(document.get("status").asString()).isEqualTo("DIFFERENT");
        assertThat(document.get("comparedBy").asString()).isEqualTo("checksum");
        assertThat(document.get("equal").asLong()).isEqualTo(2);
        JsonNode one = document.get("differences").get(0);
        assertThat(one.get("path").asString()).isEqualTo("a/1.txt");
        assertThat(one.get("verdict").asString()).isEqualTo("DIFFERENT");
        assertThat(one.get("sourceBytes").asLong()).isEqualTo(3);
        assertThat(one.get("destinationBytes").asLong()).isEqualTo(6);
    }

    @Test
    void theSlashesMeanWhatTheyMeanToACopy() throws Exception {
        Path from = tree("run7");
        Path below = Files.createDirectory(directory.resolve("there"));
        assertThat(cli.run("copy", from.toString(), below + "/").code()).isZero();

        assertThat(cli.run("check", from.toString(), below + "/").code()).isZero();
        assertThat(cli.run("check", from + "/", below + "/run7").code()).isZero();
        assertThat(cli.run("check", from.toString(), below.toString()).code()).isEqualTo(11);
        assertThat(cli.run("check", from.resolve("a/1.txt").toString(), below.resolve("run7/a") + "/")
                        .code())
                .isZero();
        refused(cli.run("check", from.toString(), directory.resolve("nowhere").toString()), 3, "nowhere");
        refused(cli.run("check", directory.resolve("nowhere").toString(), below.toString()), 3, "nowhere");
        refused(cli.run("check", "-", below.toString()), 2, "stream");
    }

    @Test
    void ofServersThatTellNoHashesSizesAndTimesAreCompared() throws Exception {
        Path from = tree("from");
        Path root = Files.createDirectory(directory.resolve("root"));
        try (FtpServer server = FtpServer.start(directory, root)) {
            Path to = tree("root/to");
            Location far = server.location("/to");
            String url = "ftp://127.0.0.1:" + server.port() + far.path();
            Cli.Result equal = cli.run("check", from + "/", url);
            assertThat(equal.code()).as(equal.err() + equal.out()).isZero();
            assertThat(equal.out()).contains("by size and time");
            write(to.resolve("a/1.txt"), "ONE");
            assertThat(cli.run("check", from + "/", url).code()).isZero();
            Cli.Result read = cli.run("check", "--compare", "checksum", from + "/", url);
            assertThat(read.code()).isEqualTo(11);
            assertThat(read.out()).contains("* a/1.txt: content");
        }
    }

    @Test
    void aDirectoryThatCannotBeListedIsNeverEqual() throws Exception {
        Packages.requireRoot("the server's files are another user's");
        Path from = tree("from");
        Path to = tree("to");
        Files.createDirectory(from.resolve("closed"));
        Files.setAttribute(Files.createDirectory(to.resolve("closed")), "unix:mode", 0700);
        Files.setAttribute(directory, "unix:mode", 0755);
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            Cli.Result result =
                    cli.run("check", "--compare", "size", from + "/", "sftp://127.0.0.1:" + server.port() + to);
            assertThat(result.code()).as(result.out() + result.err()).isEqualTo(6);
            assertThat(result.out()).contains("! closed/: ");
        }
    }

    private Path tree(String name) throws IOException {
        Path root = directory.resolve(name);
        write(root.resolve("a/1.txt"), "one");
        write(root.resolve("2.txt"), "two");
        return root;
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.setLastModifiedTime(Files.writeString(file, content), THEN);
    }
}
