package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.cli.Cli;
import org.waybill.cli.files.FilesCase;
import org.waybill.engine.mover.SmallDisk;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.WebServer;
import org.waybill.protocol.Protocols;

/**
 * A table of what goes wrong, by protocol: each ends in one line with its own cause, the exit code of that cause, and
 * with nothing under the destination's name.
 */
@Timeout(180)
class TrueCausesTest extends FilesCase {
    private static final int MEBIBYTE = 1 << 20;

    private Path file;

    @BeforeEach
    void prepare() throws IOException {
        file = Files.write(directory.resolve("x.bin"), new byte[3 * MEBIBYTE]);
    }

    private String at(Kind kind) throws Exception {
        if (kind == Kind.SFTP) {
            SshServer ssh = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY);
            Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
            Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
            for (Path one = root; one.startsWith("/tmp/"); one = one.getParent()) {
                Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            started(ssh, "sftp://root@127.0.0.1:" + ssh.port() + root + "/");
        } else {
            start(kind);
        }
        return base;
    }

    private void ends(int code, String cause, String... line) {
        Cli.Result result = cli.run(line);
        List<String> said =
                result.err().lines().filter(one -> !one.contains("encrypted")).toList();
        assertThat(said).as(result.err()).hasSize(1);
        assertThat(said.getFirst().toLowerCase(Locale.ROOT))
                .startsWith("waybill: ")
                .contains(cause)
                .doesNotContain("exception", "null");
        assertThat(result.code()).as(result.err()).isEqualTo(code);
    }

    private void copyEnds(int code, String cause, String from, String to) {
        ends(code, cause, "copy", "--quiet", "--transport", transport(from + to), from, to);
    }

    private static String transport(String ends) {
        return ends.contains("sftp:")
                ? "sftp"
                : ends.contains("gsiftp:")
                        ? "gsiftp"
                        : ends.contains("ftps:")
                                ? "ftps"
                                : ends.contains("ftp:")
                                        ? "ftp"
                                        : ends.contains("dav") ? "http" : ends.contains("waybill:") ? "tcp" : "local";
    }

    private static List<String> schemes() {
        return Protocols.movedSchemes().stream()
                .filter(scheme ->
                        !Protocols.named(scheme).orElseThrow().pathMeaning().isHostless())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void nobodyAnswersThere(String scheme) throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        ends(4, "refused", "ls", scheme + "://127.0.0.1:" + closed + "/x");
        ends(3, "unknown host nosuch.invalid", "ls", scheme + "://nosuch.invalid/x");
        ends(4, "192.0.2.1", "ls", scheme + "://192.0.2.1/x"); // set aside by RFC 5737
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"S3", "RCLONE"})
    void nothingIsThere(Kind kind) throws Exception {
        String at = at(kind);
        copyEnds(3, "no such file", at + "nothing", directory + "/y");
        assertThat(directory.resolve("y")).doesNotExist();
        Files.createDirectory(root.resolve("d"));
        Files.writeString(root.resolve("f"), "a file");
        ends(2, "is a directory", "cat", at + "d");
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Files.writeString(tree.resolve("a"), "a");
        copyEnds(2, "not a directory", tree + "/", at + "f/");
        assertThat(root.resolve("f")).hasContent("a file");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"S3", "RCLONE"})
    void theDiskIsFullOrReadOnly(Kind kind) throws Exception {
        try (SmallDisk disk = SmallDisk.mount(root, 2)) {
            String at = at(kind);
            // nginx says no more than 500, which may pass: it is tried again, and given up
            boolean mute = kind == Kind.DAV || kind == Kind.DAVS;
            String room = kind == Kind.FTP || kind == Kind.FTPS || mute
                    ? "full"
                    : kind == Kind.GSIFTP ? "no space left" : "free";
            copyEnds(mute ? 5 : 7, room, file.toString(), at + "y");
            assertThat(root.resolve("y")).doesNotExist();
            disk.makeReadOnly();
            Path small = Files.writeString(directory.resolve("small"), "small");
            copyEnds(
                    mute ? 5 : kind == Kind.FTP || kind == Kind.FTPS ? 6 : 7,
                    mute ? "see the server's log" : "read-only",
                    small.toString(),
                    at + "z");
            assertThat(root.resolve("z")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SFTP", "FTP", "FTPS"})
    void permissionIsDenied(Kind kind) throws Exception {
        String at = at(kind);
        Path closed = Files.createDirectory(
                root.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(root.resolve("secret"), "x");
        Files.setPosixFilePermissions(root.resolve("secret"), PosixFilePermissions.fromString("rw-------"));
        copyEnds(6, "permission", file.toString(), at + "closed/y");
        assertThat(closed.resolve("y")).doesNotExist();
        copyEnds(6, "permission", at + "secret", directory + "/y");
        assertThat(directory.resolve("y")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"S3", "RCLONE"})
    void anotherCopyIsAtWork(Kind kind) throws Exception {
        String at = at(kind);
        Thread first = Thread.ofPlatform()
                .start(() -> new Cli(directory)
                        .run(
                                "copy",
                                "--quiet",
                                "--transport",
                                transport(at),
                                "--rate",
                                "8M",
                                file.toString(),
                                at + "y"));
        try {
            long end = System.nanoTime() + 20_000_000_000L;
            // nginx shows nothing before it has all
            while (isEmpty(root) && isEmpty(cli.home().resolve("locks")) && System.nanoTime() - end < 0) {
                Thread.sleep(50);
            }
            Thread.sleep(300);
            copyEnds(14, "is being written by", file.toString(), at + "y");
        } finally {
            first.join();
        }
        assertThat(root.resolve("y")).hasSize(3 * MEBIBYTE);
    }

    private static boolean isEmpty(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            return true;
        }
        try (Stream<Path> all = Files.list(place)) {
            return all.findAny().isEmpty();
        }
    }

    @Test
    void theLogInIsWrong() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "wrong");
        for (Kind kind : List.of(Kind.FTP, Kind.FTPS, Kind.DAV)) {
            try {
                String user = at(kind).replace("://", "://" + WebServer.USER + "@");
                String at = kind == Kind.DAV ? user + "private/" : user;
                assertThat(cli.run("account", "add", at, "--password-file", password.toString())
                                .code())
                        .isZero();
                copyEnds(6, kind == Kind.DAV ? "authentication failed" : "login incorrect", file.toString(), at + "y");
                server.close();
            } finally {
                Files.deleteIfExists(cli.home().resolve("trusted.pem"));
            }
        }
        at(Kind.NODE);
        ends(
                6,
                "the pairing token is wrong, used or too old",
                "pair",
                base.replaceAll("^.*//|/$", ""),
                "--token-file",
                Files.writeString(password, "A".repeat(26)).toString());
        server.close();
        at(Kind.SFTP);
        Files.delete(directory.resolve("user/.ssh/id_ed25519"));
        SshServer.newKey(directory.resolve("user/.ssh/id_ed25519"), "");
        copyEnds(6, "refused user", file.toString(), base + "y");
        assertThat(root.resolve("y")).doesNotExist();
    }
}
