package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** Scripts that were killed are run again. */
class RealScriptRerunTest extends RealScriptCase {
    @ParameterizedTest
    @CsvSource({"SFTP, sftp", "SCP, sftp", "RSYNC, rsync+ssh", "RCLONE, sftp", "LFTP, ftp", "CURL, ftp", "CURL, http"})
    void whatIsWholeButHasNotItsNameYetIsNoError(Tool tool, String transport) throws Exception {
        old(served.resolve("whole/a"), "this");
        Path here = Files.createDirectory(work.resolve("whole " + tool + transport));
        String script = script(option(tool, transport, far(transport, "/whole/a"), Location.local(here + "/")), false);
        String killed = script.replace("mv -f -- \"$part\" \"$whole\"", "kill -KILL $$");
        assertThat(run(killed).exitCode()).isEqualTo(137);
        succeeds(script);
        assertThat(here.resolve("a")).hasContent("this");
        assertThat(names(here)).containsExactly("a");
    }

    /** The script is killed before each of its lines in turn, and run again. */
    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "SFTP, sftp",
        "SCP, sftp",
        "RSYNC, rsync+ssh",
        "RSYNC, rsync",
        "RCLONE, sftp",
        "RCLONE, dav",
        "LFTP, ftp",
        "CURL, ftp",
        "CURL, http",
        "CURL, dav",
        "CP, local"
    })
    void aScriptThatWasKilledAnywhereCanBeRunAgain(Tool tool, String transport) throws Exception {
        String there = "/killed-" + tool + transport.replace('+', '-');
        Path source = old(served.resolve(there.substring(1)).resolve("a"), "this");
        Path here = Files.createDirectory(work.resolve(there.substring(1)));
        Candidate pull = option(
                tool,
                transport,
                place(tool, transport, there, "a"),
                Location.local(here.resolve("b").toString()));
        killedAnywhere(script(pull, false), here.resolve("b"), "this");
        Candidate push = option(tool, transport, Location.local("tree/a"), place(tool, transport, there, "c/b"));
        Path sent = source.resolveSibling("c/b");
        old(sent, "before");
        killedAnywhere(script(push, false), sent, "ours");
    }

    private void killedAnywhere(String script, Path target, String content) throws Exception {
        List<String> lines = script.lines().toList();
        int killed = 0;
        for (int i = 1; i <= lines.size(); i++) {
            List<String> cut = new ArrayList<>(lines);
            cut.add(i, "kill -KILL $$");
            Path file = Files.writeString(directory.resolve("cut.sh"), String.join("\n", cut) + "\n");
            if (Shell.run(file, work, environment, "-n").exitCode() != 0) {
                continue; // not between two commands
            }
            killed += Shell.run(file, work, environment).exitCode() == 137 ? 1 : 0;
            succeeds(script);
            assertThat(target).as(String.join("\n", cut)).hasContent(content);
            assertThat(names(target.getParent())).as(String.join("\n", cut)).containsExactly("b");
        }
        assertThat(killed).isGreaterThan(10);
    }
}
