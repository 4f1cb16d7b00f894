package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.waybill.engine.testserver.SshServer;

/** Two trees for tests of {@code sync}. */
abstract class SyncCase extends MoveCase {
    static final FileTime THEN = FileTime.from(Instant.parse("2026-03-01T10:20:30Z"));

    Path from;
    Path to;

    @BeforeEach
    void trees() throws IOException {
        from = directory.resolve("from");
        to = directory.resolve("to");
        for (int i = 0; i < 30; i++) {
            write(from.resolve("d" + i % 3 + "/f" + i), "content " + i);
        }
        Files.createDirectory(from.resolve("empty"));
    }

    void login(SshServer server) throws IOException {
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
    }

    static String url(SshServer server, Path path) {
        return "sftp://127.0.0.1:" + server.port() + path;
    }

    static void open(Path path) {
        try {
            if (!Files.isSymbolicLink(path)) {
                Files.setAttribute(path, "unix:mode", Files.isDirectory(path) ? 0755 : 0644);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static TreeSet<String> names(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !path.equals(root))
                    .map(path -> root.relativize(path).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    static Path write(Path file, String content) throws IOException {
        if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(file.getParent());
        }
        return Files.setLastModifiedTime(Files.writeString(file, content), THEN);
    }

    static void chmod(Path file, int mode) throws IOException {
        Files.setAttribute(file, "unix:mode", mode);
    }

    static void touch(Path link) throws Exception {
        assertThat(new ProcessBuilder("touch", "-h", "-d", THEN.toString(), link.toString())
                        .start()
                        .waitFor())
                .isZero();
    }
}
