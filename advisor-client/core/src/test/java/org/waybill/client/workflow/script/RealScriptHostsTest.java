package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestPorts;
import org.waybill.protocol.Tool;

/** Hosts that lack what a script wants: a key, a shell, a new rsync, the same userland. */
class RealScriptHostsTest extends RealScriptCase {
    /** A user who has a password alone: nothing is sent that could not be checked and renamed. */
    @ParameterizedTest
    @ValueSource(strings = {"SFTP", "SCP", "RSYNC"})
    void whoHasNoKeyIsToldSoFirst(String name) throws Exception {
        Tool tool = Tool.valueOf(name);
        Path home = Files.createDirectory(directory.resolve("stranger-" + tool));
        Map<String, String> stranger = SshTools.environment(home, ssh);
        Path config = home.resolve("bin/config");
        SshServer.newKey(home.resolve("key"), "");
        Files.writeString(
                config,
                Files.readString(config)
                        .replace("IdentityFile " + ssh.userKey(), "IdentityFile \"" + home.resolve("key") + "\"")
                        .replace("ControlMaster auto", "ControlMaster no"));
        String transport = tool == Tool.RSYNC ? "rsync+ssh" : "sftp";
        Path target = served.resolve("of a stranger " + tool);
        Path script = directory.resolve("script.sh");
        for (boolean tree : new boolean[] {false, true}) {
            Candidate push =
                    option(tool, transport, Location.local(tree ? "tree" : "tree/a"), ssh.location(target.toString()));
            Shell.Result result = Shell.run(Files.writeString(script, script(push, tree)), work, stranger);
            assertThat(result.exitCode()).as(result.output()).isEqualTo(6);
            assertThat(result.output())
                    .startsWith("this script needs an SSH key or an agent for 127.0.0.1: ")
                    .hasLineCount(1);
            assertThat(target).doesNotExist();
        }
        Location nobody = new Location("sftp", ssh.user(), "127.0.0.1", TestPorts.free(), "/x");
        Shell.Result result = run(script(option(tool, transport, Location.local("tree/a"), nobody), false));
        assertThat(result.exitCode()).as(result.output()).isEqualTo(4);
        assertThat(result.output()).startsWith("cannot log in to 127.0.0.1: ").hasLineCount(1);
    }

    @Test
    void aServerOfSftpAloneWillDoWithoutTheCheck() throws Exception {
        try (SshServer only = SshServer.start(directory, SshServer.Option.SFTP_ONLY)) {
            Map<String, String> unverified =
                    new HashMap<>(SshTools.environment(Files.createDirectory(directory.resolve("only")), only));
            Path target = old(served.resolve("of sftp alone"), "old");
            Candidate push = option(Tool.SFTP, "sftp", Location.local("tree/a"), only.location(target.toString()));
            Path script = Files.writeString(directory.resolve("only.sh"), script(push, false));
            Shell.Result result = Shell.run(script, work, unverified);
            assertThat(result.exitCode()).as(result.output()).isEqualTo(11);
            assertThat(result.output()).contains("WAYBILL_VERIFY=none skips this check");
            assertThat(target).hasContent("old");
            unverified.put("WAYBILL_VERIFY", "none");
            result = Shell.run(script, work, unverified);
            assertThat(result.exitCode()).as(result.output()).isZero();
            assertThat(target).hasContent("ours");
        }
    }

    @Test
    void anRsyncWithoutSecludedArgumentsIsNamed() throws Exception {
        Path own = Files.createDirectory(directory.resolve("own"));
        Files.writeString(own.resolve("rsync"), "#!/bin/sh\ncase $1 in -s) exit 1;; esac\n");
        assertThat(own.resolve("rsync").toFile().setExecutable(true)).isTrue();
        Map<String, String> old = new HashMap<>(environment);
        old.put("PATH", own + ":" + environment.get("PATH"));
        for (String transport : List.of("rsync+ssh", "rsync")) {
            Candidate pull = option(Tool.RSYNC, transport, far(transport, "/large"), Location.local("large"));
            Shell.Result result =
                    Shell.run(Files.writeString(directory.resolve("old.sh"), script(pull, false)), work, old);
            assertThat(result.exitCode()).isEqualTo(7);
            assertThat(result.output()).contains("needs rsync 3.0 or newer").hasLineCount(1);
        }
    }

    /** Names of which GNU's and BusyBox's sha256sum print different lines. */
    @ParameterizedTest
    @ValueSource(strings = {"SCP", "RSYNC"})
    void aTreeIsComparedWithThatOfAnotherUserland(String name) throws Exception {
        Tool tool = Tool.valueOf(name);
        Path tools = Shell.busyBox(
                directory.resolve("busybox " + tool), List.of("awk", "cmp", "find", "sed", "sha256sum", "tr", "xargs"));
        Map<String, String> other = new HashMap<>(environment);
        other.put("PATH", tools + ":" + environment.get("PATH"));
        Path tree = Files.createDirectories(work.resolve("odd " + tool + "/sub"));
        Files.writeString(tree.resolve("back\\slash"), "1");
        Files.writeString(tree.resolve("line\nbreak"), "2");
        Path target = served.resolve("odd of " + tool);
        String transport = tool == Tool.RSYNC ? "rsync+ssh" : "sftp";
        String script =
                script(option(tool, transport, Location.local("odd " + tool), ssh.location(target.toString())), true);
        Path file = Files.writeString(directory.resolve("odd.sh"), script);
        Shell.Result result = Shell.run(file, work, other);
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(target.resolve("sub/line\nbreak")).hasContent("2");
        Files.writeString(
                file,
                script.replaceFirst("if .*verify.*\n", "printf 3 > '" + target + "/sub/back'\\\\\\\\'slash'\n$0"));
        result = Shell.run(file, work, other);
        assertThat(result.exitCode()).as(result.output()).isEqualTo(11);
        assertThat(result.output()).contains("the copy differs from the source: ./sub/back\\slash");
    }
}
