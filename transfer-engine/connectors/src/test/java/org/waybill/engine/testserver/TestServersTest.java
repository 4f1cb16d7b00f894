package org.waybill.engine.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself: each server starts, serves a file to an independent client, and ends. */
class TestServersTest {
    @TempDir
    private Path directory;

    private Path root;

    @BeforeEach
    void makeAFile() throws IOException {
        root = Files.createDirectory(directory.resolve("root"));
        Files.writeString(root.resolve("a file"), "hello");
        Files.writeString(root.resolve("plain"), "hello");
    }

    @Test
    void sshdGivesAFileToOpenSshsSftp() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            run(
                    "sftp",
                    "-q",
                    "-P",
                    "" + server.port(),
                    "-i",
                    server.userKey().toString(),
                    "-o",
                    "UserKnownHostsFile=" + server.knownHosts(),
                    "-o",
                    "BatchMode=yes",
                    "-o",
                    "IdentitiesOnly=yes",
                    server.user() + "@127.0.0.1:" + root.resolve("plain"),
                    directory.resolve("copy").toString());
        }
        assertThat(directory.resolve("copy")).hasContent("hello");
    }

    @Test
    void vsftpdGivesAFileToCurl() throws Exception {
        Packages.require("curl", "curl");
        try (FtpServer server = FtpServer.start(directory, root)) {
            assertThat(run("curl", "-s", "-S", "ftp://127.0.0.1:" + server.port() + "/root/a%20file"))
                    .isEqualTo("hello");
        }
    }

    @Test
    void vsftpdGivesAFileToCurlOverTls() throws Exception {
        Packages.require("curl", "curl");
        TestAuthority authority = TestAuthority.in(directory);
        try (FtpServer server = FtpServer.startTls(directory, root, authority.loopback())) {
            assertThat(run(
                            "curl",
                            "-s",
                            "-S",
                            "--ssl-reqd",
                            "--cacert",
                            authority.certificate().toString(),
                            "ftp://127.0.0.1:" + server.port() + "/root/a%20file"))
                    .isEqualTo("hello");
        }
    }

    @Test
    void nginxTakesAndGivesAFile() throws Exception {
        try (WebServer server = WebServer.start(directory, root);
                HttpClient client = HttpClient.newHttpClient()) {
            URI target = URI.create("http://127.0.0.1:" + server.port() + "/new");
            HttpRequest put = HttpRequest.newBuilder(target)
                    .PUT(HttpRequest.BodyPublishers.ofString("put"))
                    .build();
            assertThat(client.send(put, HttpResponse.BodyHandlers.discarding()).statusCode())
                    .isEqualTo(201);
            HttpRequest get =
                    HttpRequest.newBuilder(target).header("Range", "bytes=1-").build();
            assertThat(client.send(get, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("ut");
        }
    }

    @Test
    void nginxServesTlsWithTheTestAuthority() throws Exception {
        Packages.require("curl", "curl");
        TestAuthority authority = TestAuthority.in(directory);
        try (WebServer server = WebServer.startTls(directory, root, authority.loopback())) {
            assertThat(run(
                            "curl",
                            "-s",
                            "-S",
                            "--cacert",
                            authority.certificate().toString(),
                            "https://127.0.0.1:" + server.port() + "/a%20file"))
                    .isEqualTo("hello");
        }
    }

    @Test
    void rsyncDaemonGivesAFile() throws Exception {
        try (RsyncDaemon server = RsyncDaemon.start(directory, root)) {
            run(
                    "rsync",
                    "rsync://127.0.0.1:" + server.port() + "/data/a file",
                    directory.resolve("copy").toString());
        }
        assertThat(directory.resolve("copy")).hasContent("hello");
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
