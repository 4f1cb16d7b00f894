package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.SshServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** Links where they are not just entries of a tree: as the source, in the way, from a hostile server, without a shell. */
class RealScriptLinksTest extends RealScriptCase {
    private Path tree(Path tree) throws Exception {
        old(tree.resolve("a"), "a");
        old(tree.resolve("sub/b"), "b");
        Files.createSymbolicLink(tree.resolve("link"), Path.of("a"));
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        return tree;
    }

    private Shell.Result run(String script, Map<String, String> with) throws Exception {
        return Shell.run(Files.writeString(directory.resolve("script.sh"), script), work, with);
    }

    private void namesWhatIsLeftOut(Shell.Result result, String... names) {
        assertThat(result.exitCode()).as(result.output()).isEqualTo(15);
        assertThat(result.output()
                        .lines()
                        .filter(line -> line.startsWith("left out: "))
                        .sorted())
                .as(result.output())
                .containsExactly(names);
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
        "CURL, dav",
        "CP, local"
    })
    void aLinkThatIsTheSourceIsFollowed(Tool tool, String transport) throws Exception {
        String name = "link of " + tool + transport.replace('+', '-');
        Files.createSymbolicLink(work.resolve(name), Path.of("tree/a"));
        Path there = served.resolve(name);
        Candidate push = option(tool, transport, Location.local(name), place(tool, transport, "", name));
        succeeds(script(push, false));
        assertThat(there).isRegularFile().hasContent("ours");
        if (tool != Tool.CP) {
            Files.delete(there);
            succeeds(ShellWords.join(ToolCommands.move(push, false)));
            assertThat(there).hasContent("ours");
        }
        Path back = work.resolve("back of " + name);
        Path link = Files.createSymbolicLink(served.resolve("to " + name), Path.of(name));
        assertThat(link).isRegularFile();
        succeeds(script(
                option(tool, transport, place(tool, transport, "", "to " + name), Location.local(back.toString())),
                false));
        assertThat(Files.isSymbolicLink(back)).isFalse();
        assertThat(back).hasContent("ours");
    }

    /** What a copy of a tree would write through, to somewhere else. */
    @ParameterizedTest
    @CsvSource({"SFTP, sftp", "SCP, sftp", "RSYNC, rsync+ssh", "RSYNC, rsync", "RCLONE, sftp", "CP, local"})
    void aLinkInTheWayOfAFileOrDirectoryIsReplaced(Tool tool, String transport) throws Exception {
        String name = "behind " + tool + transport.replace('+', '-');
        Path elsewhere = old(served.resolve(name + " elsewhere/b"), "precious");
        for (boolean push : tool == Tool.CP ? new boolean[] {true} : new boolean[] {true, false}) {
            Path from = (push ? work : served).resolve(name + push);
            old(from.resolve("a"), "ours");
            old(from.resolve("sub/b"), "ours");
            Path to = (push ? served : work).resolve("to " + name + push);
            old(to.resolve("other"), "other");
            Files.createSymbolicLink(to.resolve("a"), elsewhere);
            Files.createSymbolicLink(to.resolve("sub"), elsewhere.getParent());
            Location there =
                    place(tool, transport, "", (push ? to : from).getFileName().toString());
            succeeds(script(
                    push
                            ? option(tool, transport, Location.local(from.toString()), there)
                            : option(tool, transport, there, Location.local(to.toString())),
                    true));
            assertThat(elsewhere).hasContent("precious");
            assertThat(to.resolve("sub/b")).hasContent("ours");
            assertThat(to.resolve("other")).hasContent("other");
            assertThat(Files.isSymbolicLink(to.resolve("a"))).isFalse();
            assertThat(Files.isSymbolicLink(to.resolve("sub"))).isFalse();
        }
    }

    /** What it lists is nothing that a tree can hold. */
    @Test
    void aHostileServersLinksStayBelowTheDestination() throws Exception {
        tree(served.resolve("hostile"));
        Path to = work.resolve("of the hostile");
        String script = script(option(Tool.SFTP, "sftp", far("sftp", "/hostile"), Location.local(to.toString())), true);
        String lies = "./up\\000l..\\000./up/made\\000lx\\000../made\\000lx\\000./sub/../../made\\000lx\\000" + work
                + "/made\\000lx\\000./a/made\\000lx\\000./sub\\000lx\\000./fine\\000l$(touch pwned)\\000";
        String lying = script.replaceFirst(
                "(tail -n .2 .*others.; fi)",
                "$1; printf '" + lies.replace("\\", "\\\\").replace("$", "\\$") + "' > \"\\$lists/others\"");
        assertThat(lying).isNotEqualTo(script);
        namesWhatIsLeftOut(
                run(lying),
                "left out: ./a/made (its directory is missing or a link)",
                "left out: ./sub (a directory has the name of this symbolic link)",
                "left out: ./up/made (its directory is missing or a link)");
        assertThat(work.resolve("made")).doesNotExist();
        assertThat(Files.isSymbolicLink(work.resolve("made"))).isFalse();
        assertThat(Files.readSymbolicLink(to.resolve("fine"))).hasToString("$(touch pwned)");
        assertThat(to.resolve("sub/b")).hasContent("b");
        assertThat(work.resolve("pwned")).doesNotExist();
    }

    /** There is no shell that could list or make links. */
    @ParameterizedTest
    @ValueSource(strings = {"SFTP", "SCP"})
    void aServerOfSftpAloneLosesNoLinkInSilence(String name) throws Exception {
        Tool tool = Tool.valueOf(name);
        try (SshServer only = SshServer.start(directory, SshServer.Option.SFTP_ONLY)) {
            Map<String, String> with = new HashMap<>(
                    SshTools.environment(Files.createDirectory(directory.resolve("alone-" + tool)), only));
            Path here = tree(work.resolve("alone " + tool));
            Path there = tree(served.resolve("alone " + tool));
            Path sent = served.resolve("sent alone " + tool);
            Path fetched = work.resolve("fetched alone " + tool);
            String push =
                    script(option(tool, "sftp", Location.local(here.toString()), only.location(sent.toString())), true);
            String pull = script(
                    option(tool, "sftp", only.location(there.toString()), Location.local(fetched.toString())), true);
            Shell.Result unverified = run(pull, with);
            assertThat(unverified.exitCode()).as(unverified.output()).isEqualTo(11);
            assertThat(unverified.output()).contains("nothing was copied; WAYBILL_VERIFY=none does without");
            assertThat(fetched).doesNotExist();
            with.put("WAYBILL_VERIFY", "none");
            namesWhatIsLeftOut(
                    run(push, with),
                    "left out: ./link (a symbolic link)",
                    "left out: ./pipe (a pipe, socket or device)");
            assertThat(sent.resolve("sub/b")).hasContent("b");
            namesWhatIsLeftOut(
                    run(pull, with),
                    "left out: download \"" + there + "/link\": not a regular file",
                    "left out: download \"" + there + "/pipe\": not a regular file");
            assertThat(fetched.resolve("sub/b")).hasContent("b");
            Files.delete(fetched.resolve("a"));
            Path precious = old(work.resolve("precious " + tool), "precious");
            Files.createSymbolicLink(fetched.resolve("a"), precious);
            Shell.Result through = run(pull, with);
            assertThat(through.exitCode()).as(through.output()).isEqualTo(12);
            assertThat(precious).hasContent("precious");
        }
    }

    @Test
    void scpBetweenTwoHostsFollowsNoLink() throws Exception {
        Path from = tree(served.resolve("from host to host"));
        Candidate between = option(Tool.SCP, "sftp", far("sftp", "/from host to host"), far("sftp", "/to a host"));
        Shell.Result refused = run(script(between, true));
        assertThat(refused.exitCode()).as(refused.output()).isEqualTo(12);
        assertThat(refused.output()).contains("the source has symbolic links").hasLineCount(1);
        assertThat(served.resolve("to a host")).doesNotExist();
        Files.delete(from.resolve("link"));
        Shell.Result result = run(script(between, true));
        namesWhatIsLeftOut(result, "left out: ./pipe (a pipe, socket or device)");
        assertThat(served.resolve("to a host/sub/b")).hasContent("b");
    }

    @Test
    void whatOneLegLeavesOutDoesNotStopTheNext() throws Exception {
        Path from = tree(work.resolve("in two legs"));
        Location stop = far("sftp", "/stop");
        Candidate up = option(Tool.SFTP, "sftp", Location.local(from.toString()), stop);
        Candidate down = option(Tool.SFTP, "sftp", stop, Location.local("second leg"));
        Candidate staged = option(Tool.SFTP, "sftp", Location.local(from.toString()), Location.local("second leg"))
                .of(List.of(up, down));
        namesWhatIsLeftOut(run(script(staged, true)), "left out: ./pipe (a pipe, socket or device)");
        assertThat(work.resolve("second leg/sub/b")).hasContent("b");
        assertThat(Files.readSymbolicLink(work.resolve("second leg/link"))).hasToString("a");
        Candidate nowhere = option(Tool.SFTP, "sftp", far("sftp", "/is missing"), Location.local("third leg"));
        Shell.Result failed = run(script(staged.of(List.of(up, nowhere)), true));
        assertThat(failed.exitCode()).as(failed.output()).isNotIn(0, 15);
    }

    @Test
    void rcloneUsesTheKeyThatSshWouldUse() throws Exception {
        Map<String, String> with = new HashMap<>(environment);
        with.remove("RCLONE_SFTP_KEY_FILE");
        with.put("SSH_AUTH_SOCK", directory.resolve("no agent").toString());
        Candidate push = option(Tool.RCLONE, "sftp", Location.local("tree/a"), far("sftp", "/by the usual key"));
        Shell.Result result = run(script(push, false), with);
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(served.resolve("by the usual key")).hasContent("ours");
        Path config = directory.resolve("bin/config");
        String before = Files.readString(config);
        Files.writeString(config, before + "HostName elsewhere.example\n");
        try {
            result = run(script(push, false), with);
        } finally {
            Files.writeString(config, before);
        }
        assertThat(result.exitCode()).as(result.output()).isEqualTo(2);
        assertThat(result.output())
                .isEqualTo("rclone does not read the ssh config, which has for 127.0.0.1:"
                        + " hostname elsewhere.example; use sftp, scp or rsync\n");
    }

    @Test
    void aBucketHasNoLinksOrEmptyDirectories() throws Exception {
        Path from = tree(work.resolve("to a bucket"));
        Files.createDirectory(from.resolve("empty"));
        Path bucket = directory.resolve("buckets/bucket");
        try (S3Server server = S3Server.start(directory, bucket)) {
            Map<String, String> with = new HashMap<>(environment);
            with.put("AWS_ENDPOINT_URL", server.url());
            with.put("AWS_CA_BUNDLE", "");
            with.put("AWS_ACCESS_KEY_ID", S3Server.USER);
            with.put("AWS_SECRET_ACCESS_KEY", S3Server.PASSWORD);
            Candidate push = new Candidate(
                    Tool.RCLONE,
                    Protocol.S3,
                    "s3",
                    Location.local(from.toString()),
                    server.location("/in"),
                    List.of(),
                    1,
                    false,
                    true,
                    true);
            namesWhatIsLeftOut(
                    run(ScriptWriter.write(push, true, TemporaryNames.ofThisProcess()), with),
                    "left out: ./empty (an empty directory)",
                    "left out: ./link (a symbolic link)",
                    "left out: ./pipe (a pipe, socket or device)");
            assertThat(bucket.resolve("in/sub/b")).hasContent("b");
        }
    }

    /** Programs that only take what they are given; where the real ones are not, they would follow links. */
    @Test
    void whatFollowsLinksIsNotStarted() throws Exception {
        Path from = tree(work.resolve("to a stub"));
        Path bin = Files.createDirectory(directory.resolve("stubs"));
        for (String name : List.of("xrdcp", "xrdfs", "waybill")) {
            Path stub = Files.writeString(bin.resolve(name), "#!/bin/sh\necho \"${0##*/} $*\"\n");
            assertThat(stub.toFile().setExecutable(true)).isTrue();
        }
        Map<String, String> with = new HashMap<>(environment);
        with.put("PATH", bin + ":" + environment.get("PATH"));
        Location to = new Location("root", null, "dtn.example", 0, "/in");
        Candidate push = new Candidate(
                Tool.XRDCP,
                Protocol.XROOTD,
                "root",
                Location.local(from.toString()),
                to,
                List.of(),
                1,
                false,
                true,
                true);
        Shell.Result refused = run(script(push, true), with);
        assertThat(refused.exitCode()).as(refused.output()).isEqualTo(12);
        assertThat(refused.output())
                .isEqualTo("not copied: ./link (a symbolic link)\nnot copied: ./pipe (a pipe, socket or device)\n"
                        + "nothing was copied: xrdcp would follow the links above, or wait at the pipes\n");
        Files.delete(from.resolve("link"));
        Files.delete(from.resolve("pipe"));
        Shell.Result done = run(script(push, true), with);
        assertThat(done.exitCode()).as(done.output()).isZero();
        assertThat(done.output()).contains("xrdcp --force");
        Candidate engine = new Candidate(
                Tool.WAYBILL,
                Protocol.WAYBILL,
                "tcp",
                Location.local(from.toString()),
                new Location("waybill", null, "dtn.example", 0, "/in"),
                List.of(),
                1,
                false,
                true,
                true);
        String key = directory.resolve("key").toString();
        Shell.Result own = run(ScriptWriter.write(engine, true, TemporaryNames.ofThisProcess(), Path.of(key)), with);
        assertThat(own.output()).contains("--strict --identity " + key + " -- ");
    }

    @Test
    void globusUrlCopySendsNoLinks() throws Exception {
        Packages.require("globus-url-copy", "globus-gass-copy-progs");
        GridAuthority authority = GridAuthority.in(Files.createDirectory(directory.resolve("grid authority")));
        Path root = Files.createDirectory(directory.resolve("grid"));
        Map<String, String> with = new HashMap<>(environment);
        with.putAll(authority.clientEnvironment());
        Path from = tree(work.resolve("to the grid"));
        Files.createDirectory(from.resolve("empty"));
        Files.createSymbolicLink(from.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(from.resolve("sub/up"), Path.of(".."));
        old(from.resolve(".hidden"), "hidden");
        old(from.resolve("of % \"two\nlines"), "odd");
        try (GridFtpServer server = GridFtpServer.startGsi(directory, root, authority)) {
            Location to = new Location("gsiftp", null, "localhost", server.port(), root + "/in");
            Candidate push = new Candidate(
                    Tool.GLOBUS_URL_COPY,
                    Protocol.GSIFTP,
                    "gsiftp",
                    Location.local(from.toString()),
                    to,
                    List.of(),
                    1,
                    false,
                    true,
                    true);
            Shell.Result result = run(ScriptWriter.write(push, true, TemporaryNames.ofThisProcess()), with);
            namesWhatIsLeftOut(
                    result,
                    "left out: ./dangling (a symbolic link)",
                    "left out: ./empty (an empty directory)",
                    "left out: ./link (a symbolic link)",
                    "left out: ./pipe (a pipe, socket or device)",
                    "left out: ./sub/up (a symbolic link)");
            assertThat(root.resolve("in/sub/b")).hasContent("b");
            assertThat(root.resolve("in/.hidden")).hasContent("hidden");
            assertThat(root.resolve("in/of % \"two\nlines")).hasContent("odd");
            assertThat(names(root.resolve("in"))).containsExactly(".hidden", "a", "of % \"two\nlines", "sub");
        }
    }

    /** Names that lftp leaves out, or would write with a byte twice. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lftpNamesWhatItCannotName(boolean push) throws Exception {
        String name = "odd by lftp " + push;
        Path from = old((push ? work : served).resolve(name + "/fine"), "fine").getParent();
        String make = "cd \"$1\" && for n in 'tab\\there' 'end\\r' 'two\\n.$lines' 'bad\\377name' 'nel\\302\\205';"
                + " do echo x > \"$(printf \"$n\")\"; done && mkdir \"$(printf 'a\\tb')\"";
        assertThat(new ProcessBuilder("sh", "-c", make, "sh", from.toString())
                        .start()
                        .waitFor())
                .isZero();
        Location here = Location.local(name);
        Location there = far("ftp", "/" + name);
        Candidate option = push ? option(Tool.LFTP, "ftp", here, there) : option(Tool.LFTP, "ftp", there, here);
        String why = " (control characters or byte ff in the name)";
        namesWhatIsLeftOut(
                run(script(option, true)),
                "left out: ./a\\tb" + why,
                "left out: ./bad\\xffname" + why,
                "left out: ./end\\r" + why,
                "left out: ./tab\\there" + why,
                "left out: ./two\\n.$lines" + why);
        assertThat(names((push ? served : work).resolve(name))).containsExactly("fine", "nel\u0085");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rcloneNamesWhatItChanges(boolean push) throws Exception {
        String name = "odd by rclone " + push;
        Path from = (push ? work : served).resolve(name);
        for (String file : List.of("fine \u2420", "cr\u240dx", "del\u2421")) {
            old(from.resolve(file), file);
        }
        List<String> named = new ArrayList<>(List.of(
                "left out: ./cr\u240dx (rclone changes the control pictures in the name)",
                "left out: ./del\u2421 (rclone changes the control pictures in the name)"));
        if (!push) {
            old(from.resolve("quote\u201b"), "q");
            named.add("left out: ./quote\u201b (rclone changes U+201B in the name)");
        }
        Location here = Location.local(name);
        Location there = far("sftp", "/" + name);
        Candidate option = push ? option(Tool.RCLONE, "sftp", here, there) : option(Tool.RCLONE, "sftp", there, here);
        namesWhatIsLeftOut(run(script(option, true)), named.toArray(String[]::new));
        assertThat((push ? served : work).resolve(name + "/fine \u2420")).hasContent("fine \u2420");
    }
}
