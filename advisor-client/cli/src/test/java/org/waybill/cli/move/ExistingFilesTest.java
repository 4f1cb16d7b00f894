package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** What happens to files that are at the destination already. */
class ExistingFilesTest extends SelectionCase {
    @Test
    void whatIsThereIsKeptOrReplacedAsWasAsked() throws Exception {
        Path to = directory.resolve("to");
        Path there = Files.writeString(Files.createDirectories(to).resolve("a.h5"), "was there, and is newer");
        String source = tree() + "/";
        for (String keeping : List.of("--ignore-existing", "-u", "--overwrite=never", "--overwrite=NEWER")) {
            Cli.Result result = cli.run("copy", "--strict", keeping, source, to.toString());
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).contains("kept ");
            assertThat(there).hasContent("was there, and is newer");
        }
        Cli.Result dry = cli.run("copy", "--json", "--dry-run", "--ignore-existing", source, to.toString());
        assertThat(dry.json().get("files").isNull()).isTrue();
        assertThat(dry.json().at("/plan/keptFiles").asInt()).isPositive();
        assertThat(dry.json().get("notTransferred").get(0).get("reason").asString())
                .isEqualTo("KEPT");

        assertThat(cli.run("copy", "--backup-dir", "old", source, to.toString()).code())
                .isZero();
        assertThat(to.resolve("old/a.h5")).hasContent("was there, and is newer");
        assertThat(there).hasContent("a.h5".repeat(100));
    }

    @Test
    void linksStayOrAreReplacedAsByRsync() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        try (WaybillNode node = cli.node(Files.createDirectory(directory.resolve("data")))) {
            Path there = directory.resolve("data/to");
            linksStayOrAreReplaced(
                    "waybill://127.0.0.1:" + node.address().getPort() + "/to",
                    there,
                    Files.createDirectory(directory.resolve("data/elsewhere")));
        }
        Path here = directory.resolve("to");
        linksStayOrAreReplaced(here.toString(), here, elsewhere);
    }

    private void linksStayOrAreReplaced(String url, Path to, Path elsewhere) throws Exception {
        Files.writeString(elsewhere.resolve("c.h5"), "not of the destination");
        Files.createDirectory(to);
        Files.createSymbolicLink(to.resolve("a.h5"), Path.of("nowhere"));
        Files.createSymbolicLink(to.resolve("deep"), to.relativize(elsewhere));
        Files.createDirectory(to.resolve("scratch"));
        Files.createSymbolicLink(to.resolve("scratch/e.h5"), Path.of("."));
        String source = tree() + "/";
        for (String dry : List.of("-n", "-q")) {
            Cli.Result never = cli.run("copy", dry, "--ignore-existing", source, url);
            assertThat(never.code()).as(never.err()).isEqualTo(2);
        }
        assertThat(files(to)).containsExactly("b.tmp", "keep.tmp");
        assertThat(Files.readSymbolicLink(to.resolve("a.h5"))).isEqualTo(Path.of("nowhere"));
        assertThat(Files.readSymbolicLink(to.resolve("scratch/e.h5"))).isEqualTo(Path.of("."));
        assertThat(Files.readSymbolicLink(to.resolve("deep"))).isEqualTo(to.relativize(elsewhere));

        Cli.Result newer = cli.run("copy", "--update", source, url);
        assertThat(newer.code()).as(newer.err()).isZero();
        assertThat(files(to)).isEqualTo(files(tree()));
        assertThat(elsewhere.resolve("c.h5")).hasContent("not of the destination");
    }

    @Test
    void aLinkInThePlaceOfADirectoryIsKeptAmongTheBackups() throws Exception {
        Path to = Files.createDirectory(directory.resolve("to"));
        Files.createSymbolicLink(to.resolve("deep"), Path.of("nowhere"));
        assertThat(cli.run("copy", "--backup-dir=old", tree() + "/", to.toString())
                        .code())
                .isZero();
        assertThat(Files.readSymbolicLink(to.resolve("old/deep"))).isEqualTo(Path.of("nowhere"));
        assertThat(to.resolve("deep/c.h5")).exists();
    }

    @Test
    void aFileInThePlaceOfADirectoryKeepsNothingElseFromBeingCopied() throws Exception {
        Path to = Files.createDirectory(directory.resolve("to"));
        Files.writeString(to.resolve("deep"), "a file");
        for (String keeping : List.of("-u", "--ignore-existing")) {
            assertThat(cli.run("copy", keeping, tree() + "/", to.toString()).code())
                    .isEqualTo(2);
            assertThat(files(to)).contains("a.h5", "scratch/e.h5");
        }
    }

    @Test
    void whatASyncToANodeReplacesOrDeletesIsKeptThere() throws Exception {
        Path data = Files.createDirectories(directory.resolve("data/run/deep")).getParent();
        Files.writeString(data.resolve("a.h5"), "replaced");
        Files.writeString(data.resolve("deep/only there"), "deleted");
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(cli.home(), directory.resolve("data"))
                .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String to = "waybill://127.0.0.1:" + node.address().getPort() + "/run";
            String source = tree() + "/";
            for (int i = 0; i < 2; i++) {
                Cli.Result result = cli.run("sync", "--delete", "--max-delete", "5", "--backup-dir", "old", source, to);
                assertThat(result.code()).as(result.err()).isZero();
            }
        }
        assertThat(data.resolve("a.h5")).hasContent("a.h5".repeat(100));
        assertThat(data.resolve("deep/only there")).doesNotExist();
        assertThat(data.resolve("old/a.h5")).hasContent("replaced");
        assertThat(data.resolve("old/deep/only there")).hasContent("deleted");
    }

    @Test
    void aDryRunIsRightWithEveryPolicyAndWithSeveralSources() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from"));
        Path to = Files.createDirectories(directory.resolve("to"));
        Path other = Files.writeString(directory.resolve("other"), "other");
        for (String name : List.of("equal", "older", "newer")) {
            Files.writeString(from.resolve(name), name);
        }
        assertThat(cli.runLine("copy %s/ %s", from, to).code()).isZero();
        Files.writeString(from.resolve("new"), "new");
        Files.writeString(to.resolve("older"), "old");
        Files.setLastModifiedTime(to.resolve("older"), FileTime.fromMillis(0));
        Files.writeString(to.resolve("newer"), "new");
        Files.setLastModifiedTime(
                to.resolve("newer"), FileTime.from(Instant.now().plusSeconds(3600)));
        Map<String, List<Integer>> newChangedEqualKept = Map.of(
                "different", List.of(1, 2, 1, 0),
                "newer", List.of(1, 1, 1, 1),
                "never", List.of(1, 0, 1, 2),
                "always", List.of(1, 3, 0, 0));
        newChangedEqualKept.forEach((policy, expected) -> {
            JsonNode document = cli.runLine("copy -n --json --overwrite %s %s/ %s", policy, from, to)
                    .json();
            assertThat(document.get("status").asString()).isEqualTo("PLANNED");
            for (String number : List.of("bytes", "files", "seconds", "goodputBitsPerSecond", "sha256")) {
                assertThat(document.get(number).isNull()).as(number).isTrue();
            }
            assertThat(List.of("newFiles", "changedFiles", "equal", "keptFiles"))
                    .as(policy)
                    .extracting(name -> document.get("plan").get(name).asInt())
                    .isEqualTo(expected);
        });
        assertThat(cli.runLine("copy -n --overwrite newer %s/ %s", from, to).out())
                .contains(
                        "would copy, new: new\n",
                        "would copy, changed: older: size 5, 3",
                        "would keep: newer: size 5, 3")
                .contains("would copy 1 new file (3 B) and 1 changed file (5 B), and keep 1 entry\nby local, forecast")
                .doesNotContain("bit/s");

        Cli.Result several = cli.runLine("copy -n --json %s %s %s/", from, other, to);
        assertThat(several.code()).as(several.err()).isZero();
        assertThat(several.json().get("status").asString()).isEqualTo("PLANNED");
        assertThat(several.json().at("/plan/newFiles").asInt()).isEqualTo(5);
        assertThat(several.json().at("/plan/differences").findValuesAsString("path"))
                .contains("from/new", "other");
        JsonNode apart =
                cli.runLine("copy -n --json %s/ %s %s/", from, other, to).json();
        assertThat(apart.get("copies").size()).isEqualTo(2);
        assertThat(apart.get("goodputBitsPerSecond").isNull()).isTrue();
        assertThat(apart.at("/plan/newFiles").asInt()).isEqualTo(2);
        assertThat(to.resolve("new")).doesNotExist();
    }

    @Test
    void atATerminalEachFileIsAskedFor() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from"));
        Path to = Files.createDirectories(directory.resolve("to"));
        for (String name : List.of("1", "2 [x]*\ufffd", "3", "4")) {
            Files.writeString(from.resolve(name), "source");
            Files.writeString(to.resolve(name), "old");
        }
        Typed.Result some = Typed.run(
                directory,
                List.of("replace 1 (", "yes", "replace 2 [x]*\ufffd (", "no", "replace 3 (", "all"),
                Cli.words("copy --overwrite ask %s/ %s", from, to));
        assertThat(some.code()).as(some.seen()).isZero();
        assertThat(some.seen()).doesNotContain("replace 4").contains("kept as answered: 1 entry");
        assertThat(to.resolve("1")).hasContent("source");
        assertThat(to.resolve("2 [x]*\ufffd")).hasContent("old");
        assertThat(to.resolve("4")).hasContent("source");
        Files.writeString(to.resolve("1"), "old");
        Typed.Result none = Typed.run(
                directory, List.of("replace 1 (", "none"), Cli.words("copy --overwrite ask %s/1 %s", from, to));
        assertThat(none.code()).as(none.seen()).isZero();
        assertThat(to.resolve("1")).hasContent("old");
    }

    @Test
    void policiesThatContradictThemselvesAreRefused() throws Exception {
        String source = tree() + "/";
        String to = directory.resolve("to").toString();
        refused(cli.run("copy", "-u", "--ignore-existing", source, to), 2, "exclude each other");
        refused(cli.run("copy", "--overwrite", "ask", source, to), 2, "--overwrite");
        refused(cli.runLine("sync --backup-dir old --delete --delete-excluded %s %s", source, to), 2, "the backups");
        assertThat(cli.run("sync", "-u", source, to).code()).isEqualTo(2);
        for (String outside : List.of("", "/old", "../old", "a/../../old")) {
            refused(cli.run("copy", "--backup-dir", outside, source, to), 2, "--backup-dir");
        }
    }
}
