package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import tools.jackson.databind.JsonNode;

/** {@code sync} by the command line: what fails or is left out, and what is done all the same. */
class SyncFailuresTest extends SyncCase {
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
}
