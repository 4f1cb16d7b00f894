package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.endtoend.Rig.Protocol;

/** Standard output that cannot take what it is given: success is not reported. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandardStreamsTest {
    @AutoClose
    private Rig rig;

    private Path directory;

    @BeforeAll
    void start(@TempDir Path temp) throws Exception {
        directory = temp;
        rig = new Rig(temp);
        KillSources.random(rig.served(Protocol.TCP).resolve("large"), 3 << 20);
        Files.writeString(rig.served(Protocol.TCP).resolve("small"), "small");
        KillSources.random(rig.commands.work().resolve("f"), 3 << 20);
    }

    private Commands.Result shell(String line) throws Exception {
        return rig.commands.sh(Files.writeString(directory.resolve("line.sh"), line + "\n"));
    }

    @ParameterizedTest
    @CsvSource({"f, local", "large, tcp", "small, tcp", "large, plut --dedicated --rate 100M"})
    void dataForAFullDiskAreAFailure(String name, String transport) throws Exception {
        String source = transport.equals("local") ? name : rig.url(Protocol.TCP, name);
        Commands.Result result = shell("exec waybill copy --transport " + transport + " " + source + " - > /dev/full");
        assertThat(result.code()).as(result.err()).isEqualTo(7);
        assertThat(result.err()).contains("no space left").doesNotContain("verified", "\tat ");
    }

    @Test
    void aFileThatMayNotBecomeAsLargeIsALimit() throws Exception {
        for (String transport : List.of("local", "tcp")) {
            String source = transport.equals("local") ? "f" : rig.url(Protocol.TCP, "large");
            Commands.Result result = shell("ulimit -f 1000; exec waybill copy --transport " + transport + " " + source
                    + " limited-" + transport);
            assertThat(result.code()).as(result.err()).isEqualTo(8);
            assertThat(result.err()).contains("a file of this size cannot be written", "ulimit -f");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy --transport tcp LARGE -", "copy f -", "cat f"})
    void dataThatNobodyReadsEndAsASignalWouldEndIt(String line) throws Exception {
        Commands.Result result = shell("{ waybill " + line.replace("LARGE", rig.url(Protocol.TCP, "large"))
                + "; echo $? > code; } | head -c 10 > /dev/null");
        assertThat(rig.commands.work().resolve("code")).hasContent("141");
        // on a busy machine progress is told of before
        assertThat(result.err().replaceAll("(?m)^waybill: copying: .*$", "")).doesNotContain("waybill:", "verified");
    }

    @Test
    void textForAFullDiskIsAFailureInOneLine() throws Exception {
        isAFailureInOneLine("move --json --transport local f there/");
    }

    /** The launcher gives a closed standard output to /dev/full, and says so. */
    @ParameterizedTest
    @CsvSource({"ls ., 7", "help copy, 7", "copy -n f there/, 7", "check f small, 11"})
    void resultsForAClosedStandardOutputAreAFailure(String line, int code) throws Exception {
        Files.writeString(rig.commands.work().resolve("small"), "small");
        Commands.Result result = withClosedOutput(line);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        assertThat(result.err()).contains("standard output could not be written");
    }

    @Test
    void aCopyNeedsNoStandardOutput() throws Exception {
        Commands.Result result = withClosedOutput("copy f copied");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).doesNotContain("could not be written");
    }

    private Commands.Result withClosedOutput(String line) throws Exception {
        return shell("export JAVA_TOOL_OPTIONS=-Dwaybill.terminals=,no-stdout; exec waybill " + line + " > /dev/full");
    }

    /** What they print goes the same way, after many seconds. */
    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(strings = {"move --json f there/", "script --workflow local f there/", "advise --json f there/"})
    void textOfCommandsThatAskTheServiceForAFullDiskIsAFailureInOneLine(String line) throws Exception {
        isAFailureInOneLine(line);
    }

    private void isAFailureInOneLine(String line) throws Exception {
        Commands.Result result = shell("exec waybill " + line + " > /dev/full");
        assertThat(result.code()).as(result.err()).isEqualTo(7);
        assertThat(result.err())
                .contains("standard output could not be written")
                .doesNotContain("\tat ");
    }

    @Test
    void textThatNobodyReadsEndsAsASignalWouldEndIt() throws Exception {
        Commands.Result result =
                shell("mkfifo p; { waybill help move; echo $? > code; } > p &" + " exec 3< p; exec 3<&-; wait");
        assertThat(rig.commands.work().resolve("code")).hasContent("141");
        assertThat(result.err()).doesNotContain("waybill:");
    }
}
