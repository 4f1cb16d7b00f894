package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

/** {@code copy --delete-source}, and what {@code copy --dry-run} says. */
class CopyAndDeleteSourceTest extends MoveCase {
    private Path from;
    private Path to;

    @BeforeEach
    void tree() throws Exception {
        from = Files.createDirectories(directory.resolve("from/deep")).getParent();
        to = directory.resolve("to");
        Files.writeString(from.resolve("a"), "aaa");
        Files.writeString(from.resolve("deep/b"), "bbb");
    }

    @Test
    void theSourcesFilesGoAfterTheCopyAndOnlyWhenAskedFor() throws Exception {
        assertThat(cli.run("move", from + "/", directory.resolve("plain").toString())
                        .code())
                .isZero();
        assertThat(from.resolve("a")).exists();
        FileTime made = FileTime.fromMillis(1_234_567_890_000L);
        Files.setLastModifiedTime(from.resolve("deep"), made);
        Cli.Result result = cli.run("copy", "--delete-source", "--json", from + "/", to.toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(Files.getLastModifiedTime(to.resolve("deep"))).isEqualTo(made);
        assertThat(result.json().get("deletedAtSource"))
                .extracting(JsonNode::asString)
                .containsExactly("a", "deep/b");
        assertThat(to.resolve("deep/b")).hasContent("bbb");
        assertThat(from.resolve("a")).doesNotExist();
        assertThat(from.resolve("deep")).isEmptyDirectory();
        assertThat(cli.run("copy", "--delete-source", file.toString(), to + "/").code())
                .isZero();
        assertThat(file).doesNotExist();
    }

    @Test
    void allNamesOfAFileGo() throws Exception {
        Files.createLink(from.resolve("hard"), from.resolve("a"));
        Files.createLink(from.resolve("deep/link"), from.resolve("a"));

        Cli.Result result = cli.run("copy", "--delete-source", from + "/", to.toString());

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("deleted 4 source files");
        assertThat(to.resolve("deep/link")).hasContent("aaa");
        assertThat(from).isDirectoryNotContaining(Files::isRegularFile);
    }

    @Test
    void nothingIsDeletedOfWhatCannotBeOrWasNotCompared() throws Exception {
        refused(cli.run("copy", "--delete-source", "-", to.toString()), 2, "a stream");
        refused(
                cli.run("copy", "--delete-source", "--transport", "http", "http://127.0.0.1:9/x", to.toString()),
                2,
                "http URLs");
        refused(cli.run("copy", "--delete-source", "--verify", "none", from + "/", to.toString()), 2, "--verify none");
        Cli.Result planned = cli.run("copy", "--delete-source", "--dry-run", from + "/", to.toString());
        assertThat(planned.code()).as(planned.err()).isZero();
        assertThat(planned.out())
                .contains(
                        "would delete at the source: a",
                        "would delete at the source: deep/b",
                        "and delete 2 entries at the source");
        assertThat(from.resolve("a")).exists();
        assertThat(to).doesNotExist();
    }

    /** A node serves the source's directory: what it gets is there already, and is all that there is. */
    @Test
    void theOnlyFilesStayThatANodeServesUnderAnotherName() throws Exception {
        try (WaybillNode node = cli.node(directory)) {
            for (String overwrite : new String[] {"different", "always"}) {
                Cli.Result result = cli.run(
                        "copy",
                        "--delete-source",
                        "--overwrite",
                        overwrite,
                        from + "/",
                        "waybill://127.0.0.1:" + node.address().getPort() + "/from/");
                assertThat(result.code()).as(result.err()).isIn(12, 13);
                assertThat(from.resolve("a")).hasContent("aaa");
                assertThat(from.resolve("deep/b")).hasContent("bbb");
                assertThat(result.err()).contains("not deleted at the source");
            }
            Path empty = Files.createDirectory(directory.resolve("empty"));
            Cli.Result none = cli.run(
                    "copy",
                    "--delete-source",
                    empty + "/",
                    "waybill://127.0.0.1:" + node.address().getPort() + "/none/");
            assertThat(none.code()).as(none.err()).isZero();
        }
    }

    @Test
    void aDryRunLooksAtTheDestinationAndTellsNoRate() throws Exception {
        assertThat(cli.run("copy", from.toString(), to + "/").code()).isZero();
        Files.writeString(from.resolve("new"), "new file");
        Files.writeString(from.resolve("a"), "changed");

        assertThat(cli.run("copy", "--quiet", "--dry-run", from.toString(), to.toString())
                        .out())
                .contains("would copy, new: new");
        Cli.Result text = cli.run("copy", "--dry-run", from.toString(), to.toString());
        assertThat(text.code()).as(text.err()).isZero();
        assertThat(text.out())
                .contains(
                        "compared by size and time: 2 entries are equal",
                        "would copy, new: new",
                        "would copy, changed: a: size 7, 3",
                        "would copy 1 new file (8 B) and 1 changed file (7 B)")
                .as("by the copy before")
                .containsPattern("by local, forecast \\d.* s from one earlier copy")
                .doesNotContain("bit/s", "verified", "0 B");
        JsonNode document = cli.run("copy", "--dry-run", "--json", from.toString(), to.toString())
                .json();
        assertThat(document.get("status").asString()).isEqualTo("PLANNED");
        assertThat(document.at("/forecast/secondsP50").asDouble()).isPositive();
        for (String none : new String[] {"bytes", "files", "seconds", "goodputBitsPerSecond", "sha256"}) {
            assertThat(document.get(none).isNull()).as(none).isTrue();
        }
        assertThat(document.get("plan").get("newFiles").asLong()).isOne();
        assertThat(document.get("plan").get("changedBytes").asLong()).isEqualTo(7);
        assertThat(document.get("plan").get("differences")).hasSize(2);
        assertThat(to.resolve("from/new")).doesNotExist();
    }
}
