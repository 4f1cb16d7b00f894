package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
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
