package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** {@code sync} by the command line: what is at the destination afterwards. */
class SyncCommandTest extends SyncCase {
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
                WaybillNode node = cli.node(data)) {
            login(server);
            for (String url : new String[] {
                url(server, to), "waybill://127.0.0.1:" + node.address().getPort() + "/copy"
            }) {
                Path copy = url.startsWith("sftp") ? to : data.resolve("copy");
                Cli.Result first = cli.run("sync", from + "/", url);
                assertThat(first.code()).as(first.err()).isZero();
                write(copy.resolve("old/deep"), "x");
                write(from.resolve("d1/more"), url);
                Files.setLastModifiedTime(from.resolve("d0"), FileTime.fromMillis(1_234_567_890_000L));
                Cli.Result second = cli.run("sync", "--delete", from + "/", url);
                assertThat(second.code()).as(second.err()).isZero();
                assertThat(names(copy)).isEqualTo(names(from));
                assertThat(copy.resolve("d1/more")).hasContent(url);
                for (Path made : url.startsWith("sftp") ? List.of(from, from.resolve("d0")) : List.<Path>of()) {
                    assertThat(seconds(copy.resolve(from.relativize(made)))).isEqualTo(seconds(made));
                }
                assertThat(cli.run("check", from + "/", url).code()).isZero();
            }
        }
    }

    private static long seconds(Path path) throws IOException {
        return Files.getLastModifiedTime(path).to(TimeUnit.SECONDS);
    }

    /** As with {@code rsync -a}. */
    @Test
    void chmodAloneIsCarriedOverAndNothingIsSent() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path first = from.resolve("d0/f0");
        Path second = from.resolve("d1/f1");
        try (SshServer server = SshServer.start(directory);
                WaybillNode node = cli.node(data)) {
            login(server);
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/copy";
            for (String[] ends : new String[][] {
                {
                    from + "/",
                    directory.resolve("copy").toString(),
                    directory.resolve("copy").toString()
                },
                {from + "/", url(server, to), to.toString()},
                {from + "/", there, data.resolve("copy").toString()},
                {
                    there + "/",
                    directory.resolve("back").toString(),
                    directory.resolve("back").toString()
                }
            }) {
                Path copy = Path.of(ends[2]);
                for (String command : List.of("sync", "copy")) {
                    chmod(first, 0644);
                    chmod(second, 0644);
                    if (ends[0].startsWith("waybill")) {
                        chmod(data.resolve("copy/d0/f0"), 0644);
                        chmod(data.resolve("copy/d1/f1"), 0644);
                    }
                    assertThat(cli.run(command, ends[0], ends[1]).code()).isZero();
                    Path root = ends[0].startsWith("waybill") ? data.resolve("copy") : from;
                    chmod(root.resolve("d0/f0"), 0755);
                    chmod(root.resolve("d1/f1"), 0600);

                    Cli.Result text = cli.run(command, "-n", ends[0], ends[1]);
                    assertThat(text.out())
                            .as(text.err())
                            .contains(
                                    "would set permissions: d0/f0: permissions 755, 644",
                                    "would copy nothing, and set the permissions of 2 files");
                    JsonNode planned =
                            cli.run(command, "-n", "--json", ends[0], ends[1]).json();
                    JsonNode plan = command.equals("copy") ? planned.get("plan") : planned;
                    assertThat(plan.get("otherPermissions").asLong()).isEqualTo(2);
                    Cli.Result done = command.equals("copy")
                            ? cli.run(command, "--error-on-no-transfer", ends[0], ends[1])
                            : cli.run(command, "--json", ends[0], ends[1]);
                    assertThat(mode(copy.resolve("d0/f0")))
                            .as(command + " " + ends[1])
                            .isEqualTo(0755);
                    assertThat(mode(copy.resolve("d1/f1")))
                            .as(command + " " + ends[1])
                            .isEqualTo(0600);
                    if (command.equals("copy")) {
                        assertThat(done.code()).as(done.err()).isEqualTo(9);
                    } else {
                        assertThat(done.json().get("otherPermissions").asLong()).isEqualTo(2);
                        assertThat(cli.run(command, ends[0], ends[1]).out()).startsWith("nothing to copy");
                    }
                    assertThat(cli.run("sync", "-n", "--json", ends[0], ends[1])
                                    .json()
                                    .get("otherPermissions")
                                    .asLong())
                            .isZero();
                }
            }
        }
    }

    /** The node has no record that the client wrote it. */
    @Test
    void aModeThatANodeDoesNotChangeIsReportedAndNotCounted() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path home = Files.createDirectory(directory.resolve("node home"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(home, data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            int port = node.address().getPort();
            PairingClient.pair(cli.home(), "127.0.0.1", port, node.newPairingToken(Grant.USUAL));
            String there = "waybill://127.0.0.1:" + port + "/copy";
            assertThat(cli.run("sync", from + "/", there).code()).isZero();
            Path theirs = data.resolve("copy/d0/f0");
            Files.delete(theirs);
            write(theirs, Files.readString(from.resolve("d0/f0")));
            chmod(theirs, 0644);
            chmod(from.resolve("d0/f0"), 0755);
            chmod(from.resolve("d1/f1"), 0755);

            Cli.Result done = cli.run("sync", "--json", "--strict", from + "/", there);
            assertThat(mode(theirs)).isEqualTo(0644);
            assertThat(mode(data.resolve("copy/d1/f1"))).isEqualTo(0755);
            assertThat(done.json().get("otherPermissions").asLong())
                    .as(done.err())
                    .isOne();
            assertThat(done.json().get("notKept"))
                    .extracting(JsonNode::asString)
                    .containsExactly("an equal file keeps other permissions than its source's: /copy/d0/f0: mode 644"
                            + " stays, where the source has 755");
            assertThat(done.code()).as(done.err()).isEqualTo(15);
        }
    }

    private static void chmod(Path file, int mode) throws IOException {
        Files.setAttribute(file, "unix:mode", mode);
    }

    private static int mode(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:mode") & 0777;
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
                WaybillNode node = cli.node(data)) {
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
                    .contains("3 entries left out\n");
        }
    }

    @Test
    void aDirectoryTakesThePlaceOfALinkWithoutDelete() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createDirectories(to);
        Files.createSymbolicLink(to.resolve("d0"), elsewhere);
        Files.createSymbolicLink(to.resolve("empty"), Path.of("nowhere"));
        assertThat(cli.runLine("sync -n %s/ %s", from, to).code()).isZero();
        Cli.Result sync = cli.runLine("sync %s/ %s", from, to);
        assertThat(sync.code()).as(sync.err()).isZero();
        assertThat(names(to)).isEqualTo(names(from));
        assertThat(to.resolve("empty")).isDirectory();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void whatFailsKeepsNothingElseFromBeingMadeEqual() throws Exception {
        Path link = Files.createSymbolicLink(from.resolve("link"), Path.of("d0/f0"));
        for (String command : List.of("copy", "sync")) {
            cli.runLine(command + " %s/ %s", from, to);
            touch(link);
            assertThat(cli.runLine(command + " %s/ %s", from, to).code()).isZero();
            assertThat(Files.getLastModifiedTime(to.resolve("link"), LinkOption.NOFOLLOW_LINKS))
                    .isEqualTo(THEN);
        }
        unnameable(from);
        chmod(from.resolve("d0/f0"), 0600);
        write(from.resolve("d1/new"), "1");
        Files.setLastModifiedTime(from.resolve("d1"), THEN);
        Files.setLastModifiedTime(from.resolve("d2"), THEN);
        Files.setLastModifiedTime(from, THEN);
        write(to.resolve("old"), "x");
        for (String line : List.of("sync -n --delete %s/ %s", "sync --delete %s/ %s")) {
            assertThat(cli.runLine(line, from, to).code()).as(line).isEqualTo(12);
        }
        for (String line : List.of("sync -n %s/ %s", "sync %s/ %s", "copy -n %s/ %s", "copy %s/ %s")) {
            assertThat(cli.runLine(line, from, to).code()).as(line).isEqualTo(2);
        }
        assertThat(Files.getAttribute(to.resolve("d0/f0"), "unix:mode")).isEqualTo(0100_600);
        for (Path one : List.of(to, to.resolve("d1"), to.resolve("d2"))) {
            assertThat(Files.getLastModifiedTime(one)).as("%s", one).isEqualTo(THEN);
        }
    }

    @Test
    void equalDirectoriesAndLinksOfANodeGetTheirTimes() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path link = Files.createSymbolicLink(from.resolve("d1/link"), Path.of("f1"));
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String command : List.of("sync", "copy")) {
                cli.run(command, from + "/", url + command);
                touch(link);
                for (Path one : List.of(from.resolve("d1"), from.resolve("empty"), from)) {
                    Files.setLastModifiedTime(one, THEN);
                }
                assertThat(cli.run(command, from + "/", url + command).code()).isZero();
                Path to = data.resolve(command);
                for (Path one : List.of(to.resolve("d1/link"), to.resolve("d1"), to.resolve("empty"), to)) {
                    assertThat(Files.getLastModifiedTime(one, LinkOption.NOFOLLOW_LINKS))
                            .as("%s", one)
                            .isEqualTo(THEN);
                }
                Files.delete(link);
                Files.createSymbolicLink(link, Path.of("f1"));
                write(from.resolve("d1/new"), "1");
            }
            Files.delete(data.resolve("sync/d1/link"));
            Files.createSymbolicLink(data.resolve("sync/d1/link"), Path.of("/out of the data directory"));
            for (String line : List.of("copy -n %s/ %s", "sync %s/ %s")) {
                Cli.Result replaced = cli.runLine(line, from, url + "sync");
                assertThat(replaced.code()).as(replaced.err()).isZero();
            }
            assertThat(Files.readSymbolicLink(data.resolve("sync/d1/link"))).isEqualTo(Path.of("f1"));
            Files.createDirectory(data.resolve("other"));
            assertThat(cli.run("copy", "-n", from.toString(), url + "other").code())
                    .isZero();
        }
    }

    @Test
    void aSourceThatFailsKeepsNoOtherFromBeingSynced() throws Exception {
        Path other = directory.resolve("other");
        write(other.resolve("x"), "x");
        write(from.resolve("new/x"), "x");
        unnameable(from.resolve("new"));
        assertThat(cli.runLine("sync %s %s %s/", from, other, Files.createDirectories(to))
                        .code())
                .isEqualTo(2);
        assertThat(to.resolve("from/new/x")).hasContent("x");
        assertThat(to.resolve("other/x")).hasContent("x");
    }

    private static void unnameable(Path in) throws Exception {
        assertThat(new ProcessBuilder("bash", "-c", "touch $'caf\\xe9'")
                        .directory(in.toFile())
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void touch(Path link) throws Exception {
        assertThat(new ProcessBuilder("touch", "-h", "-d", THEN.toString(), link.toString())
                        .start()
                        .waitFor())
                .isZero();
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
            assertThat(result.out().lines().filter(line -> line.contains("pipe")))
                    .as(run)
                    .singleElement()
                    .isEqualTo(result.out().lines().toList().getLast())
                    .asString()
                    .startsWith("left out: pipe: ");
        }
        Cli.Result strict = cli.runLine("sync --strict --json %s/ %s", from, to);
        assertThat(strict.code()).isEqualTo(15);
        assertThat(strict.json().get("status").asString()).isEqualTo("LEFT_OUT");
        assertThat(strict.json().at("/leftOut/0/path").asString()).isEqualTo("pipe");
        assertThat(cli.runLine("sync --strict -q %s/ %s", from, to).err()).startsWith("left out: pipe: ");
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
    void eachEntryThatIsBlockedOrCannotBeReadIsNamedAndNotCounted() throws Exception {
        cli.runLine("sync %s/ %s", from, to);
        for (String name : List.of("f0", "f3")) {
            Files.delete(to.resolve("d0/" + name));
            write(to.resolve("d0/" + name + "/in the way"), "x");
        }
        Files.delete(to.resolve("empty"));
        write(to.resolve("empty"), "a file");
        write(from.resolve("empty/below"), "behind that file");
        write(from.resolve("new"), "1");
        assertThat(new ProcessBuilder("bash", "-c", "touch $'caf\\xe9' $'th\\xe9'")
                        .directory(from.toFile())
                        .start()
                        .waitFor())
                .isZero();
        List<String> names = List.of("d0/f0", "d0/f3", "empty", "caf\ufffd", "th\ufffd");

        JsonNode copy = cli.runLine("copy -n --json %s/ %s", from, to).json();
        assertThat(copy.at("/plan/newFiles").asInt()).isOne();
        assertThat(copy.get("notTransferred").valueStream())
                .extracting(one -> one.get("path").asString())
                .containsExactlyInAnyOrderElementsOf(names);
        for (String line : List.of("sync -n --json %s/ %s", "sync --json %s/ %s")) {
            Cli.Result sync = cli.runLine(line, from, to);
            assertThat(sync.code()).as(sync.err()).isEqualTo(2);
            assertThat(sync.err()).contains("; 4 more not copied");
            JsonNode document = sync.json();
            assertThat(document.get("newFiles").asInt()).as(line).isOne();
            assertThat(document.get("leftOut").valueStream())
                    .extracting(one -> one.get("path").asString())
                    .containsExactlyInAnyOrderElementsOf(names);
        }
        assertThat(to.resolve("new")).hasContent("1");
        assertThat(cli.runLine("sync -n %s/ %s", from, to).out()).doesNotContain("would copy, new");
        assertThat(cli.runLine("sync --quiet %s/ %s", from, to).err())
                .contains(names.stream()
                        .map(name -> "not transferred: " + name.replace("\ufffd", ""))
                        .toList());
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
    void eachLevelCopiesWhatItTakesForDifferent() throws Exception {
        cli.runLine("sync %s/ %s", from, to);
        write(from.resolve("new"), "new");
        write(from.resolve("d0/f0"), "CONTENT 0"); // size and time are equal
        write(from.resolve("d1/f1"), "content 1 is longer");
        Files.setLastModifiedTime(from.resolve("d2/f2"), FileTime.fromMillis(THEN.toMillis() + 60_000));
        Map<String, Integer> changed = new LinkedHashMap<>();
        changed.put("exists", 0);
        changed.put("size", 1);
        changed.put("mtime", 2);
        changed.put("checksum", 2);
        for (Map.Entry<String, Integer> level : changed.entrySet()) {
            JsonNode plan = cli.runLine("sync -n --json --compare %s %s/ %s", level.getKey(), from, to)
                    .json();
            assertThat(plan.get("newFiles").asInt()).as(level.getKey()).isOne();
            assertThat(plan.get("changedFiles").asInt()).as(level.getKey()).isEqualTo(level.getValue());
        }

        assertThat(cli.runLine("sync --compare exists %s/ %s", from, to).code()).isZero();
        assertThat(to.resolve("new")).hasContent("new");
        assertThat(to.resolve("d1/f1")).hasContent("content 1");
        assertThat(cli.runLine("sync --compare checksum %s/ %s", from, to).code())
                .isZero();
        assertThat(to.resolve("d0/f0")).hasContent("CONTENT 0");
        assertThat(to.resolve("d1/f1")).hasContent("content 1 is longer");
    }
}
