package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.testserver.Packages;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files of another user: in a user's home after {@code sudo waybill}, and at the target. Here root without root's
 * powers meets files of {@code nobody}, since another user could not read the classes.
 */
@Timeout(120)
class OthersFilesTest {
    private static final int NOBODY = 65_534;
    private static final List<String> WITHOUT_POWERS = List.of("setpriv", "--bounding-set=-all");

    @TempDir
    private Path directory;

    private Commands commands;

    @BeforeEach
    void prepare() throws IOException {
        Packages.requireRoot("another user's files are wanted");
        commands = new Commands(directory);
        commands.emptyHome();
    }

    private Path ofNobody(String name, boolean isDirectory) throws IOException {
        Path file = commands.home().resolve(name);
        if (isDirectory) {
            Files.createDirectory(file);
        } else {
            Files.createFile(file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(isDirectory ? "rwx------" : "rw-------"));
        Files.setAttribute(file, "unix:uid", NOBODY);
        return file;
    }

    private Commands.Result run(String... line) throws IOException, InterruptedException {
        return Commands.ended(commands.under(WITHOUT_POWERS, line));
    }

    private String remedy(Path file) {
        return file + " belongs to nobody ('sudo chown -R root " + commands.home() + "' fixes it)";
    }

    @Test
    void aTransferIsDoneWhateverTheHomeDoesNotLetIn() throws Exception {
        Path outbox = ofNobody("outbox", true);
        Path key = ofNobody("partials.key", false);
        for (String file :
                List.of("partials.key.lock", "vault", "vault.lock", "service.lock", "identity.pem", "peers")) {
            ofNobody(file, false);
        }
        for (String below : List.of("service", "logs", "locks", "hosts", "activity")) {
            ofNobody(below, true);
        }
        Path source = Files.writeString(commands.work().resolve("data"), "data");

        Commands.Result result = run("move", "data", "copy");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(commands.work().resolve("copy")).satisfies(sameContentAs(source));
        assertThat(result.err())
                .contains("cannot record this transfer in the history: ")
                .contains(remedy(outbox))
                .contains("it cannot be resumed")
                .contains(remedy(key))
                .doesNotContain("Exception");
    }

    @Test
    void aTransferIsDoneThoughTheWholeHomeIsAnothers() throws Exception {
        Files.setPosixFilePermissions(commands.home(), PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(commands.home(), "unix:uid", NOBODY);
        Path source = Files.writeString(commands.work().resolve("data"), "data");

        Commands.Result copied = run("copy", "data", "copy");
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(commands.work().resolve("copy")).satisfies(sameContentAs(source));
        assertThat(copied.err()).contains(remedy(commands.home())).doesNotContain("Exception");

        Commands.Result listed = run("ls", ".");
        assertThat(listed.code()).as(listed.err()).isZero();
        assertThat(listed.out()).contains("data", "copy");
        assertThat(listed.err()).contains(remedy(commands.home())).hasLineCount(1);

        Commands.Result added = run("remote", "add", "there", "sftp://127.0.0.1/");
        assertThat(added.code()).as(added.err()).isEqualTo(7);
    }

    @Test
    void whatIsMissingOfATreeIsNamedAndItsReasonIsTheExitCode() throws Exception {
        Path outbox = ofNobody("outbox", true);
        Path tree = Files.createDirectory(commands.work().resolve("tree"));
        Files.writeString(tree.resolve("a"), "a");
        Path closed = Files.writeString(tree.resolve("b"), "b");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));
        Files.setAttribute(closed, "unix:uid", NOBODY);

        Commands.Result result = run("move", "--json", "--transport", "local", "tree", "copy/");

        assertThat(result.code()).as(result.err()).isEqualTo(6);
        assertThat(result.err())
                .contains("cannot record this transfer in the history: ")
                .contains(remedy(outbox));
        JsonNode missing = JsonMapper.shared().readTree(result.out()).get("notTransferred");
        assertThat(missing).hasSize(1);
        assertThat(missing.get(0).get("path").asString()).isEqualTo("b");
        assertThat(commands.work().resolve("copy/tree/a")).exists();
    }

    @Test
    void whatCannotBeDoneWithoutSaysInALineHowToGetItBack() throws Exception {
        Path lock = ofNobody("service.lock", false);
        Path vault = ofNobody("vault", false);
        Path identity = ofNobody("identity.pem", false);
        assertRefused(lock, "history", "show");
        assertRefused(vault, "account", "list");
        assertRefused(identity, "move", "--transport", "tcp", "/etc/hostname", "waybill://127.0.0.1:1/x");
    }

    /** What rsync does: nothing. Where something is to be written, and may not be, that is named. */
    @Test
    void whatSomebodyElseHasMovedThereAlreadyIsNothingToDo() throws Exception {
        Path work = commands.work();
        Path tree = Files.createDirectories(work.resolve("src/sub")).getParent();
        Files.writeString(tree.resolve("a"), "aaa");
        Files.writeString(tree.resolve("sub/b"), "b");
        Path served = Files.createDirectories(work.resolve("served/up"));
        for (String there : List.of("copy", "down", "served/up")) {
            copyOfNobody(tree, Files.createDirectories(work.resolve(there)).resolve("src"));
        }
        Commands.Started node = commands.under(
                WITHOUT_POWERS,
                "node",
                "--listen",
                "127.0.0.1:0",
                "--data-dir",
                served.getParent().toString());
        try {
            String url = "waybill://127.0.0.1:" + PrivateFilesTest.port(node) + "/up/";
            List<List<String>> moves =
                    List.of(List.of("src", "copy"), List.of("src", url), List.of(url + "src", "down"));
            for (List<String> ends : moves) {
                Commands.Result again =
                        run("move", "--error-on-no-transfer", "--transport", transport(ends), ends.get(0), ends.get(1));
                // what is as small as this is sent along to a node before it has said that it is there
                assertThat(again.code())
                        .as(ends + ": " + again.err())
                        .isIn(9, ends.get(1).startsWith(url) ? 0 : 9);
                assertThat(again.err()).doesNotContain("denied");
            }
            Files.writeString(tree.resolve("new"), "new");
            for (String there : List.of("copy", url)) {
                Commands.Result partly = run("move", "--json", "--transport", transport(List.of(there)), "src", there);
                assertThat(partly.code()).as(partly.err()).isEqualTo(6);
                JsonNode missing = partly.json().get("notTransferred");
                assertThat(missing).as(partly.out()).hasSize(1);
                assertThat(missing.get(0).get("path").asString()).isEqualTo("new");
            }
        } finally {
            node.process().destroy();
            node.process().waitFor();
        }
    }

    /** As rsync makes it writable for that; the permissions of what stays are as before. */
    @Test
    void aReadOnlyDirectoryIsEmptiedIfItIsOnesOwn() throws Exception {
        Path work = commands.work();
        Files.createDirectories(work.resolve("from/both"));
        Files.writeString(work.resolve("from/a"), "a");
        Path served = Files.createDirectory(work.resolve("served"));
        Commands.Started node =
                commands.under(WITHOUT_POWERS, "node", "--listen", "127.0.0.1:0", "--data-dir", served.toString());
        try {
            String url = "waybill://127.0.0.1:" + PrivateFilesTest.port(node);
            for (String to : List.of(work + "/to", url + "/to", work + "/kept", url + "/kept")) {
                Path there = to.startsWith("/") ? Path.of(to) : served.resolve(StorePath.name(to));
                boolean kept = to.endsWith("kept");
                List<Path> readOnly = readOnlyDirectories(there);
                Files.setAttribute(readOnly.getLast(), "unix:uid", NOBODY);

                Commands.Result result = kept
                        ? run("sync", "--delete", "--max-delete", "100%", "--backup-dir", "old", "from/", to)
                        : run("sync", "--delete", "--max-delete", "100%", "from/", to);

                assertThat(result.code()).as(result.err()).isEqualTo(6);
                assertThat(result.out()).contains("deleted: own/deep/x", "not deleted: others/w: ");
                assertThat(there.resolve("own")).doesNotExist();
                assertThat(Files.exists(there.resolve("old/own/deep/x"))).isEqualTo(kept);
                assertThat(there.resolve("both")).isEmptyDirectory();
                assertThat(Files.getPosixFilePermissions(there.resolve("both")))
                        .isEqualTo(PosixFilePermissions.fromString("r-xr-xr-x"));
                assertThat(there.resolve("others/w")).exists();
            }
            readOnlyDirectories(served.resolve("rm"));
            for (String gone : List.of("/rm/both/z", "/rm/own")) { // a node does not know for which command it is
                Commands.Result removed = run("rm", "-r", url + gone);
                assertThat(removed.code()).as(removed.err()).isZero();
                assertThat(served.resolve(gone.substring(1))).doesNotExist();
            }
            assertThat(Files.getPosixFilePermissions(served.resolve("rm/both")))
                    .isEqualTo(PosixFilePermissions.fromString("r-xr-xr-x"));
        } finally {
            node.process().destroy();
            node.process().waitFor();
        }
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode") & 0777;
    }

    private Commands.Started node(Path served) throws IOException {
        return commands.under(WITHOUT_POWERS, "node", "--listen", "127.0.0.1:0", "--data-dir", served.toString());
    }

    @Test
    void aReadOnlyTreeOfOnesOwnTakesACopyAndKeepsWhatItReplacesAndIsReadOnlyAgain() throws Exception {
        Path work = commands.work();
        Path from = Files.createDirectories(work.resolve("from/d/new/deep"));
        Files.writeString(from.resolve("c"), "c");
        Files.writeString(work.resolve("from/a"), "new");
        Files.writeString(work.resolve("from/d/b"), "new");
        Files.createSymbolicLink(work.resolve("from/d/link"), Path.of("b"));
        Path served = Files.createDirectory(work.resolve("served"));
        Commands.Started node = node(served);
        try {
            for (String to : List.of(work + "/to", "waybill://127.0.0.1:" + PrivateFilesTest.port(node) + "/to")) {
                Path there = to.startsWith("/") ? Path.of(to) : served.resolve("to");
                Files.createDirectories(there.resolve("d"));
                Files.writeString(there.resolve("a"), "old");
                Files.writeString(there.resolve("d/b"), "old");
                for (Path each : List.of(there.resolve("d"), there)) {
                    Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
                }

                Commands.Result copied =
                        run("copy", "--backup-dir", "old/er", "--transport", transport(List.of(to)), "from/", to);

                assertThat(copied.code()).as(to + ": " + copied.err()).isZero();
                for (String name : List.of("a", "d/b")) {
                    assertThat(there.resolve(name)).hasContent("new");
                    assertThat(there.resolve("old/er").resolve(name)).hasContent("old");
                }
                assertThat(there.resolve("d/new/deep/c")).hasContent("c");
                assertThat(there.resolve("d/link")).isSymbolicLink();
                assertThat(List.of(mode(there), mode(there.resolve("d"))))
                        .as(to)
                        .containsOnly(0555);
                assertThat(there.toFile().list()).containsExactlyInAnyOrder("a", "d", "old");
            }
        } finally {
            node.process().destroy();
            node.process().waitFor();
        }
    }

    @Test
    void aDirectoryThatAKilledCopyHasOpenedIsReadOnlyAfterTheNextOne() throws Exception {
        Path work = commands.work();
        Files.write(Files.createDirectories(work.resolve("from/d")).resolve("f"), new byte[4 << 20]);
        Path served = Files.createDirectory(work.resolve("served"));
        for (boolean atNode : List.of(false, true)) {
            Path to = atNode ? served.resolve("to") : work.resolve("to");
            Path there = Files.createDirectories(to.resolve("d"));
            Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("r-xr-xr-x"));
            Commands.Started node = node(served);
            String url = "waybill://127.0.0.1:" + PrivateFilesTest.port(node) + "/to";
            String target = atNode ? url : to.toString();
            Commands.Started copy = commands.under(
                    WITHOUT_POWERS,
                    "copy",
                    "--transport",
                    transport(List.of(target)),
                    "--rate",
                    "2Mbit",
                    "from/",
                    target);
            while (mode(there) == 0555) {
                assertThat(copy.process().isAlive())
                        .as(copy.result().toString())
                        .isTrue();
                Thread.sleep(10);
            }
            for (Commands.Started killed : List.of(node, copy)) {
                killed.process().destroyForcibly().waitFor();
            }
            assertThat(mode(there)).isEqualTo(0755);

            Commands.Started next = node(served);
            try {
                String again = atNode ? "waybill://127.0.0.1:" + PrivateFilesTest.port(next) + "/to" : target;
                Commands.Result copied = run("copy", "--transport", transport(List.of(again)), "from/", again);
                assertThat(copied.code()).as(copied.err()).isZero();
            } finally {
                next.process().destroy();
                next.process().waitFor();
            }
            assertThat(there.resolve("f")).hasSize(4 << 20);
            assertThat(mode(there)).as(target).isEqualTo(0555);
            assertThat(there.toFile().list()).containsExactly("f");
        }
    }

    private static List<Path> readOnlyDirectories(Path tree) throws IOException {
        for (String name : List.of("own/deep/x", "own/y", "both/z", "others/w")) {
            Path file = tree.resolve(name);
            Files.writeString(Files.createDirectories(file.getParent()).resolve(file.getFileName()), "old");
        }
        List<Path> all = Stream.of("own/deep", "own", "both", "others")
                .map(tree::resolve)
                .toList();
        for (Path each : all) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        return all;
    }

    /** Named, so that no command starts the service for an advice. */
    private static String transport(List<String> ends) {
        return ends.stream().anyMatch(end -> end.startsWith("waybill:")) ? "tcp" : "local";
    }

    private static void copyOfNobody(Path tree, Path copy) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path each : all.toList()) {
                Path target = copy.resolve(tree.relativize(each).toString());
                Files.copy(each, target, StandardCopyOption.COPY_ATTRIBUTES);
                Files.setAttribute(target, "unix:uid", NOBODY);
            }
        }
    }

    private void assertRefused(Path file, String... line) throws IOException, InterruptedException {
        Commands.Result result = run(line);

        assertThat(result.code()).as(result.err()).isEqualTo(7);
        assertThat(result.err().lines()).as(result.err()).hasSize(1);
        assertThat(result.err())
                .startsWith("waybill: cannot use a file in the home ")
                .contains(remedy(file))
                .doesNotContain("Exception");
    }
}
