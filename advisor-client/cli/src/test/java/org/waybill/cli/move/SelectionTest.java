package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** What of a source is copied, as options. */
class SelectionTest extends MoveCase {
    private Path tree() throws IOException {
        Path root = directory.resolve("run7");
        for (String name : List.of("a.h5", "b.tmp", "keep.tmp", "deep/c.h5", "deep/d.log", "scratch/e.h5")) {
            Path path = root.resolve(name);
            Files.createDirectories(path.getParent());
            Files.writeString(path, name.repeat(100));
        }
        Files.setLastModifiedTime(
                root.resolve("a.h5"), FileTime.from(Instant.now().minus(Duration.ofDays(9))));
        return root;
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(path -> root.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    private List<String> copied(String... options) throws IOException {
        Path to = directory.resolve("to" + System.nanoTime());
        Cli.Result result =
                cli.run(Stream.of(Stream.of("copy"), Stream.of(options), Stream.of(tree() + "/", to.toString()))
                        .flatMap(part -> part)
                        .toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return files(to);
    }

    @Test
    void optionsAreHeardInTheOrderOfTheCommandLine() throws Exception {
        assertThat(copied("--include", "keep.tmp", "--exclude=*.tmp", "--filter", "- /scratch/"))
                .containsExactly("a.h5", "deep/c.h5", "deep/d.log", "keep.tmp");
        assertThat(copied("--exclude=*.tmp", "--include", "keep.tmp", "--exclude", "-x"))
                .containsExactly("a.h5", "deep/c.h5", "deep/d.log", "scratch/e.h5");
        assertThat(copied("--include=*/", "--include=*.h5", "--exclude=*"))
                .containsExactly("a.h5", "deep/c.h5", "scratch/e.h5");
    }

    @Test
    void filesOfRulesAreReadWhereTheyStand() throws Exception {
        Path rules = Files.writeString(directory.resolve("rules"), "# what is kept\r\n+ keep.tmp\r\n\n- *.tmp\n");
        Path left = Files.writeString(directory.resolve("left"), "; never\nscratch\n*.log\n");
        assertThat(copied("--filter-from", rules.toString(), "--exclude-from", left.toString()))
                .containsExactly("a.h5", "deep/c.h5", "keep.tmp");
    }

    @Test
    void sizesAndAgesChooseFiles() throws Exception {
        assertThat(copied("--min-size", "2K")).isEmpty();
        assertThat(copied("--min-size", "600", "--max-size", "1KB"))
                .containsExactly("deep/c.h5", "deep/d.log", "keep.tmp");
        assertThat(copied("--max-age", "2d")).doesNotContain("a.h5").hasSize(5);
        assertThat(copied("--min-age", "1w")).containsExactly("a.h5");
    }

    @Test
    void aListNamesWhatIsCopied() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("./deep/", "# no more", "", "/a.h5"));
        assertThat(copied("--files-from", list.toString())).containsExactly("a.h5", "deep/c.h5", "deep/d.log");
        Files.writeString(list, "a.h5\0scratch/e.h5\0");
        assertThat(copied("--files-from", list.toString(), "-0")).containsExactly("a.h5", "scratch/e.h5");
        Files.writeString(list, "");
        assertThat(copied("--files-from", list.toString())).isEmpty();
    }

    @Test
    void whereTheFiltersLeaveNothingOneLineSaysSoAndItIsNoFailure() throws Exception {
        Path root = tree();
        Path to = directory.resolve("to");
        for (String command : List.of("copy", "copy -n", "sync", "sync -n", "check")) {
            Cli.Result nothing = cli.runLine(command + " --exclude * %s/ %s", root, to);
            assertThat(nothing.code()).as(nothing.err()).isZero();
            assertThat(nothing.err())
                    .containsOnlyOnce("waybill: nothing was selected: the filters leave no file of " + root);
            assertThat(nothing.out()).as(command).doesNotContain("copied", "verified");
        }
        Path one = Files.writeString(directory.resolve("one"), "one");
        for (String command : List.of("copy", "copy -n", "sync", "sync -n")) {
            Cli.Result nothing = cli.runLine(command + " --exclude * %s %s/", one, to);
            assertThat(nothing.code()).as(nothing.err()).isZero();
            assertThat(nothing.err()).as(command).containsOnlyOnce("nothing was selected");
            assertThat(nothing.out()).as(command).doesNotContain("new: one");
        }
        Path left = Files.createDirectory(directory.resolve("left"));
        Files.createSymbolicLink(left.resolve("link"), one);
        for (String command : List.of("copy -n", "sync -n", "check", "copy", "sync")) {
            Cli.Result named = cli.runLine(command + " --exclude *.tmp --links skip %s/ %s", left, to);
            assertThat(named.err()).as(command).doesNotContain("nothing was selected");
        }
        refused(cli.run("copy", "--files-from", root + "/none", root + "/", to.toString()), 2, "there is no such file");
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("f"), "f");
        String twice = "";
        for (int run = 0; run < 2; run++) {
            twice = cli.runLine("copy %s/ %s/ %s", root, other, to).out();
        }
        assertThat(twice)
                .containsPattern("in total nothing to send: .* in 7 files already existed, compared in ")
                .doesNotContain("copied");
    }

    @Test
    void whatAListNamesStandsBelowTheDestinationAsBelowTheSource() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("deep/c.h5"));
        for (String source : List.of(tree().toString(), tree() + "/")) {
            Path to = Files.createDirectory(directory.resolve("to" + source.length()));
            assertThat(cli.run("copy", "--files-from", list.toString(), source, to + "/")
                            .code())
                    .isZero();
            assertThat(files(to)).containsExactly("deep/c.h5");
        }
    }

    @Test
    void whatAListNamesAndIsNotThereIsNamedAndTheRestIsCopied() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("a.h5", "none.h5"));
        Path to = directory.resolve("to");
        Cli.Result result = cli.run("copy", "--json", "--files-from", list.toString(), tree() + "/", to.toString());
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.json().get("notTransferred").get(0).get("path").asString())
                .isEqualTo("none.h5");
        assertThat(files(to)).contains("a.h5");
    }

    @Test
    void aLineOfAListThatNamesNothingIsToldWithItsNumberByEachCommand() throws Exception {
        Path list =
                Files.write(directory.resolve("list"), List.of("# some", "a.h5", "none.h5", "deep/none", "link/c.h5"));
        Path root = tree();
        Files.createSymbolicLink(root.resolve("link"), Path.of("deep"));
        Path to = directory.resolve("to");
        for (String command : List.of("copy -n", "sync -n", "copy", "copy", "copy -n", "check", "sync -n", "sync")) {
            Cli.Result result = cli.runLine(command + " --files-from %s %s/ %s/", list, root, to);
            assertThat(result.code()).as(command + result.out() + result.err()).isEqualTo(3);
            assertThat(result.err())
                    .contains("waybill: --files-from " + list + ", lines 3, 4: no such path at the source");
            assertThat(result.out() + result.err()).contains("deep/none: no such file or directory");
        }
        assertThat(files(to)).contains("a.h5", "link/c.h5");
        Files.writeString(list, "a.h5\n");
        assertThat(cli.runLine("sync --files-from %s %s/ %s/", list, root, to).code())
                .isZero();
    }

    @Test
    void whatAListNamesBehindALinkIsComparedAndOutsideOfTheSourceRefusedByEachCommand() throws Exception {
        Path root = tree();
        Files.createSymbolicLink(root.resolve("link"), Path.of("deep"));
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("x"), "x");
        Files.createSymbolicLink(root.resolve("out"), elsewhere);
        Path list = Files.write(directory.resolve("list"), List.of("link/c.h5", "out/x"));
        Path to = Files.createDirectory(directory.resolve("to"));
        for (String command : List.of("copy -n", "sync -n", "check", "sync", "copy", "copy -n", "check", "sync -n")) {
            Cli.Result result = cli.runLine(command + " --files-from %s %s/ %s/", list, root, to);
            assertThat(result.code()).as(command + result.out() + result.err()).isEqualTo(2);
            assertThat(result.out() + result.err()).as(command).contains("leads out of the source");
        }
        assertThat(files(to)).containsExactly("link/c.h5");
        Files.writeString(list, "link/c.h5\n");
        assertThat(cli.runLine("check --files-from %s %s/ %s/", list, root, to).code())
                .isZero();
        Files.writeString(to.resolve("link/c.h5"), "another size");
        assertThat(cli.runLine("check --files-from %s %s/ %s/", list, root, to).code())
                .isEqualTo(11);
        JsonNode plan = cli.runLine("copy -n --json --files-from %s %s/ %s/", list, root, to)
                .json()
                .get("plan");
        assertThat(plan.get("changedFiles").asInt()).isEqualTo(1);
        assertThat(plan.get("changedBytes").asInt()).isEqualTo(900);
        assertThat(cli.runLine("sync --files-from %s %s/ %s/", list, root, to).code())
                .isZero();
        assertThat(to.resolve("link/c.h5")).satisfies(sameContentAs(root.resolve("deep/c.h5")));
        for (String run : List.of("-n", "")) {
            Cli.Result result = cli.runLine("copy --delete-source " + run + " --files-from %s %s/ %s/", list, root, to);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out().contains("would delete at the source: link/c.h5"))
                    .isEqualTo(run.equals("-n"));
            assertThat(root.resolve("deep/c.h5").toFile().exists()).isEqualTo(run.equals("-n"));
        }
        assertThat(root.resolve("link")).isSymbolicLink();
    }

    @Test
    void whatAListNamesAndOnlyTheDestinationHasIsNotAtTheSourceAndGoesWithDelete() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("a.h5", "old"));
        Path root = tree();
        Path to = Files.createDirectory(directory.resolve("to"));
        Files.writeString(to.resolve("old"), "of an earlier copy");
        for (String command : List.of("copy -n", "sync -n", "check", "copy", "sync", "copy -n", "check")) {
            Cli.Result result = cli.runLine(command + " --files-from %s %s/ %s/", list, root, to);
            assertThat(result.code()).as(command + result.out() + result.err()).isEqualTo(3);
            assertThat(result.err()).contains("waybill: --files-from " + list + ", line 2: no such path at the source");
        }
        Cli.Result deleted = cli.runLine("sync --delete --max-delete 1 --files-from %s %s/ %s/", list, root, to);
        assertThat(deleted.code()).as(deleted.err()).isZero();
        assertThat(files(to)).containsExactly("a.h5");
    }

    @Test
    void whatAListNamesAndIsNotThereIsTheSourcesAlsoWhereDataGoToANode() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("a.h5", "none.h5"));
        Path root = tree();
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(cli.home(), data).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            String to = "waybill://127.0.0.1:" + node.address().getPort() + "/elsewhere/";
            Cli.Result result = cli.run("copy", "--files-from", list.toString(), root + "/", to);
            assertThat(result.code()).isEqualTo(3);
            assertThat(result.err()).contains(root + "/none.h5").doesNotContain("elsewhere");
            assertThat(files(data)).contains("elsewhere/a.h5");
        }
    }

    @Test
    void aHundredThousandNamesAreLookedFor() throws Exception {
        StringBuilder names = new StringBuilder("deep/c.h5\n");
        Path root = tree();
        for (int i = 0; i < 100_000; i++) {
            names.append("deep/d.log\n".repeat(i % 2)).append("./deep//c.h5\n");
        }
        Path list = Files.writeString(directory.resolve("list"), names);
        Path to = directory.resolve("to");
        Cli.Result result = cli.run("copy", "--files-from", list.toString(), root + "/", to.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(files(to)).containsExactly("deep/c.h5", "deep/d.log");
    }

    /** Nothing of it was compared, and that was called equal. */
    @Test
    void aListBesideASingleFileIsRefused() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("deep/c.h5"));
        String source = tree().resolve("a.h5").toString();
        Path to = Files.writeString(directory.resolve("to"), "another content");
        for (String command : List.of("check", "sync -n", "sync", "copy -n", "copy")) {
            refused(cli.runLine(command + " --files-from %s %s %s", list, source, to), 2, "a.h5 is a file");
        }
        assertThat(to).hasContent("another content");
    }

    @Test
    void whatDoesNotParseIsToldWithItsPlaceAndNothingIsCopied() throws Exception {
        String source = tree() + "/";
        Path to = directory.resolve("to");
        Path bad = Files.writeString(directory.resolve("bad"), "- *.tmp\n\n+ ok\nremove everything\n");
        refused(
                cli.run("copy", "--filter-from", bad.toString(), source, to.toString()),
                2,
                "--filter-from " + bad + ", line 4: invalid filter rule 'remove everything'");
        Files.write(bad, new byte[] {'a', '\n', (byte) 0xff, '\n'});
        refused(cli.run("copy", "--files-from", bad.toString(), source, to.toString()), 2, ", line 2: this is not");
        Files.writeString(bad, "a.h5\n# x\n../b\n");
        refused(
                cli.run("copy", "--files-from", bad.toString(), source, to.toString()),
                2,
                ", line 3: '../b' leads out");
        refused(cli.run("copy", "--files-from", directory.toString(), source, to.toString()), 2, "cannot read");
        refused(cli.run("copy", "--exclude-from", bad + ".none", source, to.toString()), 2, "there is no such file");
        refused(cli.run("copy", "--exclude", "a[", source, to.toString()), 2, "--exclude: the pattern 'a['");
        refused(cli.run("copy", "--filter", "merge x", source, to.toString()), 2, "invalid filter rule");
        refused(cli.run("copy", "--exclude", "x".repeat(5000), source, to.toString()), 2, "4096 are allowed");
        refused(cli.run("copy", "--max-age", "soon", source, to.toString()), 2, "not 'soon'");
        refused(cli.run("copy", "--exclude", "*.x", "-", to.toString()), 2, "");
        assertThat(to).doesNotExist();
    }

    @Test
    void aDryRunTellsWhatTheFiltersLeave() throws Exception {
        Cli.Result result = cli.run(
                "copy",
                "--dry-run",
                "--json",
                "--exclude",
                "*.tmp",
                tree() + "/",
                directory.resolve("to").toString());
        assertThat(result.json().get("plan").get("newFiles").asInt()).isEqualTo(4);
    }

    @Test
    void scriptsTakeNoFilters() throws Exception {
        Cli.Result result = cli.run("script", "--exclude", "*.tmp", tree() + "/", "user@127.0.0.1:/x");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--exclude");
    }

    @Test
    void filtersAreThoseOfCopyForAdviceAndDistribution() throws Exception {
        for (String command : List.of("advise", "distribute")) {
            refused(
                    cli.run(command, "--exclude", "a[", tree() + "/", "user@127.0.0.1:/x"),
                    2,
                    "--exclude: the pattern");
        }
        refused(
                cli.run("distribute", "--exclude", "*.tmp", file.toString(), "waybill://127.0.0.1:1/x"),
                2,
                "filters are for a directory");
    }

    @Test
    void severalSourcesGoIntoADirectoryEachUnderItsName() throws Exception {
        Path run = tree();
        Path other = Files.writeString(
                Files.createDirectory(directory.resolve("other")).resolve("z.h5"), "z");
        Path to = directory.resolve("to");
        Cli.Result result = cli.run(
                "copy",
                "--json",
                run.resolve("a.h5").toString(),
                run.resolve("deep").toString(),
                other.toString(),
                run.resolve("scratch") + "/",
                to.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(files(to)).containsExactly("a.h5", "deep/c.h5", "deep/d.log", "e.h5", "z.h5");
        assertThat(result.json().get("files").asInt()).isEqualTo(5);
        assertThat(result.json().get("copies").size()).isEqualTo(3);

        Cli.Result together = cli.run(
                "copy",
                "--json",
                run.resolve("a.h5").toString(),
                run.resolve("b.tmp").toString(),
                directory.resolve("two").toString());
        assertThat(together.json().get("copies").size()).isZero();
        assertThat(files(directory.resolve("two"))).containsExactly("a.h5", "b.tmp");
    }

    @Test
    void aSourceThatIsNotThereDoesNotKeepTheOthers() throws Exception {
        Path run = tree();
        Path to = directory.resolve("to");
        Cli.Result result = cli.run(
                "copy", run.resolve("none").toString(), run.resolve("a.h5").toString(), to.toString());
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("none: no such file");
        assertThat(files(to)).containsExactly("a.h5");
        assertThat(cli.run(
                                "copy",
                                "--json",
                                run.resolve("none").toString(),
                                run.resolve("a.h5").toString(),
                                to.toString())
                        .json()
                        .get("status")
                        .asString())
                .isEqualTo("NOT_FOUND");
    }

    @Test
    void linksThatAreNamedAreFollowed() throws Exception {
        Path run = tree();
        Path link = Files.createSymbolicLink(directory.resolve("link"), run.resolve("a.h5"));
        Path to = directory.resolve("to");
        assertThat(cli.run("copy", link.toString(), file.toString(), to.toString())
                        .code())
                .isZero();
        assertThat(to.resolve("link")).isRegularFile().satisfies(sameContentAs(run.resolve("a.h5")));
    }

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
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(cli.home(), run).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
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
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(cli.home(), run).withListen(new InetSocketAddress("127.0.0.1", 0)))) {
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
        Path to = directory.resolve("to");
        Cli.Result copied = cli.runLine("copy %s/run*/x.log %s/", run, to);
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(files(to)).containsExactly("x.log");
        refused(cli.runLine("copy --quiet %s/run?/none %s/", run, to), 3, "nothing matches");
        refused(cli.runLine("copy --quiet %s/run* %s/", run, to), 2, "not UTF-8");
        make(run, "run\\xfe/x.log");
        Cli.Result named = cli.runLine("copy --quiet %s/run*/x.log %s/", run, to);
        assertThat(named.code()).isEqualTo(2);
        assertThat(named.err()).contains("run\ufffd: the name is not UTF-8");
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

    @Test
    void directoriesThatWildcardsMatchAndThatCannotBeListedAreTold() throws Exception {
        Entry open = Entry.directory("/data/open");
        Entry closed = Entry.directory("/data/closed");
        Entry one = new Entry("/data/file", Entry.Kind.FILE, 1, null, -1, null, true);
        Map<String, Map<String, Entry>> there = Map.of(
                "/data/",
                Map.of("closed", closed, "file", one, "open", open),
                "/data/open/",
                Map.of("x", one.at("/data/open/x")));
        List<String> told = new ArrayList<>();
        SourceList sources = new SourceList(new SourceList.Places() {
            @Override
            public Endpoint parse(String text) throws TransferException {
                return EndpointParser.parse(text);
            }

            @Override
            public Optional<Map<String, Entry>> names(Endpoint directory) {
                return Optional.ofNullable(there.get(directory.location().path()));
            }

            @Override
            public boolean exists(Endpoint place) {
                return false;
            }

            @Override
            public void passOver(String directory) {
                told.add(directory);
            }
        });
        assertThat(sources.parts(List.of("/data/*/x")))
                .containsExactly(new SourceList.Part("/data/open/", List.of("x")));
        assertThat(told).containsExactly("/data/closed/");
    }

    @Test
    void severalSourcesThatCannotBeAreRefused() throws Exception {
        Path run = tree();
        Path twin = Files.writeString(
                Files.createDirectory(directory.resolve("other")).resolve("a.h5"), "z");
        String a = run.resolve("a.h5").toString();
        Path to = directory.resolve("to");
        refused(cli.run("copy", a, twin.toString(), to.toString()), 2, "would both become a.h5");
        refused(cli.run("copy", a, twin.getParent().toString(), file.toString()), 2, "is not a directory");
        refused(cli.run("copy", a, run + "/deep", "-"), 2, "is not a directory");
        Path list = Files.write(directory.resolve("list"), List.of("a.h5"));
        refused(cli.run("copy", "--files-from", list.toString(), a, run + "/deep", to.toString()), 2, "--files-from");
        assertThat(to).doesNotExist();
    }

    @Test
    void contentsOfSeveralDirectoriesBecomeOneAndFilesOfOneNameAreRefused() throws Exception {
        Path run = tree();
        Path other = Files.createDirectories(directory.resolve("other/deep")).getParent();
        Files.writeString(other.resolve("deep/z.h5"), "z");
        Path to = directory.resolve("to");
        assertThat(cli.run("copy", run + "/", other + "/", to.toString()).code())
                .isZero();
        assertThat(files(to)).contains("a.h5", "deep/c.h5", "deep/z.h5");

        Path again = directory.resolve("again");
        Files.writeString(other.resolve("deep/c.h5"), "another");
        refused(
                cli.run("copy", run + "/", other + "/", again.toString()),
                2,
                run + "/deep/c.h5 and " + other + "/deep/c.h5 would both become deep/c.h5");
        assertThat(cli.run("copy", "--exclude", "c.h5", run + "/", other + "/", to.toString())
                        .code())
                .isZero();
        Files.delete(other.resolve("deep/c.h5"));
        refused(
                cli.run("copy", other + "/deep", run + "/", again.toString()),
                2,
                other + "/deep and " + run + "/deep would both become deep");
        Files.writeString(other.resolve("scratch"), "a file");
        refused(cli.run("copy", run + "/", other + "/", again.toString()), 2, "would both become scratch");
        assertThat(again).doesNotExist();
    }

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
    void optionsThatRsyncUsersTypeAreTakenAndNoiseNeedsVerbose() throws Exception {
        String source = tree() + "/";
        for (String options : List.of("-avz", "-avP", "-a", "-rtpl", "-a --partial --progress", "-zP")) {
            Cli.Result result = cli.runLine("copy " + options + " %s %s", source, directory.resolve(options));
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.err().contains("-z has no effect")).as(options).isEqualTo(options.contains("z"));
            assertThat(result.err().contains("reading back")).as(options).isEqualTo(options.contains("v"));
        }
        assertThat(cli.runLine("copy %s %s", source, directory.resolve("plain")).err())
                .isEmpty();
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
