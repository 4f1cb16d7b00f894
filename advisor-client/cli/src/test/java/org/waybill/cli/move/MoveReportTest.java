package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** What a move leaves in writing: documents, reports, events, the outbox. */
class MoveReportTest extends MoveCase {
    @Test
    void namesEveryFileThatIsNotTransferred() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int i = 0; i < 30; i++) {
            Files.createSymbolicLink(tree.resolve("link" + i), file);
        }
        Files.write(tree.resolve("good"), new byte[10]);
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path report = directory.resolve("report.json");
        try (WaybillNode node = cli.node(data)) {
            String target = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String to : new String[] {directory.resolve("copy") + "/", target}) {
                Cli.Result whole = cli.run("move", "--links", "skip", tree.toString(), to);
                assertThat(whole.code()).as(whole.err()).isZero();
                assertThat(whole.out().lines().filter(line -> line.startsWith("left out: link")))
                        .hasSize(20);
                assertThat(whole.out())
                        .contains("and 10 more; --json and --report name all")
                        .endsWith("30 entries left out\n");
                Cli.Result strict = cli.run("copy", "--strict", "--json", "--links", "skip", tree.toString(), to);
                assertThat(strict.code()).as(strict.err()).isEqualTo(15);
                assertThat(strict.json().get("status").asString()).isEqualTo("LEFT_OUT");
                assertThat(strict.json().get("notTransferred").size()).isEqualTo(30);
                assertThat(cli.run("copy", "--strict", "--quiet", "--links", "skip", tree.toString(), to)
                                .err())
                        .contains("left out: link");
            }
            assertThat(cli.runLine("copy --strict -q --links skip %s %stree/good %s/both/", tree, target, directory)
                            .err())
                    .as("of several sources")
                    .startsWith(directory + "/:\nleft out: tree/link");
            Path kept = directory.resolve("kept");
            Files.createSymbolicLink(
                    Files.createDirectory(directory.resolve("linked")).resolve("link"), Path.of("x"));
            assertThat(cli.run("copy", "--strict", directory.resolve("linked") + "/", kept.toString())
                            .code())
                    .isZero();
            assertThat(Files.readSymbolicLink(kept.resolve("link"))).isEqualTo(Path.of("x"));
            Process shell = new ProcessBuilder(
                            "sh",
                            "-c",
                            "for i in 1 2; do printf x > \"$1/$i$(printf '\\377')\"; done",
                            "sh",
                            tree.toString())
                    .start();
            assertThat(shell.waitFor()).isZero();
            for (String to : new String[] {directory.resolve("copy") + "/", target}) {
                Cli.Result partly = cli.run(
                        "move", "--json", "--report", report.toString(), "--links", "skip", tree.toString(), to);
                assertThat(partly.code()).as(partly.out()).isIn(2, 12);
                JsonNode missing = partly.json().get("notTransferred");
                assertThat(missing.size()).isEqualTo(32);
                assertThat(missing.valueStream()
                                .filter(one -> !one.get("reason").asString().equals("LEFT_OUT"))
                                .map(one -> one.get("path").asString()))
                        .containsExactlyInAnyOrder("1\ufffd", "2\ufffd");
                assertThat(missing.valueStream())
                        .allMatch(one -> !one.get("text").asString().isEmpty());
                assertThat(Files.readString(report)).contains("notTransferred");
                assertThat(partly.err())
                        .contains("not transferred: ")
                        .contains("12 more; --json and --report name all");
            }
        }
    }

    @Test
    void aReportOrEventsThatWouldBeWrittenOverTheDataAreRefusedBeforeAnythingIsDone() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Path copy = directory.resolve("copy");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        String content = sha256(file);
        for (String[] options : new String[][] {
            {"--report", file.toString()},
            {"--events", file.toString()},
            {"--events", link.toString()},
            {"--report", tree.toString()},
            {"--report", "/proc/1/report"}
        }) {
            Cli.Result refused = cli.run("move", "--json", options[0], options[1], file.toString(), copy.toString());
            assertThat(refused.code()).as(refused.err()).isIn(2, 6);
            assertThat(refused.err()).contains(options[0] + " " + options[1]).hasLineCount(1);
            assertThat(copy).doesNotExist();
        }
        assertThat(sha256(file)).isEqualTo(content);
        Cli.Result inside = cli.run("move", "--events", tree.resolve("e").toString(), tree.toString(), copy.toString());
        assertThat(inside.code()).as(inside.err()).isEqualTo(2);
        assertThat(tree).isEmptyDirectory();
    }

    @Test
    void aSecondMoveIsASuccessUnlessItIsAskedWhetherAnythingWasSent() throws Exception {
        String[] move = {
            "move", "--json", file.toString(), directory.resolve("copy").toString()
        };
        String[] asked = {
            "move",
            "--json",
            "--error-on-no-transfer",
            file.toString(),
            directory.resolve("copy").toString()
        };
        assertThat(cli.run(asked).code()).as("something was sent").isZero();

        Cli.Result plain = cli.run(move);
        assertThat(plain.code()).as(plain.err()).isZero();
        assertThat(plain.json().get("status").asString()).isEqualTo("OK");
        assertThat(plain.json().get("resumedBytes").asLong()).isEqualTo(BYTES);
        Cli.Result second = cli.run(asked);
        assertThat(second.code()).isEqualTo(9);
        assertThat(second.json().get("status").asString()).isEqualTo("NOTHING_TO_DO");
        assertThat(second.json().get("sha256").asString()).isEqualTo(sha256(file));
    }

    @Test
    void aCopyThatSelectsNothingOrOfSeveralFindsAllThereSentNothing() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Files.copy(file, tree.resolve("a"));
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = cli.node(data)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/in/";
            for (String to : new String[] {directory.resolve("to") + "/", there}) {
                for (String copy : new String[] {"copy --error-on-no-transfer", "copy -n --error-on-no-transfer"}) {
                    assertThat(cli.runLine(copy + " --exclude * %s/ %s", tree, to)
                                    .code())
                            .as(copy)
                            .isEqualTo(9);
                    assertThat(cli.runLine(copy + " --max-size 0 %s %s", file, to)
                                    .code())
                            .as(copy)
                            .isEqualTo(9);
                    assertThat(cli.runLine(copy + " %s/ %s", empty, to).code())
                            .as(copy)
                            .isEqualTo(9);
                }
                assertThat(cli.runLine("copy %s/ %s", tree, to).code()).isZero();
                String several = "copy --error-on-no-transfer --json %s/ %s %s";
                assertThat(cli.runLine("copy -n" + several.substring(4), tree, file, to)
                                .code())
                        .isZero();
                assertThat(cli.runLine(several, tree, file, to).code())
                        .as("one of them was sent")
                        .isZero();
                assertThat(cli.runLine(several, tree, file, to).code()).isEqualTo(9);
                assertThat(cli.runLine("copy --error-on-no-transfer --ignore-existing %s/ %s", tree, to)
                                .code())
                        .isEqualTo(9);
            }
        }
    }

    /** A file without bytes is a file that was sent, or was there. */
    @Test
    void emptyAndSmallFilesCountWhereItIsAskedWhetherAnythingWasSent() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Files.createFile(tree.resolve("_STARTED"));
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = cli.node(data)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/in/";
            String copy = "copy --error-on-no-transfer %s/ %s";
            String[] destinations = {directory.resolve("to") + "/", there};
            for (String next : new String[] {"_EMPTY", "small", "_SUCCESS"}) {
                Files.write(tree.resolve(next), new byte[next.equals("small") ? 3 : 0]);
                for (String to : destinations) {
                    assertThat(cli.runLine(copy, tree, to).code())
                            .as(next + " was copied to " + to)
                            .isZero();
                    assertThat(cli.runLine(copy, tree, to).code())
                            .as("all is at " + to + ", and " + next)
                            .isEqualTo(9);
                }
            }
            for (String to : destinations) {
                assertThat(cli.runLine("copy %s/ %s", tree, to).out()).contains("already existed");
                Path back = directory.resolve("back" + to.length());
                assertThat(cli.runLine(copy, to, back).code()).isZero();
                Files.createFile(tree.resolve("_LATE" + to.length()));
                cli.runLine("copy %s/ %s", tree, to);
                assertThat(cli.runLine("copy --error-on-no-transfer %s %s", to, back)
                                .code())
                        .isZero();
                assertThat(cli.runLine("copy --error-on-no-transfer %s %s", to, back)
                                .code())
                        .isEqualTo(9);
            }
        }
    }

    @Test
    void sendsStandardInputAndWritesTheDocumentElsewhere() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        Path report = directory.resolve("report.json");
        byte[] live = new byte[700_000];
        new Random(5).nextBytes(live);
        InputStream before = System.in;
        try (WaybillNode node = cli.node(data)) {
            System.setIn(new ByteArrayInputStream(live));
            Cli.Result result = cli.run(
                    "move",
                    "--quiet",
                    "--transport",
                    "tsp",
                    "--rate",
                    "50Mbit",
                    "--report",
                    report.toString(),
                    "-",
                    "waybill://127.0.0.1:" + node.address().getPort() + "/live");

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).isEmpty();
            assertThat(data.resolve("live")).satisfies(sameContentAs(live));
            assertThat(Files.readString(report))
                    .contains("\"status\" : \"OK\"")
                    .contains("\"source\" : \"-\"")
                    .contains("\"bytes\" : 700000")
                    .contains(sha256(data.resolve("live")));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void aCopyStartsWithoutTheServiceAndWaitsInTheOutboxForIt() throws Exception {
        Path data = Files.createDirectory(directory.resolve("node data"));
        try (WaybillNode node = cli.node(data)) {
            String url = "waybill://127.0.0.1:" + node.address().getPort();
            Cli.Result sent = cli.run("move", file.toString(), url + "/in/");
            assertThat(sent.code()).as(sent.err()).isZero();
            assertThat(sent.err()).contains("waybill: by tcp, which starts immediately");
            assertThat(sha256(data.resolve("in/data file.bin"))).isEqualTo(sha256(file));

            Path back = directory.resolve("back");
            Cli.Result fetched = cli.run("move", url + "/in/data%20file.bin", back.toString());
            assertThat(fetched.code()).as(fetched.err()).isZero();
            assertThat(sha256(back)).isEqualTo(sha256(file));
            assertThat(fetched.err()).contains("waybill: by tcp, which starts immediately");
            assertThat(outcomes()).hasSize(2);
            assertThat(cli.home().resolve("service.lock"))
                    .as("nobody started a service: %s", fetched.err())
                    .doesNotExist();
        }
    }

    @Test
    void nothingIsWrittenInADryRun() throws Exception {
        Cli.Result result = cli.run(
                "move", "--dry-run", file.toString(), directory.resolve("copy").toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("would copy");
        assertThat(directory.resolve("copy")).doesNotExist();
        assertThat(outcomes()).isEmpty();
    }
}
