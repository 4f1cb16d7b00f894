package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.cli.Cli;
import org.waybill.cli.files.FilesCase;
import org.waybill.engine.node.FoldingDisk;

/** A dry run ends as the real run does, with the same code, where that is known before anything is sent. */
class DryRunTest extends FilesCase {
    /** What stands in the way: a name, and the words of a command after {@code copy} or {@code sync}. */
    private final Map<String, List<String>> troubles = new LinkedHashMap<>();

    private Path tree;
    private Path single;

    private void source(Path at) throws Exception {
        tree = Files.createDirectories(at.resolve("tree/d")).getParent();
        Files.writeString(tree.resolve("x"), "of the tree");
        Files.writeString(tree.resolve("d/y"), "below");
        single = Files.writeString(at.resolve("single"), "a file");
    }

    private Path place(Path at, String name) throws Exception {
        return Files.createDirectories(at.resolve(name));
    }

    /**
     * What cannot be written at a place.
     *
     * @param from the source, as a command names it, with a slash at its end
     * @param at the place's directory on this machine
     * @param to the same as a command names it, with a slash at its end
     */
    private void troubles(String from, Path at, String to, boolean links) throws Exception {
        Files.createDirectories(place(at, "blocked").resolve("tree/x/in"));
        troubles.put("a directory where a file of the tree goes", List.of(from + "tree", to + "blocked/"));
        Files.writeString(place(at, "blocked2/tree").resolve("d"), "a file");
        troubles.put("a file where a directory of the tree goes", List.of(from + "tree", to + "blocked2/"));
        Files.createDirectories(place(at, "taken").resolve("single"));
        troubles.put("a directory of the file's name", List.of(from + "single", to + "taken/"));
        Files.writeString(place(at, "taken2").resolve("tree"), "a file");
        troubles.put("a file of the directory's name", List.of(from + "tree", to + "taken2/"));
        troubles.put("a file for the contents", List.of(from + "tree/", to + "taken2/tree"));
        Files.writeString(place(at, "file").resolve("f"), "a file");
        troubles.put("a slash behind a file", List.of(from + "single", to + "file/f/"));
        troubles.put("a file below a file", List.of(from + "single", to + "file/f/sub/x"));
        troubles.put("a tree below a file", List.of(from + "tree/", to + "file/f/sub/x"));
        troubles.put("no source", List.of(from + "missing", to + "new"));
        troubles.put("a slash behind the source, a file", List.of(from + "single/", to + "new"));
        if (links) {
            Files.createSymbolicLink(place(at, "link").resolve("l"), at.resolve("nowhere"));
            troubles.put("a link that leads nowhere", List.of(from + "single", to + "link/l"));
            troubles.put("a link that leads nowhere for a tree", List.of(from + "tree/", to + "link/l"));
            troubles.put("below a link that leads nowhere", List.of(from + "single", to + "link/l/x"));
        }
        // some servers run as other users
        try (Stream<Path> all = Files.walk(at)) {
            for (Path one : all.filter(path -> Files.isDirectory(path)).toList()) {
                Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        }
    }

    private void assertEndsAlike(String command) {
        SoftAssertions all = new SoftAssertions();
        troubles.forEach((what, words) -> {
            List<String> line = new ArrayList<>(List.of(command, "-n"));
            line.addAll(words);
            Cli.Result dry = cli.run(line.toArray(String[]::new));
            line.remove("-n");
            Cli.Result real = cli.run(line.toArray(String[]::new));
            all.assertThat(real.code()).as(what + ": " + real.err()).isNotZero();
            all.assertThat(dry.code())
                    .as(what + ":\n" + dry.out() + dry.err() + "in place of\n" + real.err())
                    .isEqualTo(real.code());
        });
        all.assertAll();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FTPS", "DAVS", "S3", "RCLONE"})
    void refusesWhatTheCopyRefuses(Kind kind) throws Exception {
        start(kind);
        source(Files.createDirectory(directory.resolve("here")));
        boolean links = kind == Kind.LOCAL || kind == Kind.SFTP;
        troubles(directory.resolve("here") + "/", root, base, links);
        assertEndsAlike("copy");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "SFTP", "NODE"})
    void refusesWhatTheSyncRefuses(Kind kind) throws Exception {
        start(kind);
        source(Files.createDirectory(directory.resolve("here")));
        troubles(directory.resolve("here") + "/", root, base, kind != Kind.NODE);
        assertEndsAlike("sync");
    }

    @ParameterizedTest
    @EnumSource(names = {"SFTP", "NODE"})
    void refusesWhatTheCopyToThisMachineRefuses(Kind kind) throws Exception {
        start(kind);
        source(root);
        Path here = Files.createDirectory(directory.resolve("here"));
        troubles(base, here, here + "/", true);
        assertEndsAlike("copy");
    }

    @Test
    void knowsThatTheFileSystemKeepsNoHardLinks() throws Exception {
        source(Files.createDirectory(directory.resolve("here")));
        Files.createLink(tree.resolve("also"), tree.resolve("x"));
        try (FoldingDisk disk = FoldingDisk.mount(directory.resolve("exfat"))) {
            for (String command : List.of("sync", "copy", "copy")) {
                for (String dry : List.of("-n ", "")) {
                    Cli.Result result = cli.runLine(
                            command + " --strict -H " + dry + "%s/ %s", tree, disk.directory + "/" + command);
                    assertThat(result.code()).as(dry + command + result.err()).isEqualTo(15);
                    assertThat(result.err()).contains("the file system there keeps no hard links");
                }
            }
            try (Stream<Path> left = Files.list(disk.directory)) {
                assertThat(left).hasSize(2);
            }
            Files.delete(tree.resolve("also"));
            assertThat(cli.runLine("copy --strict -H -n %s/ %s", tree, disk.directory + "/copy")
                            .code())
                    .isZero();
        }
    }

    @Test
    void refusesWhatTheTransportDoesNotSupport() throws Exception {
        start(Kind.NODE);
        source(Files.createDirectory(directory.resolve("here")));
        String from = single.toString();
        troubles.put("plut without --dedicated", List.of("--transport", "plut", from, base + "x"));
        troubles.put("tsp without --rate", List.of("--transport", "tsp", from, base + "x"));
        troubles.put("--overwrite between nodes", List.of("--overwrite", "newer", base + "a", base + "x"));
        troubles.put("a directory into itself", List.of(tree.toString(), tree + "/d/"));
        troubles.put("a backup above", List.of("--backup-dir", "../old", tree + "/", directory.resolve("new") + "/"));
        troubles.put(
                "no source of a stream", List.of(directory.resolve("missing").toString(), "-"));
        troubles.put("no source of a node's stream", List.of(base + "missing", "-"));
        troubles.put("streams of a stream", List.of("--streams", "4", "-", base + "x"));
        troubles.put(
                "no source for storage", List.of(directory.resolve("missing").toString(), "srm://127.0.0.1:1/x"));
        assertEndsAlike("copy");
        assertThat(directory.resolve("new")).doesNotExist();
    }
}
