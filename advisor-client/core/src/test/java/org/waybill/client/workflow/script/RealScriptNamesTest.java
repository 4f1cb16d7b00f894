package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** Names that tools take for patterns or lines, with a sibling that would match. */
class RealScriptNamesTest extends RealScriptCase {
    /** Of each pair the first, as a pattern, matches the second. */
    private static final List<List<String>> ALIKE = List.of(
            List.of("a[1]", "a1"),
            List.of("b*", "b2"),
            List.of("c?", "c3"),
            List.of("d\\[1]", "d[1]"),
            List.of("e\\f", "ef"),
            List.of("{g,h}", "g"));

    @Test
    void aLineBreakInTheSourcesNameIsRefusedWhereItWouldNameTheTarget() throws Exception {
        String broken = "two\nlines";
        assertThatThrownBy(() -> script(option(Tool.CURL, "ftp", Location.local(broken), far("ftp", "/")), false))
                .hasMessageContaining("line break");
        assertThat(script(option(Tool.CURL, "ftp", Location.local(broken), far("ftp", "/x")), false))
                .contains("RNTO");
    }

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
        "CP, local"
    })
    void aNameIsNoPattern(Tool tool, String transport) throws Exception {
        String there = "/alike-" + tool + transport.replace('+', '-');
        Path base = served.resolve(there.substring(1));
        Path back = work.resolve("back " + tool + transport);
        for (List<String> pair : ALIKE) {
            String name = pair.getFirst();
            for (String prefix : List.of("", "new ")) {
                old(base.resolve(prefix + pair.getLast()), "another");
            }
            old(base.resolve(name), "this");
            Candidate pull =
                    option(tool, transport, place(tool, transport, there, name), Location.local(back.toString()));
            succeeds(script(pull, false));
            assertThat(back).as(name).hasContent("this");
            if (tool != Tool.CP) {
                Files.delete(back);
                succeeds(ShellWords.join(ToolCommands.move(pull, false)));
                assertThat(back).as(name).hasContent("this");
            }
            Candidate push =
                    option(tool, transport, Location.local("tree/a"), place(tool, transport, there, "new " + name));
            if (transport.equals("rsync") && RsyncPattern.isOne(name)) {
                assertThatThrownBy(() -> script(push, false)).hasMessageContaining("for a pattern");
                continue;
            }
            succeeds(script(push, false));
            assertThat(base.resolve("new " + name)).hasContent("ours");
            assertThat(base.resolve("new " + pair.getLast())).hasContent("another");
        }
    }

    @ParameterizedTest
    @CsvSource({"SFTP, sftp", "SCP, sftp", "RSYNC, rsync+ssh", "RSYNC, rsync", "RCLONE, dav", "LFTP, ftp"})
    void aDirectorysNameIsNoPattern(Tool tool, String transport) throws Exception {
        String there = "/trees-" + tool + transport.replace('+', '-');
        Path base = served.resolve(there.substring(1));
        for (String name : List.of("t[1]", "u\\*")) {
            old(base.resolve(name.equals("t[1]") ? "t1/a" : "u*/a"), "another");
            old(base.resolve(name).resolve("a"), "this");
            Path back = work.resolve("tree of " + tool + transport + name);
            succeeds(script(
                    option(tool, transport, far(transport, there + "/" + name), Location.local(back.toString())),
                    true));
            assertThat(back.resolve("a")).hasContent("this");
            if (transport.equals("rsync")) {
                continue;
            }
            succeeds(script(option(tool, transport, Location.local("tree"), far(transport, there + "/" + name)), true));
            assertThat(base.resolve(name).resolve("a")).hasContent("ours");
            assertThat(base.resolve("t1/a")).hasContent("another");
        }
    }

    @Test
    void aPrintedCommandSendsToNoPattern() {
        Candidate push = option(Tool.RSYNC, "rsync+ssh", Location.local("a"), far("sftp", "/b[1]"));
        assertThat(Steps.of(push, false, Set.of()))
                .anySatisfy(step -> assertThat(step.text()).contains("for a pattern: a script of 'waybill script'"))
                .noneMatch(step -> step.command().startsWith("rsync"));
    }
}
