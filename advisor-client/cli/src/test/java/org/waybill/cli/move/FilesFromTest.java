package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** What {@code --files-from} names is copied, and what of it is not at the source is told. */
class FilesFromTest extends SelectionCase {
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
    void whatAListNamesBelowAnExcludedDirectoryIsCopied() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("deep/c.h5", "scratch", "scratch/e.h5", "a.h5"));
        Files.createDirectory(tree().resolve("scratch/empty"));
        for (String command : List.of("copy", "sync")) {
            Path to = Files.createDirectory(directory.resolve(command));
            Cli.Result result =
                    cli.runLine(command + " --exclude */ --exclude a.h5 --files-from %s %s/ %s/", list, tree(), to);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(files(to)).containsExactly("deep/c.h5", "scratch/e.h5");
            assertThat(to.resolve("scratch/empty")).doesNotExist();
        }
    }

    @Test
    void whatIsInTheWayOfAListedPathIsReplacedWithDeleteOnly() throws Exception {
        Path list = Files.write(directory.resolve("list"), List.of("deep/c.h5"));
        Path to = Files.createDirectory(directory.resolve("to"));
        Files.writeString(to.resolve("deep"), "a file");
        for (String dry : List.of("-n", "-q")) {
            assertThat(cli.runLine("sync %s --files-from %s %s/ %s/", dry, list, tree(), to)
                            .code())
                    .isEqualTo(12);
            Cli.Result sync =
                    cli.runLine("sync %s --delete --max-delete=1 --files-from %s %s/ %s/", dry, list, tree(), to);
            assertThat(sync.code()).as(sync.err()).isZero();
        }
        assertThat(files(to)).containsExactly("deep/c.h5");
    }

    @Test
    void anEmptyDirectoryOfAListIsSynced() throws Exception {
        Files.createDirectories(tree().resolve("deep/empty"));
        Path list = Files.write(directory.resolve("list"), List.of("deep/empty"));
        Path to = Files.createDirectory(directory.resolve("to"));
        assertThat(cli.runLine("sync --files-from %s %s/ %s/", list, tree(), to).code())
                .isZero();
        assertThat(to.resolve("deep/empty")).isEmptyDirectory();
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
    void whatAListNamesBehindABrokenLinkIsNotThere() throws Exception {
        Path root = tree();
        Files.createSymbolicLink(root.resolve("broken"), Path.of("gone"));
        Path list = Files.write(directory.resolve("list"), List.of("a.h5", "broken/x"));
        Path stored = Files.createDirectory(directory.resolve("stored"));
        try (WaybillNode sender = cli.node(root);
                WaybillNode taker = cli.node(stored)) {
            String from = "waybill://127.0.0.1:" + sender.address().getPort();
            String to = "waybill://127.0.0.1:" + taker.address().getPort();
            String here = Files.createDirectory(directory.resolve("to")).toString();
            for (String command : List.of("copy -n", "copy", "sync", "check")) {
                for (List<String> ends :
                        List.of(List.of(root.toString(), here), List.of(from, here), List.of(root.toString(), to))) {
                    Cli.Result result =
                            cli.runLine(command + " --files-from %s %s/ %s/", list, ends.getFirst(), ends.getLast());
                    assertThat(result.code())
                            .as(command + ends + result.out() + result.err())
                            .isEqualTo(3);
                    assertThat(result.err()).contains("line 2: no such path at the source");
                }
            }
        }
        assertThat(stored.resolve("a.h5")).exists();
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
        try (WaybillNode node = cli.node(data)) {
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
}
