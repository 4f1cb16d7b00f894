package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** {@code sync} by the command line: what is at the destination afterwards, and what never happens. */
class SyncCommandTest extends MoveCase {
    private static final FileTime THEN = FileTime.from(Instant.parse("2026-03-01T10:20:30Z"));

    private Path from;
    private Path to;

    @BeforeEach
    void trees() throws IOException {
        from = directory.resolve("from");
        to = directory.resolve("to");
        for (int i = 0; i < 30; i++) {
            write(from.resolve("d" + i % 3 + "/f" + i), "content " + i);
        }
        Files.createDirectory(from.resolve("empty"));
    }

    @Test
    void whatDiffersIsCopiedAndNothingIsDeleted() throws Exception {
        Cli.Result first = cli.run("sync", "--json", from + "/", to.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.json().get("newFiles").asLong()).isEqualTo(30);
        assertThat(names(to)).isEqualTo(names(from));

        write(from.resolve("d0/f0"), "another content");
        write(from.resolve("new/deep/er"), "x");
        write(to.resolve("only there"), "y");
        Cli.Result second = cli.run("sync", "--json", from + "/", to.toString());

        assertThat(second.code()).as(second.err()).isZero();
        JsonNode document = second.json();
        assertThat(document.get("status").asString()).isEqualTo("OK");
        assertThat(document.get("changedFiles").asLong()).isOne();
        assertThat(document.get("newFiles").asLong()).isOne();
        assertThat(document.get("copies").get(0).get("files").asLong()).isEqualTo(2);
        assertThat(document.get("deleted")).isEmpty();
        assertThat(to.resolve("d0/f0")).hasContent("another content");
        assertThat(to.resolve("only there")).exists();
        Cli.Result third = cli.run("sync", from + "/", to.toString());
        assertThat(third.out()).startsWith("nothing to copy, by size and time");
    }

    @Test
    void withDeleteTheDestinationBecomesEqualAndWhatWentIsNamed() throws Exception {
        cli.run("sync", from + "/", to.toString());
        write(to.resolve("d0/old\nname"), "x");
        Path kept = Files.createDirectory(directory.resolve("kept"));
        write(kept.resolve("data"), "not the link's");
        Files.createSymbolicLink(to.resolve("link"), kept);

        Cli.Result result = cli.run("sync", "--delete", "--json", from + "/", to.toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.json().get("deleted"))
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("d0/old\nname", "link");
        assertThat(names(to)).isEqualTo(names(from));
        assertThat(kept.resolve("data")).exists();
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
    void aDirectoryThatIsThereUnderAnotherNameNeedsASlash() throws Exception {
        Files.createDirectories(to);
        refused(cli.run("sync", "--delete", from.toString(), to.toString()), 2, "end the source in /");
        assertThat(cli.run("sync", "--delete", from.toString(), to + "/").code())
                .isZero();
        assertThat(names(to.resolve("from"))).isEqualTo(names(from));
        assertThat(cli.run("sync", from.toString(), directory.resolve("named").toString())
                        .code())
                .isZero();
        assertThat(cli.run(
                                "sync",
                                "--delete",
                                from.toString(),
                                directory.resolve("named").toString())
                        .code())
                .isZero();
        assertThat(names(directory.resolve("named"))).isEqualTo(names(from));
    }

    @Test
    void whatIsInTheWayGoesWithDeleteOnly() throws Exception {
        cli.run("sync", from + "/", to.toString());
        Files.delete(to.resolve("d0/f0"));
        write(to.resolve("d0/f0/in the way"), "x");
        Files.delete(from.resolve("empty"));
        write(from.resolve("empty"), "a file now");

        refused(cli.run("sync", "--quiet", from + "/", to.toString()), 12, "--delete replaces it");
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
    void whatAFilterLeavesOutStaysUnlessItIsToGoToo() throws Exception {
        write(to.resolve("d0/scratch.tmp"), "x");
        write(to.resolve("logs/1"), "x");
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

        Cli.Result kept = cli.run(sync);
        assertThat(kept.code()).as(kept.err()).isZero();
        assertThat(names(to))
                .contains("d0/scratch.tmp", "logs/1")
                .doesNotContain("d1/new.tmp")
                .contains("d2/f2");
        Cli.Result gone = cli.run(
                Stream.concat(Stream.of(sync), Stream.of("--delete-excluded")).toArray(String[]::new));
        assertThat(gone.code()).as(gone.err()).isZero();
        assertThat(names(to)).doesNotContain("d0/scratch.tmp", "logs", "logs/1");

        cli.run("sync", from + "/", to.toString());
        assertThat(names(to)).as("with what the filter leaves out").contains("d1/new.tmp");
        cli.run(Stream.concat(Stream.of(sync), Stream.of("--delete-excluded")).toArray(String[]::new));
        assertThat(names(to)).as("though the source has it").doesNotContain("d1/new.tmp");
    }

    @Test
    void optionsThatWouldDoNothingAreRefused() {
        for (String option : List.of("--delete-excluded", "-R")) {
            Cli.Result refused = cli.run("sync", option, from + "/", to.toString());
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err()).contains(option).hasLineCount(1);
        }
    }

    @Test
    void aDryRunSaysWhatWouldBeDoneAndDoesNothing() throws Exception {
        cli.run("sync", from + "/", to.toString());
        write(from.resolve("new"), "x");
        write(from.resolve("d0/f0"), "changed");
        write(to.resolve("old"), "x");

        Cli.Result text = cli.run("sync", "--dry-run", "--delete", from + "/", to.toString());
        assertThat(text.code()).as(text.err()).isZero();
        assertThat(text.out())
                .contains(
                        "would copy, new: new",
                        "would copy, changed: d0/f0",
                        "would delete: old",
                        "would copy 1 new file (1 B) and 1 changed file (7 B), and delete 1 entry")
                .doesNotContain("bit/s", "verified");
        JsonNode document = cli.run("sync", "-n", "--delete", "--json", from + "/", to.toString())
                .json();
        assertThat(document.get("status").asString()).isEqualTo("PLANNED");
        assertThat(document.get("toDelete")).extracting(JsonNode::asString).containsExactly("old");
        assertThat(document.get("deleted")).isEmpty();
        assertThat(document.get("copies")).isEmpty();
        assertThat(to.resolve("old")).exists();
        assertThat(to.resolve("new")).doesNotExist();
        assertThat(names(from)).contains("new");
    }

    @Test
    void overSshAndToANodeADestinationBecomesEqualToo() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (SshServer server = SshServer.start(directory);
                WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                        .withListen(new java.net.InetSocketAddress("127.0.0.1", 0)))) {
            login(server);
            for (String url : new String[] {
                url(server, to), "waybill://127.0.0.1:" + node.address().getPort() + "/copy"
            }) {
                Path copy = url.startsWith("sftp") ? to : data.resolve("copy");
                Cli.Result first = cli.run("sync", from + "/", url);
                assertThat(first.code()).as(first.err()).isZero();
                write(copy.resolve("old/deep"), "x");
                write(from.resolve("d1/more"), url);
                Cli.Result second = cli.run("sync", "--delete", from + "/", url);
                assertThat(second.code()).as(second.err()).isZero();
                assertThat(names(copy)).isEqualTo(names(from));
                assertThat(copy.resolve("d1/more")).hasContent(url);
                assertThat(cli.run("check", from + "/", url).code()).isZero();
            }
        }
    }

    @Test
    void linksStayLinksAndAreNeitherCopiedAgainNorFollowed() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path precious = Files.createDirectory(directory.resolve("precious"));
        write(precious.resolve("data"), "x");
        Files.createSymbolicLink(from.resolve("in"), Path.of("d0/f0"));
        Files.createSymbolicLink(from.resolve("d1/directory"), Path.of("../d0"));
        Files.createSymbolicLink(from.resolve("d1/dangling"), Path.of("nowhere"));
        try (SshServer server = SshServer.start(directory);
                WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), data)
                        .withListen(new java.net.InetSocketAddress("127.0.0.1", 0)))) {
            login(server);
            for (String url : new String[] {
                directory.resolve("copy").toString(),
                url(server, to),
                "waybill://127.0.0.1:" + node.address().getPort() + "/copy"
            }) {
                Path copy =
                        url.startsWith("sftp") ? to : url.startsWith("waybill") ? data.resolve("copy") : Path.of(url);
                assertThat(cli.run("sync", from + "/", url).code()).isZero();
                assertThat(Files.readSymbolicLink(copy.resolve("d1/directory"))).isEqualTo(Path.of("../d0"));
                Files.createSymbolicLink(copy.resolve("old"), precious);
                Files.delete(copy.resolve("in"));
                write(copy.resolve("in"), "no link");
                Cli.Result second = cli.run("sync", "--delete", "--json", from + "/", url);
                assertThat(second.code()).as(second.err()).isZero();
                assertThat(second.json().get("deleted"))
                        .extracting(JsonNode::asString)
                        .containsExactly("old");
                assertThat(Files.readSymbolicLink(copy.resolve("in"))).isEqualTo(Path.of("d0/f0"));
                assertThat(names(copy)).isEqualTo(names(from));
                Cli.Result third = cli.run("sync", "--delete", from + "/", url);
                assertThat(third.out()).startsWith("nothing to copy");
                assertThat(cli.run("check", from + "/", url).code()).isZero();
                assertThat(precious.resolve("data")).hasContent("x");
            }
            assertThat(cli.run(
                                    "sync",
                                    "--links",
                                    "skip",
                                    from + "/",
                                    directory.resolve("other").toString())
                            .out())
                    .contains("3 entries left out: ");
        }
    }

    private void login(SshServer server) throws IOException {
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
    }

    private static String url(SshServer server, Path path) {
        return "sftp://127.0.0.1:" + server.port() + path;
    }

    private static void open(Path path) {
        try {
            if (!Files.isSymbolicLink(path)) {
                Files.setAttribute(path, "unix:mode", Files.isDirectory(path) ? 0755 : 0644);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static TreeSet<String> names(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !path.equals(root))
                    .map(path -> root.relativize(path).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Path write(Path file, String content) throws IOException {
        if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(file.getParent());
        }
        return Files.setLastModifiedTime(Files.writeString(file, content), THEN);
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
    void whatIsLeftOutIsNamedLastAndStrictMakesItAFailure() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", from.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        for (String run : List.of("first", "second")) {
            Cli.Result result = cli.runLine("sync %s/ %s", from, to);
            assertThat(result.code()).as(run).isZero();
            assertThat(result.out()).as(run).endsWith("1 entry left out: pipe\n");
        }
        Cli.Result strict = cli.runLine("sync --strict --json %s/ %s", from, to);
        assertThat(strict.code()).isEqualTo(15);
        assertThat(strict.json().get("status").asString()).isEqualTo("LEFT_OUT");
        assertThat(strict.json().at("/leftOut/0/path").asString()).isEqualTo("pipe");
    }

    @Test
    void optionsOfRsyncAndCopyAreTaken() throws Exception {
        Path events = directory.resolve("events");
        Path report = directory.resolve("report");
        Cli.Result result = cli.runLine(
                "sync -avz -r -P --partial --progress --bwlimit 50m --streams 2 --events %s --report %s --json %s/ %s",
                events, report, from, to);

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("waybill: -z has no effect").contains("reading back");
        assertThat(Files.readString(report)).isEqualTo(result.out());
        assertThat(Files.readAllLines(events).getLast()).startsWith("{\"event\":\"end\"");

        write(from.resolve("d0/f0"), "another content");
        assertThat(cli.runLine("sync --backup-dir .before --delete %s/ %s", from, to)
                        .code())
                .isZero();
        assertThat(to.resolve(".before/d0/f0")).hasContent("content 0");
        assertThat(cli.runLine("sync --backup-dir .before --delete %s/ %s", from, to)
                        .code())
                .isZero();
        assertThat(to.resolve(".before/d0/f0")).exists();
        assertThat(cli.runLine("sync -q %s/ %s", from, to).err()).isEmpty();
    }

    @Test
    void severalSourcesAndWildcardsAreSyncedAndCheckedTogether() throws Exception {
        Path other = write(directory.resolve("other/x"), "x").getParent();
        Path outside = Files.createDirectory(directory.resolve("outside"));
        assertThat(cli.runLine("sync %s %s %s", from, other, outside).code()).isZero();
        assertThat(names(outside.resolve("from"))).isEqualTo(names(from));
        assertThat(outside.resolve("other/x")).exists();

        write(from.resolve("d1/new"), "new");
        write(outside.resolve("other/old"), "old");
        JsonNode plan = cli.runLine("sync -n --json --delete --max-delete 5 %s %s %s/", from, other, outside)
                .json();
        assertThat(plan.get("newFiles").asInt()).isOne();
        Cli.Result check = cli.runLine("check --json '%s/[fo]*' %s", directory, outside);
        assertThat(check.code()).as(check.out()).isEqualTo(11);
        assertThat(check.json().get("differences").findValuesAsString("path")).contains("from/d1/new", "other/old");
        Cli.Result done = cli.runLine("sync -q --delete --max-delete 5 %s %s %s/", from, other, outside);
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(outside.resolve("other/old")).doesNotExist();
        assertThat(outside.resolve("from/d1/new")).exists();
        refused(cli.runLine("sync --delete %s/ %s/ %s", from, other, outside), 2, "each other's files");
        refused(cli.runLine("sync --delete %s %s %s/d1", from, other, from), 12, "is inside the source");
    }

    @Test
    void namesThatAreNoTextAreNeitherCopiedNorDeletedNorCalledEqual() throws Exception {
        write(from.resolve("a\nb"), "line");
        write(from.resolve("-rf"), "dash");
        cli.runLine("sync %s/ %s", from, to);
        assertThat(to.resolve("a\nb")).hasContent("line");
        assertThat(to.resolve("-rf")).hasContent("dash");
        assertThat(cli.runLine("check %s/ %s", from, to).code()).isZero();
        write(to.resolve("old"), "x");
        assertThat(new ProcessBuilder("bash", "-c", "touch $'caf\\xe9'")
                        .directory(from.toFile())
                        .start()
                        .waitFor())
                .isZero();

        Cli.Result check = cli.runLine("check %s/ %s", from, to);
        assertThat(check.code()).isEqualTo(2);
        assertThat(check.out()).contains("! caf").contains("the name is not UTF-8");
        Cli.Result sync = cli.runLine("sync --delete %s/ %s", from, to);
        assertThat(sync.code()).as(sync.err()).isEqualTo(12);
        assertThat(to.resolve("old")).exists();
    }

    @Test
    void aFilterFileThatCannotBeReadStopsTheSync() throws Exception {
        cli.runLine("sync %s/ %s", from, to);
        write(from.resolve("new"), "x");
        write(to.resolve("old"), "x");
        Path rules = write(directory.resolve("rules"), "- *.tmp\n[broken\n");
        refused(cli.runLine("sync --delete --filter-from %s %s/ %s", rules, from, to), 2, "line 2");
        refused(cli.runLine("sync --delete --filter-from %s.none %s/ %s", rules, from, to), 2, "no such file");
        assertThat(to.resolve("old")).exists();
        assertThat(to.resolve("new")).doesNotExist();
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
                while (!Files.exists(to.resolve("d0"))) {
                    Thread.sleep(20);
                }
                Thread.sleep(300);
                Files.move(to, away);
                Files.createFile(to);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Cli.Result result = cli.runLine("sync --delete --max-delete 50%% --bwlimit 1m %s/ %s", from, to);
        vanishing.join();

        assertThat(result.code()).as(result.err()).isNotZero();
        assertThat(result.err().lines().filter(line -> line.startsWith("waybill: ")))
                .isNotEmpty();
        assertThat(result.err()).doesNotContain("Exception");
        assertThat(away.resolve("old")).exists();
        assertThat(to).isRegularFile();
    }
}
