package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.platform.PrivateFiles;
import tools.jackson.databind.JsonNode;

/** {@code sync --delete} by the command line: what it deletes, and what it never deletes. */
@Timeout(300)
class SyncDeletionTest extends SyncCase {
    @Test
    void withDeleteTheDestinationBecomesEqualAndWhatWentIsNamed() throws Exception {
        cli.run("sync", from + "/", to.toString());
        write(to.resolve("d0/old\nname"), "x");
        Path kept = Files.createDirectory(directory.resolve("kept"));
        write(kept.resolve("data"), "not the link's");
        Files.createSymbolicLink(to.resolve("link"), kept);
        write(from.resolve("new"), "x");
        Files.setLastModifiedTime(from, FileTime.fromMillis(1_234_567_800_000L));
        Files.setLastModifiedTime(from.resolve("d1"), FileTime.fromMillis(1_234_567_890_000L));

        Cli.Result result = cli.run("sync", "--delete", "--json", from + "/", to.toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.json().get("deleted"))
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("d0/old\nname", "link");
        assertThat(names(to)).isEqualTo(names(from));
        assertThat(kept.resolve("data")).exists();
        for (String name : List.of(".", "d0", "d1")) {
            assertThat(Files.getLastModifiedTime(to.resolve(name)))
                    .isEqualTo(Files.getLastModifiedTime(from.resolve(name)));
        }
    }

    /** As by rsync: it is not what was named as the destination. */
    @Test
    void aLinkInThePlaceOfTheCopyIsReplacedAndNothingIsDeletedBehindIt() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        write(elsewhere.resolve("theirs"), "x");
        for (String command : List.of("sync", "copy")) {
            Path down = Files.createDirectory(directory.resolve(command));
            Path link = Files.createSymbolicLink(down.resolve(from.getFileName()), elsewhere);
            List<String> line = new ArrayList<>(List.of(command, from.toString(), down + "/"));
            line.addAll(command.equals("sync") ? List.of("--delete", "--max-delete=100%") : List.of());

            assertThat(cli.run(Stream.concat(line.stream(), Stream.of("-n")).toArray(String[]::new))
                            .out())
                    .contains("would copy, new: d0/f0");
            assertThat(link).isSymbolicLink();
            Cli.Result result = cli.run(line.toArray(String[]::new));

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(Files.isSymbolicLink(link)).isFalse();
            assertThat(names(link)).isEqualTo(names(from));
            assertThat(elsewhere.toFile().list()).containsExactly("theirs");
        }
    }

    @Test
    void directoriesThatTheSourceDoesNotHaveGoWithAllThatIsInThemButNotPartialFiles() throws Exception {
        cli.run("sync", from + "/", to.toString());
        write(to.resolve("gone/deep/1"), "x");
        write(to.resolve("busy/2"), "x");
        write(to.resolve("busy/.waybill-0123456789ab-0123456789ab.part"), "half");

        Cli.Result result = cli.run("sync", "--delete", "--max-delete", "20%", from + "/", to.toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(to.resolve("gone")).doesNotExist();
        assertThat(to.resolve("busy/.waybill-0123456789ab-0123456789ab.part")).exists();
        assertThat(to.resolve("busy/2")).doesNotExist();
        assertThat(result.out()).contains("deleted: gone/deep/1", "not deleted: busy: is not empty");
    }

    @Test
    void moreThanATenthIsNotDeletedUnlessItIsAllowed() throws Exception {
        cli.run("sync", from + "/", to.toString());
        for (int i = 0; i < 10; i++) {
            write(to.resolve("x" + i), "x");
        }
        write(from.resolve("d1/new"), "x");

        refused(cli.run("sync", "--quiet", "--delete", from + "/", to.toString()), 12, "--max-delete 10 allows it");
        assertThat(to.resolve("x9")).exists();
        assertThat(to.resolve("d1/new")).exists();
        refused(cli.run("sync", "--delete", "--max-delete", "5%", "--quiet", from + "/", to.toString()), 12, "5 %");
        assertThat(cli.run("sync", "--delete", "--max-delete", "10", from + "/", to.toString())
                        .code())
                .isZero();
        assertThat(names(to)).isEqualTo(names(from));
        refused(cli.run("sync", "--delete", "--max-delete", "x", from + "/", to.toString()), 2, "--max-delete");
    }

    @Test
    void aListThatNamesWhatIsNotThereDeletesNothingAndIsNoUnsafeSync() throws Exception {
        cli.run("sync", from + "/", to.toString());
        write(to.resolve("d0/old"), "x");
        Files.delete(to.resolve("d0/f0"));
        Path list = Files.write(directory.resolve("list"), List.of("d0", "none"));
        String command = "sync --delete --max-delete 1 --files-from %s %s/ %s";

        for (String run : List.of(command + " -n", command)) {
            Cli.Result result = cli.runLine(run, list, from, to);
            assertThat(result.code()).as(result.err()).isEqualTo(3);
            assertThat(result.err())
                    .contains("deleted, because --files-from names 'none', which neither SRC nor DST has");
            assertThat(to.resolve("d0/f0").toFile().exists()).isEqualTo(run.equals(command));
        }
        assertThat(to.resolve("d0/old")).exists();
        Files.writeString(list, "d0\n");
        assertThat(cli.runLine(command, list, from, to).code()).isZero();
        assertThat(to.resolve("d0/old")).doesNotExist();
    }

    @Test
    void anEmptySourceOrOneOnAnotherFileSystemDeletesNothing() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("mounted"), from);
        assertThat(cli.run("sync", link + "/", to.toString()).code()).isZero();
        Files.delete(link);
        Path empty = Files.createDirectory(directory.resolve("no disk here"));
        Files.createSymbolicLink(link, empty);
        refused(
                cli.run("sync", "--delete", "--max-delete", "100%", "--quiet", link + "/", to.toString()),
                12,
                "the source is empty");
        assertThat(names(to)).hasSize(34);

        Path other = Path.of("/dev/shm/waybill-sync-" + ProcessHandle.current().pid());
        try {
            write(other.resolve("f"), "x");
            Files.delete(link);
            Files.createSymbolicLink(link, other);
            refused(
                    cli.run("sync", "--delete", "--max-delete", "100%", link + "/", to.toString()),
                    12,
                    "another file system");
            assertThat(names(to)).hasSize(34);
            assertThat(cli.run("sync", "--delete", "--max-delete", "100%", "--source-moved", link + "/", to.toString())
                            .code())
                    .isZero();
            assertThat(names(to)).containsExactly("f");
        } finally {
            Files.deleteIfExists(other.resolve("f"));
            Files.deleteIfExists(other);
        }
    }

    @Test
    void homesRootsAndWhatHoldsTheSourceAreNeverDeletedIn() throws Exception {
        Path home = Files.createDirectories(directory.resolve("user"));
        refused(cli.run("sync", "--delete", from + "/", home.toString()), 12, "home");
        refused(cli.run("sync", "--delete", from + "/", directory.toString()), 12, "home");
        refused(cli.run("sync", "--delete", from + "/", "/"), 12, "in /");
        refused(cli.run("sync", "--delete", from + "/", from.resolve("d0").toString()), 12, "inside");
        refused(cli.run("sync", "--delete", from.resolve("d0") + "/", from.toString()), 12, "contains the source");
        refused(cli.run("sync", "--delete", from + "/", from.toString()), 12, "is the source");
        refused(cli.run("sync", "--delete", file.toString(), to.toString()), 2, "for directories");
        refused(cli.run("sync", from + "/", "-"), 2, "stream");
        assertThat(names(from)).hasSize(34);
    }

    @Test
    void whatIsInTheWayGoesWithDeleteOnly() throws Exception {
        cli.run("sync", from + "/", to.toString());
        Files.delete(to.resolve("d0/f0"));
        write(to.resolve("d0/f0/in the way"), "x");
        Files.delete(from.resolve("empty"));
        write(from.resolve("empty"), "a file now");

        Cli.Result kept = cli.run("sync", "--quiet", from + "/", to.toString());
        assertThat(kept.code()).isEqualTo(12);
        assertThat(kept.err()).contains("--delete replaces it", "not transferred: d0/f0: ", "not transferred: empty: ");
        assertThat(to.resolve("d0/f0/in the way")).exists();
        Cli.Result result = cli.run("sync", "--delete", from + "/", to.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(names(to)).isEqualTo(names(from));
        assertThat(to.resolve("d0/f0")).hasContent("content 0");
    }

    @Test
    void aPartOfTheSourceThatCannotBeListedKeepsAllAtTheDestination() throws Exception {
        Packages.requireRoot("the server's files are another user's");
        cli.run("sync", from + "/", to.toString());
        write(to.resolve("old"), "x");
        try (Stream<Path> all = Files.walk(directory)) {
            all.forEach(SyncCommandTest::open);
        }
        Files.setAttribute(from.resolve("d2"), "unix:mode", 0700);
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            login(server);
            Cli.Result result = cli.run("sync", "--quiet", "--delete", url(server, from) + "/", to.toString());
            refused(result, 12, "d2 of the source could not be read");
            assertThat(to.resolve("old")).exists();
            assertThat(cli.run("sync", url(server, from) + "/", to.toString()).code())
                    .isEqualTo(6);
        }
    }

    @Test
    void aReadOnlyDirectoryOfTheLogInIsEmptiedBySsh() throws Exception {
        Packages.requireRoot("the server's files are another user's");
        for (String name : List.of("own/deep/x", "own/y", "d0/old", "others/w")) {
            write(to.resolve(name), "old");
        }
        try (Stream<Path> all = Files.walk(directory)) {
            all.forEach(SyncCommandTest::open);
        }
        try (Stream<Path> all = Files.walk(to)) {
            for (Path one : all.toList()) {
                Files.setAttribute(one, "unix:mode", Files.isDirectory(one) && !one.equals(to) ? 0555 : 0755);
                Files.setAttribute(one, "unix:uid", one.endsWith("others") ? 0 : 65_534);
            }
        }
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            login(server);
            Cli.Result result = cli.run(
                    "sync", "--delete", "--max-delete", "100%", "--exclude", "/d?/f*", from + "/", url(server, to));
            assertThat(result.code()).as(result.err()).isEqualTo(6);
        }
        assertThat(to.resolve("own")).doesNotExist();
        assertThat(to.resolve("d0")).isEmptyDirectory();
        assertThat(Files.getAttribute(to.resolve("d0"), "unix:mode")).isEqualTo(040_555);
        assertThat(to.resolve("others/w")).exists();
    }

    @Test
    void aReadOnlyDirectoryOfTheLogInTakesACopyBySsh() throws Exception {
        Packages.requireRoot("the server's files are another user's");
        readOnlyOfNobody("d0/f0", "d1/f1");
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            login(server);
            Cli.Result result = cli.run("copy", "--backup-dir", "kept", from + "/", url(server, to));
            assertThat(result.code()).as(result.err()).isZero();
        }
        assertThat(to.resolve("kept/d0/f0")).hasContent("other");
        PrivateFiles.removeTree(to.resolve("kept"));
        assertThat(names(to)).isEqualTo(names(from));
        assertThat(to.resolve("d0/f0")).hasContent("content 0");
        for (String name : List.of("", "d0", "d1")) {
            assertThat(Files.getAttribute(to.resolve(name), "unix:mode")).isEqualTo(040_555);
        }
    }

    /** Of the SFTP server's user, and so is the destination itself. */
    private void readOnlyOfNobody(String... files) throws IOException {
        for (String name : files) {
            write(to.resolve(name), "other");
        }
        try (Stream<Path> all = Files.walk(directory)) {
            all.forEach(SyncCommandTest::open);
        }
        try (Stream<Path> all = Files.walk(to)) {
            for (Path one : all.toList()) {
                Files.setAttribute(one, "unix:uid", 65_534);
                if (Files.isDirectory(one)) {
                    Files.setAttribute(one, "unix:mode", 0555);
                }
            }
        }
    }

    @Test
    void aDirectoryThatIsOpenWhenTheServersProcessEndsIsReadOnlyAtTheEnd() throws Exception {
        Packages.requireRoot("the server's files are another user's");
        Files.write(from.resolve("d0/big"), new byte[2 << 20]);
        readOnlyOfNobody("d0/f0");
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY)) {
            login(server);
            Thread killing = Thread.ofPlatform().daemon().start(() -> killWhenOpen(to.resolve("d0")));
            Cli.Result result = cli.run("copy", "--rate", "8Mbit", from + "/", url(server, to));
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(killing.join(Duration.ofSeconds(1))).as("it was killed").isTrue();
        }
        assertThat(to.resolve("d0/big")).hasSize(2 << 20);
        for (String name : List.of("", "d0")) {
            assertThat(Files.getAttribute(to.resolve(name), "unix:mode")).isEqualTo(040_555);
        }
    }

    /** All that this test's server has started for SFTP. */
    private static void killWhenOpen(Path directory) {
        try {
            while (Files.getAttribute(directory, "unix:mode").equals(040_555)) {
                Thread.sleep(10);
            }
            ProcessHandle.current()
                    .descendants()
                    .filter(one -> one.info().command().orElse("").endsWith("/sftp-server"))
                    .forEach(ProcessHandle::destroyForcibly);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatAFilterLeavesOutStaysUnlessItIsToGoToo() throws Exception {
        write(to.resolve("d0/scratch.tmp"), "x");
        write(to.resolve("logs/1"), "x");
        write(to.resolve("theirs/deep/only.tmp"), "x");
        write(from.resolve("d1/new.tmp"), "x");
        String[] sync = {
            "sync",
            "--delete",
            "--max-delete",
            "100%",
            "--exclude",
            "*.tmp",
            "--exclude",
            "/logs",
            from + "/",
            to.toString()
        };

        synced(sync);
        assertThat(synced(Stream.concat(Stream.of(sync), Stream.of("-n")).toArray(String[]::new))
                        .out())
                .as("a directory of what stays")
                .doesNotContain("would delete");
        assertThat(names(to))
                .contains("d0/scratch.tmp", "logs/1", "theirs/deep/only.tmp")
                .doesNotContain("d1/new.tmp")
                .contains("d2/f2");
        synced(Stream.concat(Stream.of(sync), Stream.of("--delete-excluded")).toArray(String[]::new));
        assertThat(names(to)).doesNotContain("d0/scratch.tmp", "logs", "logs/1");

        synced("sync", from + "/", to.toString());
        assertThat(names(to)).as("with what the filter leaves out").contains("d1/new.tmp");
        synced(Stream.concat(Stream.of(sync), Stream.of("--delete-excluded")).toArray(String[]::new));
        assertThat(names(to)).as("though the source has it").doesNotContain("d1/new.tmp");
        write(to.resolve("old"), "x");
        synced("sync", "--delete", "--delete-excluded", "--max-delete=100%", "--max-size=0", from + "/", to.toString());
        assertThat(names(to)).as("nothing of the source has the name").doesNotContain("old");
        assertThat(names(to)).as("as by rsync, a size is no filter").contains("d2/f2");
        write(to.resolve("d0/old"), "x");
        synced("sync", "--delete", "--delete-excluded", "--max-delete=100%", from + "/d0", from + "/d1", to + "/");
        assertThat(names(to)).doesNotContain("d0/old");
        assertThat(names(to)).as("what no source names").contains("d2/f2");
    }

    /** What a command that refuses its options leaves proves nothing. */
    private Cli.Result synced(String... line) {
        Cli.Result result = cli.run(line);
        assertThat(result.code()).as(result.err()).isZero();
        return result;
    }

    @Test
    void atATerminalTheDeletionIsShownAndAskedFor() throws Exception {
        cli.runLine("sync %s/ %s", from, to);
        for (int i = 0; i < 2; i++) {
            write(to.resolve("old " + i), "x");
        }
        String[] sync = Cli.words("sync --delete %s/ %s", from, to);

        Typed.Result refused = Typed.run(directory, List.of("delete 2 entries", "y"), sync);
        assertThat(refused.code()).as(refused.seen()).isEqualTo(12);
        assertThat(refused.seen())
                .contains(
                        "will be deleted: old 0", "will be deleted: old 1", "nothing was done: the answer was not yes");
        assertThat(to.resolve("old 0")).exists();

        Typed.Result done = Typed.run(directory, List.of("delete 2 entries", "yes"), sync);
        assertThat(done.code()).as(done.seen()).isZero();
        assertThat(names(to)).isEqualTo(names(from));
    }

    @Test
    void aDestinationThatVanishesDuringTheSyncIsAFailureAndNothingIsDeleted() throws Exception {
        write(to.resolve("old"), "x");
        for (int i = 0; i < 20; i++) {
            Files.write(from.resolve("big" + i), new byte[200_000]);
        }
        Path away = directory.resolve("away");
        Thread vanishing = Thread.ofVirtual().start(() -> {
            try {
                while (to.toFile().list((in, name) -> name.startsWith("big")).length == 0) { // of 20 that take 4 s
                    Thread.sleep(5);
                }
                Files.move(to, away);
                Files.createFile(to);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Cli.Result result = cli.runLine("sync --delete --max-delete 50%% --bwlimit 1m %s/ %s", from, to);
        vanishing.join();

        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err().lines().filter(line -> line.contains("files failed")))
                .singleElement()
                .asString()
                .startsWith("waybill: ")
                .endsWith("a part of the path is not a directory");
        assertThat(result.err()).doesNotContain("Exception", "NotDirectory");
        assertThat(result.out()).doesNotContain("deleted");
        assertThat(away.resolve("old")).exists();
        assertThat(to).isRegularFile();
    }

    /** The other name is equal there: before, the file in the directory's place became one of its own. */
    @Test
    void aHardLinkIsMadeInThePlaceOfADirectory() throws Exception {
        Files.createLink(from.resolve("name"), from.resolve("d0/f0"));
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (SshServer server = SshServer.start(directory);
                WaybillNode node = cli.node(data)) {
            login(server);
            for (String url : List.of(
                    directory.resolve("copy").toString(),
                    url(server, to),
                    "waybill://127.0.0.1:" + node.address().getPort() + "/copy")) {
                Path copy =
                        url.startsWith("sftp") ? to : url.startsWith("waybill") ? data.resolve("copy") : Path.of(url);
                assertThat(cli.runLine("sync --exclude name %s/ %s", from, url).code())
                        .isZero();
                write(copy.resolve("name/is a directory"), "x");

                JsonNode planned = cli.runLine("sync -n -H --delete --json %s/ %s", from, url)
                        .json();
                assertThat(planned.get("newBytes").asLong()).as(url).isZero();
                Cli.Result result = cli.runLine("sync -H --strict --delete %s/ %s", from, url);

                assertThat(result.code()).as(url + result.err()).isZero();
                assertThat(Files.isSameFile(copy.resolve("name"), copy.resolve("d0/f0")))
                        .as(url)
                        .isTrue();
            }
        }
    }

    @Test
    void aSourceThatIsRewrittenDuringTheSyncIsAFailureAndNothingIsDeleted() throws Exception {
        write(to.resolve("old"), "x");
        Path large = Files.write(from.resolve("large"), new byte[3_000_000]);
        Thread writing = Thread.ofVirtual().start(() -> {
            try {
                while (!Files.exists(to.resolve("d0"))) {
                    Thread.sleep(5);
                }
                for (int i = 0; i < 40; i++) {
                    Files.write(large, new byte[3_000_000 + i]);
                    Thread.sleep(50);
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Cli.Result result = cli.runLine("sync --delete --max-delete 50%% --bwlimit 2m %s/ %s", from, to);
        writing.join();

        refused(result, 13, "large");
        assertThat(to.resolve("old")).exists();
        assertThat(to.resolve("large")).doesNotExist();
    }
}
