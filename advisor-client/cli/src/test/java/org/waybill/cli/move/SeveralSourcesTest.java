package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.Packages;

/** Several sources of one command. */
class SeveralSourcesTest extends SelectionCase {
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

    /** As by rsync: nobody named the directory that they are in. */
    @Test
    void theDirectoryThatSeveralSourcesAreInGivesNothingOfItsOwnToTheDestination() throws Exception {
        Path run = tree();
        Files.setLastModifiedTime(run, FileTime.fromMillis(1_234_567_890_000L));
        if (Packages.isRoot()) {
            Files.setAttribute(run, "unix:uid", 65_534);
        }
        for (String command : List.of("copy -o", "copy", "sync", "sync")) { // the last one finds all equal
            Path to = directory.resolve("to");
            Cli.Result result = cli.runLine(command + " %s %s %s/", run.resolve("a.h5"), run.resolve("deep"), to);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(Files.getLastModifiedTime(to)).as(command).isNotEqualTo(Files.getLastModifiedTime(run));
            assertThat(Files.getAttribute(to, "unix:uid"))
                    .as(command)
                    .isEqualTo(Files.getAttribute(directory, "unix:uid"));
        }
    }

    @Test
    void soDoesTheDirectoryThatTheyAreInAtANode() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path run = Files.move(tree(), data.resolve("run"));
        Files.setLastModifiedTime(run, FileTime.fromMillis(1_234_567_890_000L));
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/run/";
            for (String command : List.of("copy", "sync")) {
                Path to = directory.resolve(command);
                Cli.Result result = cli.runLine(command + " %sa.h5 %sdeep %s/", url, url, to);
                assertThat(result.code()).as(result.err()).isZero();
                assertThat(Files.getLastModifiedTime(to)).as(command).isNotEqualTo(Files.getLastModifiedTime(run));
                assertThat(Files.getLastModifiedTime(to.resolve("deep")))
                        .isEqualTo(Files.getLastModifiedTime(run.resolve("deep")));
            }
        }
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
    void oneLineSaysOnceWhereTheSlashOfTheSourceMeansAnotherPlaceThanInVersion01() throws Exception {
        Path run = tree();
        Path there = Files.createDirectory(directory.resolve("there"));
        String line = "waybill: the contents of " + run + "/ go into %s itself; version 0.1 made " + there
                + "/run7, as without the slash at the end of the source";

        for (String to : List.of(there.toString(), there + "/")) {
            assertThat(cli.runLine("copy --quiet %s/ %s", run, to).err()).isEmpty();
            Cli ofTask = new Cli(directory).with(TaskLock.VARIABLE, "");
            assertThat(told(ofTask.runLine("copy -n %s/ %s", run, to))).isEmpty();
            Cli.Result first = cli.runLine("copy -n %s/ %s", run, to);
            assertThat(first.code()).as(first.err()).isZero();
            assertThat(told(first)).containsExactly(line.formatted(to));
            assertThat(told(cli.runLine("copy %s/ %s", run, to))).isEmpty();
            Files.delete(cli.home().resolve("slash-told"));
        }
        assertThat(there.resolve("run7")).doesNotExist();

        Path same = Files.createDirectory(there.resolve("run7"));
        for (String command : List.of("copy %s/ %s", "copy %s/ %s/../new", "sync %s/ %s/", "copy %s %s/")) {
            Cli.Result result = cli.runLine(command, run, same);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(told(result)).as(command).isEmpty();
        }
    }

    /** Without a forecast, which a slow machine has, too. */
    private static List<String> told(Cli.Result result) {
        return result.err()
                .lines()
                .filter(line -> !line.contains(", forecast "))
                .toList();
    }
}
