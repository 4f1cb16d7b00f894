package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;
import tools.jackson.databind.JsonNode;

/** What {@code sync}, {@code check} and dry runs say of files where an endpoint has no times, no hashes or no names. */
class WhatCopiesCanProveTest extends MoveCase {
    private static final Instant SETTLED = Instant.now().minusSeconds(7200);

    private Path from;
    private Path served;

    @BeforeEach
    void tree() throws IOException {
        from = Files.createDirectories(directory.resolve("from/deep")).getParent();
        served = Files.createDirectory(directory.resolve("served"));
        write(from.resolve("a"), "aaa", SETTLED);
        write(from.resolve("deep/b"), "bbb", SETTLED);
    }

    /** Its listings have no exact times: it is asked for those of each file. */
    @Test
    void aChangeOfTheSameSizeReachesAnFtpServerAndWhatIsThereIsDeletedBelowItsRoot() throws Exception {
        try (FtpServer server = FtpServer.start(directory, served)) {
            String url = "ftp://127.0.0.1:" + server.port()
                    + server.location("/copy/").path();
            assertThat(cli.run("sync", from + "/", url).code()).isZero();
            write(from.resolve("a"), "AAA", SETTLED.plusSeconds(60));
            JsonNode planned = cli.run("sync", "-n", "--json", from + "/", url).json();
            assertThat(planned.get("changedFiles").asLong()).isOne();
            Cli.Result changed = cli.run("sync", "--json", from + "/", url);
            assertThat(changed.json().get("comparedBy").asString()).isEqualTo("mtime");
            assertThat(changed.json().get("changedFiles").asLong()).isOne();
            assertThat(served.resolve("copy/a")).hasContent("AAA");
            assertThat(cli.run("sync", from + "/", url).out()).startsWith("nothing to copy, by size and time\n");

            Files.delete(from.resolve("deep/b"));
            Cli.Result deleted = cli.run("sync", "--delete", "--max-delete", "50%", "--json", from + "/", url);
            assertThat(deleted.code()).as(deleted.err()).isZero();
            assertThat(served.resolve("copy/deep/b")).doesNotExist();
            refused(cli.run("sync", "--delete", from + "/", "ftp://127.0.0.1:" + server.port() + "/"), 12, "in /");
        }
    }

    /** It gives files the time of their upload: that they are younger than their source proves nothing. */
    @Test
    void whatWebDavCannotShowIsComparedBySizeOnlyAndSaysSo() throws Exception {
        try (WebServer server = WebServer.start(directory, served)) {
            String url = "dav://127.0.0.1:" + server.port() + "/copy/";
            Cli.Result first = cli.run("sync", from + "/", url);
            assertThat(first.code()).as(first.err()).isZero();
            write(from.resolve("a"), "AAA", SETTLED.plusSeconds(60));
            Cli.Result sync = cli.run("sync", from + "/", url);
            assertThat(sync.out())
                    .startsWith("nothing to copy, by size only")
                    .contains("2 of them by size only")
                    .doesNotContain("time");
            assertThat(cli.run("sync", "--json", from + "/", url)
                            .json()
                            .get("comparedBy")
                            .asString())
                    .isEqualTo("size");
            Cli.Result check = cli.run("check", "--compare", "mtime", from + "/", url);
            assertThat(check.out()).contains("by size\n", "2 of them by size only");
            assertThat(cli.run("check", "--compare", "checksum", from + "/", url)
                            .code())
                    .isEqualTo(11);
            write(from.resolve("a"), "aAa", Instant.now().plusSeconds(60));
            assertThat(cli.run("sync", "--json", from + "/", url)
                            .json()
                            .get("changedFiles")
                            .asLong())
                    .isOne();
        }
    }

    @Test
    void aDryRunDecidesAsTheCopyDoes() throws Exception {
        try (FtpServer ftp = FtpServer.start(directory, served);
                WebServer web = WebServer.start(directory, served)) {
            for (String url : List.of(
                    "ftp://127.0.0.1:" + ftp.port() + ftp.location("/ftp/").path(),
                    "dav://127.0.0.1:" + web.port() + "/dav/",
                    directory + "/here/")) {
                for (Instant changed : List.of(Instant.now(), SETTLED)) {
                    Files.setLastModifiedTime(from.resolve("a"), FileTime.from(changed));
                    assertThat(cli.run("copy", from + "/", url).code()).isZero();
                    JsonNode planned =
                            cli.run("copy", "-n", "--json", from + "/", url).json();
                    JsonNode copied = cli.run("copy", "--json", from + "/", url).json();
                    assertThat(planned.get("plan").get("changedBytes").asLong())
                            .as("%s %s", url, changed)
                            .isEqualTo(6 - copied.get("resumedBytes").asLong());
                }
            }
        }
    }

    /** Version 3 of SFTP has 32 bits without a sign for seconds. */
    @Test
    void aTimeThatSftpCannotKeepIsSaidOnceAndIsNoChange() throws Exception {
        write(from.resolve("a"), "aaa", Instant.parse("1960-05-04T03:02:01Z"));
        write(from.resolve("deep/b"), "bbb", Instant.parse("2200-05-04T03:02:01Z"));
        for (SshServer.Option[] options : new SshServer.Option[][] {{}, {SshServer.Option.SFTP_ONLY}}) {
            try (SshServer server = SshServer.start(directory, options)) {
                login(server);
                String url = "sftp://127.0.0.1:" + server.port() + directory.resolve("to" + options.length) + "/";
                Cli.Result first = cli.run("sync", from + "/", url);
                assertThat(first.code()).as(first.err()).isZero();
                assertThat(first.err()).containsOnlyOnce("cannot keep times before 1970 or after 2106");
                Cli.Result second = cli.run("sync", from + "/", url);
                assertThat(second.out()).as(second.err()).startsWith("nothing to copy");
            }
        }
    }

    @Test
    void aLinkThatNoNodeTakesIsNoDifference() throws Exception {
        Files.createSymbolicLink(from.resolve("out"), Path.of("/etc/hostname"));
        Files.createSymbolicLink(from.resolve("deep/up"), Path.of("../../../x"));
        Files.createSymbolicLink(from.resolve("deep/in"), Path.of("../a"));
        try (WaybillNode node = cli.node(served)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/copy/";
            Cli.Result planned = cli.run("copy", "-n", "--json", from + "/", url);
            Cli.Result copied = cli.run("copy", "--json", from + "/", url);
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(planned.json().get("notTransferred"))
                    .extracting(one -> one.get("path").asString())
                    .containsExactlyInAnyOrderElementsOf(copied.json()
                            .get("notTransferred")
                            .valueStream()
                            .map(one -> one.get("path").asString())
                            .toList())
                    .hasSize(2);
            Cli.Result check = cli.run("check", "--json", from + "/", url);
            assertThat(check.code()).as(check.out()).isZero();
            assertThat(check.json().get("leftOut")).hasSize(2);
            assertThat(cli.run("sync", "-n", from + "/", url).out()).contains("would copy nothing");
        }
    }

    /** The copy of the rest is reported too. */
    @Test
    void aDryRunExitsAsTheCopyDoesWhereANameCannotBeRead() throws Exception {
        new ProcessBuilder("bash", "-c", "printf x > \"$0\"/$'b\\xffd'", from.toString())
                .start()
                .waitFor();
        Path to = directory.resolve("to");
        for (String command : List.of("copy", "sync")) {
            Cli.Result planned = cli.run(command, "-n", from + "/", to.toString());
            assertThat(planned.code()).as(planned.err()).isEqualTo(2);
            assertThat(planned.err()).contains("not UTF-8");
        }
        Cli.Result copied = cli.run("copy", "--json", from + "/", to.toString());
        assertThat(copied.code()).isEqualTo(2);
        assertThat(copied.json().get("files").asLong()).isEqualTo(2);
        assertThat(copied.json().get("bytes").asLong()).isEqualTo(6);
    }

    @Test
    void theSourceStaysThatSshServesAsTheDestination() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            login(server);
            Cli.Result result =
                    cli.run("copy", "--delete-source", from + "/", "sftp://127.0.0.1:" + server.port() + from + "/");
            assertThat(result.code()).as(result.err()).isEqualTo(12);
            assertThat(result.err()).contains("is the source directory");
            assertThat(from.resolve("a")).hasContent("aaa");
            assertThat(from.resolve("deep/b")).hasContent("bbb");
        }
    }

    private static void write(Path file, String content, Instant modified) throws IOException {
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(modified));
    }

    private void login(SshServer server) throws IOException {
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.write(ssh.resolve("id_ed25519"), Files.readAllBytes(server.userKey()));
        Files.setPosixFilePermissions(
                ssh.resolve("id_ed25519"), java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        Files.write(ssh.resolve("known_hosts"), Files.readAllBytes(server.knownHosts()));
    }
}
