package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** Wildcards that no shell has expanded, here and at a node. */
class WildcardsTest extends SelectionCase {
    @Test
    void wildcardsThatNoShellExpandedAre() throws Exception {
        Path run = tree();
        Path to = directory.resolve("to");
        assertThat(cli.run("copy", run + "/*.tmp", to.toString()).code()).isZero();
        assertThat(files(to)).containsExactly("b.tmp", "keep.tmp");
        assertThat(cli.run("copy", "--exclude", "d*", run + "/[ds]*/*", to.toString())
                        .code())
                .isZero();
        assertThat(files(to)).containsExactly("b.tmp", "c.h5", "e.h5", "keep.tmp");

        Files.writeString(run.resolve("*.tmp"), "a name");
        assertThat(cli.run("copy", run + "/*.tmp", directory.resolve("one").toString())
                        .code())
                .isZero();
        assertThat(directory.resolve("one")).hasContent("a name");
        refused(cli.run("copy", run + "/*.none", to.toString()), 3, "nothing matches " + run + "/*.none");
    }

    @Test
    void wildcardsAreExpandedAtANode() throws Exception {
        Path run = tree();
        try (WaybillNode node = cli.node(run)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort();
            Path to = directory.resolve("to");
            Cli.Result result = cli.run("copy", "--json", there + "/*.tmp", there + "/deep", to.toString());
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(files(to)).containsExactly("b.tmp", "deep/c.h5", "deep/d.log", "keep.tmp");
            refused(cli.run("copy", there + "/*.none", to.toString()), 3, "nothing matches");
            assertThat(cli.run(
                                    "copy",
                                    there + "/?.tmp",
                                    directory.resolve("one").toString())
                            .code())
                    .isZero();
            assertThat(files(directory.resolve("one"))).containsExactly("b.tmp");
            assertThat(cli.run("ls", there + "/d??p/?.h5").out()).isEqualTo(there + "/deep/c.h5\n");
        }
    }

    /** In bytes that a shell writes. */
    private static void make(Path in, String name) throws Exception {
        Process shell = new ProcessBuilder(
                        "bash", "-c", "mkdir -p \"$(dirname $'" + name + "')\"; printf x > $'" + name + "'")
                .directory(in.toFile())
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void whatWildcardsMatchAndIsNotUtf8IsNamedAsInADirectory() throws Exception {
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.writeString(run.resolve("good.dat"), "good");
        make(run, "caf\\xe9.dat");
        make(run, "deep\\xff/x.log");
        try (WaybillNode node = cli.node(run)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort();
            for (String from : List.of(run.toString(), there)) {
                for (String command : List.of("check", "copy -n", "copy", "sync -n", "sync", "check")) {
                    Path to = Files.createDirectories(directory.resolve("to" + from.length() + command.charAt(0)));
                    Cli.Result matched = cli.runLine(command + " %s/*.dat %s/", from, to);
                    assertThat(matched.code()).as(command + matched.err()).isEqualTo(2);
                    assertThat(matched.out() + matched.err()).contains("caf\ufffd.dat");
                    JsonNode named = cli.runLine(command + " --json %s/*.dat %s/", from, to)
                            .json();
                    assertThat(named.toString()).as(command).contains("caf\ufffd.dat", "not UTF-8");
                    assertThat(files(to)).as(command).isIn(List.of(), List.of("good.dat"));
                }
                Path to = directory.resolve("to" + from.length());
                refused(cli.runLine("copy --quiet %s/caf* %s/", from, to), 2, "not UTF-8");
                refused(cli.runLine("copy --quiet %s/deep*/x.log %s/", from, to), 2, "deep\ufffd");
            }
            assertThat(files(directory.resolve("to" + there.length() + "c"))).containsExactly("good.dat");
        }
    }

    @Test
    void filesThatAreNotUtf8AreNoDirectoriesThatAWildcardMeans() throws Exception {
        Path run = Files.createDirectories(directory.resolve("in/run1")).getParent();
        Files.writeString(run.resolve("run1/x.log"), "good");
        make(run, "run\\xff");
        try (WaybillNode node = cli.node(run)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort();
            List<String> from = List.of(run.toString(), there);
            for (String place : from) {
                Path to = directory.resolve("to" + place.length());
                Cli.Result copied = cli.runLine("copy %s/run*/x.log %s/", place, to);
                assertThat(copied.code()).as(copied.err()).isZero();
                assertThat(files(to)).containsExactly("x.log");
                refused(cli.runLine("copy --quiet %s/run?/none %s/", place, to), 3, "nothing matches");
                refused(cli.runLine("copy --quiet %s/run* %s/", place, to), 2, "not UTF-8");
            }
            make(run, "run\\xfe/x.log");
            for (String place : from) {
                Cli.Result named = cli.runLine("copy --quiet %s/run*/x.log %s/", place, directory.resolve("to"));
                assertThat(named.code()).isEqualTo(2);
                assertThat(named.err()).containsPattern("run\ufffd\"?: the name is not UTF-8");
            }
        }
    }

    @Test
    void aNameWithARealReplacementCharacterIsSelectedAsAnyOther() throws Exception {
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.writeString(run.resolve("real \ufffd.dat"), "real");
        Path to = directory.resolve("to");
        assertThat(cli.runLine("copy %s/*.dat %s/", run, to).code()).isZero();
        assertThat(files(to)).containsExactly("real \ufffd.dat");
        Path list = Files.writeString(directory.resolve("list"), "real \ufffd.dat\n");
        assertThat(cli.runLine("check --files-from %s %s/ %s/", list, run, to).code())
                .isZero();
        Path left = Files.writeString(directory.resolve("left"), "real \ufffd.dat\n");
        Path none = directory.resolve("none");
        assertThat(cli.runLine("copy --exclude-from %s %s/ %s/", left, run, none)
                        .code())
                .isZero();
        assertThat(none.resolve("real \ufffd.dat")).doesNotExist();
    }
}
