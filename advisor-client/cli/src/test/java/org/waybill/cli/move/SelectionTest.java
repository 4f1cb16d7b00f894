package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;

/** What of a source is copied, as options. */
class SelectionTest extends SelectionCase {
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
        Path rules = Files.writeString(directory.resolve("rules"), "\ufeff# what is kept\r\n+ keep.tmp\r\n\n- *.tmp\n");
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
}
