package org.waybill.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.RcloneRemotes;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestedProtocols;
import org.waybill.engine.testserver.WebServer;

/** Servers of each protocol, a directory that each shows, and the command line. */
@Timeout(120)
public abstract class FilesCase {
    @TempDir
    protected Path directory;

    protected Cli cli;
    protected Path root;
    protected AutoCloseable server = () -> {};
    protected String base = "";

    /** Where files are. */
    public enum Kind {
        LOCAL,
        SFTP,
        FTP,
        FTPS,
        GSIFTP,
        DAV,
        DAVS,
        S3,
        RCLONE,
        NODE
    }

    @BeforeAll
    static void missNoProtocol() {
        TestedProtocols.requireIn(Kind.class, "HTTP", "HTTPS");
    }

    @BeforeEach
    protected void start() throws Exception {
        cli = new Cli(directory);
        root = Files.createDirectory(directory.resolve("root"));
        Files.createDirectories(cli.home());
    }

    @AfterEach
    protected void stop() throws Exception {
        server.close();
    }

    protected void start(Kind kind) throws Exception {
        switch (kind) {
            case LOCAL -> base = root + "/";
            case SFTP -> {
                SshServer ssh = SshServer.start(directory);
                Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
                Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
                Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
                started(ssh, "sftp://127.0.0.1:" + ssh.port() + root + "/");
            }
            case FTP -> {
                FtpServer ftp = FtpServer.start(directory, root);
                started(ftp, "ftp://127.0.0.1:" + ftp.port() + ftp.location("/").path());
            }
            case FTPS -> {
                FtpServer ftp = FtpServer.startTls(directory, root, trusted().loopback());
                started(
                        ftp,
                        "ftps://127.0.0.1:" + ftp.port() + ftp.location("/").path());
            }
            case GSIFTP -> {
                GridFtpServer grid = GridFtpServer.start(directory, root);
                started(
                        grid,
                        "gsiftp://127.0.0.1:" + grid.port() + grid.location("/").path());
            }
            case DAV -> {
                WebServer web = WebServer.start(directory, root);
                started(web, "dav://127.0.0.1:" + web.port() + "/");
            }
            case DAVS -> {
                WebServer web = WebServer.startTls(directory, root, trusted().loopback());
                started(web, "davs://127.0.0.1:" + web.port() + "/");
            }
            case S3 -> {
                // beside it the server keeps what is not whole
                Path bucket = directory.resolve("buckets/bucket");
                root = Files.createDirectories(bucket.resolve("root"));
                started(S3Server.start(directory, bucket), "s3://bucket/root/");
            }
            case RCLONE -> base = RcloneRemotes.text(root + "/");
            case NODE -> {
                WaybillNode node = cli.node(root);
                started(node, "waybill://127.0.0.1:" + node.address().getPort() + "/");
            }
            default -> throw new IllegalArgumentException(kind.name());
        }
    }

    protected TestAuthority trusted() throws IOException {
        TestAuthority authority = TestAuthority.in(directory);
        Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
        return authority;
    }

    protected void started(AutoCloseable running, String url) {
        server = running;
        base = url;
    }

    protected String done(String... line) {
        Cli.Result result = cli.run(line);
        assertThat(result.code()).as(result.arguments() + result.err()).isZero();
        return result.out();
    }

    protected void refused(int code, String said, String... line) {
        Cli.Result result = cli.run(line);
        assertThat(result.code()).as(result.arguments() + result.err()).isEqualTo(code);
        assertThat(result.err()
                        .lines()
                        .filter(one -> !one.contains("encrypted"))
                        .toList())
                .singleElement()
                .asString()
                .startsWith("waybill: ")
                .doesNotContain("Exception")
                .containsIgnoringCase(said);
    }
}
