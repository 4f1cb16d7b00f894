package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.OptionTraits;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.SmallDisk;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.RsyncDaemon;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestPorts;
import org.waybill.engine.testserver.WebServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/**
 * The scripts with the real tools: what others keep is not touched, and nothing old or half-written passes for the new.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealScriptSafetyTest {
    /** Of each pair the first, as a pattern, matches the second. */
    private static final List<List<String>> ALIKE = List.of(
            List.of("a[1]", "a1"),
            List.of("b*", "b2"),
            List.of("c?", "c3"),
            List.of("d\\[1]", "d[1]"),
            List.of("e\\f", "ef"),
            List.of("{g,h}", "g"));

    private Path directory;
    private Path served;
    private Path work;

    @AutoClose
    private SshServer ssh;

    @AutoClose
    private FtpServer ftp;

    @AutoClose
    private WebServer web;

    @AutoClose
    private RsyncDaemon rsync;

    @AutoClose
    private SmallDisk small;

    private Map<String, String> environment;

    @BeforeAll
    void startServers(@TempDir Path shared) throws Exception {
        for (String tool : List.of("rclone", "lftp", "curl", "rsync")) {
            Packages.require(tool, tool);
        }
        directory = shared;
        served = Files.createDirectory(directory.resolve("served"));
        work = Files.createDirectory(directory.resolve("work"));
        small = SmallDisk.mount(served.resolve("small"), 1);
        ssh = SshServer.start(directory);
        ftp = FtpServer.start(directory, served);
        web = WebServer.start(directory, served);
        rsync = RsyncDaemon.start(directory, served);
        environment = SshTools.environment(directory, ssh);
        Files.createDirectories(work.resolve("tree/sub"));
        Files.writeString(work.resolve("tree/a"), "ours");
        Files.writeString(work.resolve("tree/sub/b"), "b");
        Files.write(Files.createDirectory(work.resolve("big")).resolve("large"), new byte[3_000_000]);
        Files.write(served.resolve("large"), new byte[3_000_000]);
    }

    /** What is served, as the protocol of an option names it. */
    private Location far(String transport, String path) {
        Location http = web.location(path);
        return switch (transport) {
            case "ftp" -> ftp.location(path);
            case "http" -> http;
            case "dav" -> new Location("dav", null, http.host(), http.port(), path);
            case "rsync" -> rsync.location(path);
            default -> ssh.location(served + path);
        };
    }

    private static Candidate option(Tool tool, String transport, Location from, Location to) {
        Protocol protocol =
                switch (transport) {
                    case "ftp" -> Protocol.FTP;
                    case "http" -> Protocol.HTTP;
                    case "dav" -> Protocol.DAV;
                    case "rsync" -> Protocol.RSYNC;
                    default -> tool == Tool.SCP ? Protocol.SCP : Protocol.SFTP;
                };
        return new Candidate(
                tool, protocol, transport, from, to, List.of(), 1, !from.isLocal() && !to.isLocal(), true, true);
    }

    /** The script, with fewer of rclone's retries: what a full disk refuses, it refuses thirty times. */
    private static String script(Candidate candidate, boolean tree) throws TransferException {
        return ScriptWriter.write(candidate, tree, TemporaryNames.ofThisProcess())
                .replace("--config /dev/null", "--config /dev/null --retries 1 --low-level-retries 1");
    }

    private Shell.Result run(String script) throws Exception {
        return Shell.run(Files.writeString(directory.resolve("script.sh"), script), work, environment);
    }

    private void succeeds(String script) throws Exception {
        Shell.Result result = run(script);
        assertThat(result.exitCode()).as(result.output() + "\n" + script).isZero();
    }

    /** An old file that everybody may replace. */
    private static Path old(Path file, String content) throws IOException {
        for (Path parent : List.of(file.getParent(), Files.createDirectories(file.getParent()))) {
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        return file;
    }

    private static List<String> names(Path directory) throws IOException {
        try (var all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"SFTP, sftp", "SCP, sftp", "RSYNC, rsync+ssh", "RSYNC, rsync", "RCLONE, dav", "LFTP, ftp", "CP, local"})
    void aDirectoryGoesBelowADestinationThatEndsInASlash(Tool tool, String transport) throws Exception {
        place(tool, transport, false);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "SFTP, sftp",
        "SCP, sftp",
        "RSYNC, rsync+ssh",
        "RSYNC, rsync",
        "RCLONE, sftp",
        "RCLONE, dav",
        "LFTP, ftp"
    })
    void aPrintedCommandPutsADirectoryThereToo(Tool tool, String transport) throws Exception {
        place(tool, transport, true);
        if (tool == Tool.RCLONE) {
            place(tool, transport, false);
        }
    }

    private void place(Tool tool, String transport, boolean plain) throws Exception {
        String name = "/into-" + tool + transport.replace('+', '-') + plain;
        Path there =
                old(served.resolve(name.substring(1)).resolve("a"), "precious").getParent();
        Location target = tool == Tool.CP ? Location.local(there + "/") : far(transport, name + "/");
        Candidate push = option(tool, transport, Location.local("tree"), target);
        for (int times = 0; times < 2; times++) {
            succeeds(plain ? ShellWords.join(ToolCommands.move(push, true)) : script(push, true));
            assertThat(there.resolve("a")).hasContent("precious");
            assertThat(there.resolve("tree/a")).hasContent("ours");
            assertThat(there.resolve("tree/sub/b")).hasContent("b");
            assertThat(names(there)).as("left over").containsExactly("a", "tree");
            assertThat(names(there.resolve("tree"))).containsExactly("a", "sub");
        }
        if (tool == Tool.CP) {
            return;
        }
        Path back = old(work.resolve("back " + tool + transport + plain).resolve("a"), "precious")
                .getParent();
        Candidate pull = option(tool, transport, far(transport, name + "/tree"), Location.local(back + "/"));
        succeeds(plain ? ShellWords.join(ToolCommands.move(pull, true)) : script(pull, true));
        assertThat(back.resolve("a")).hasContent("precious");
        assertThat(back.resolve("tree/a")).hasContent("ours");
        assertThat(names(back)).as("left over").containsExactly("a", "tree");
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"RCLONE, sftp, dav", "RCLONE, dav, sftp", "RCLONE, sftp, sftp", "SCP, sftp, sftp"})
    void betweenTwoServersFilesAndDirectoriesGoToTheirPlace(Tool tool, String from, String to) throws Exception {
        String name = "/" + tool + "-" + from + "-" + to;
        old(served.resolve("source/tree/a"), "ours");
        Path there =
                old(served.resolve(name.substring(1)).resolve("a"), "precious").getParent();
        old(there.resolve("tree/a"), "OURS");
        for (String source : List.of("/source/tree", "/source/tree/a")) {
            boolean tree = source.endsWith("tree");
            Location target = far(to, tree ? name + "/" : name + "/file");
            succeeds(script(option(tool, to, far(from, source), target), tree));
        }
        assertThat(there.resolve("a")).hasContent("precious");
        assertThat(there.resolve("tree/a")).hasContent("ours");
        assertThat(there.resolve("file")).hasContent("ours");
        assertThat(names(there)).containsExactly("a", "file", "tree");
    }

    @ParameterizedTest
    @CsvSource({"RCLONE, dav", "LFTP, ftp", "CURL, dav", "CURL, ftp", "RSYNC, rsync"})
    void otherContentOfEqualSizeAndTimeIsReplaced(Tool tool, String transport) throws Exception {
        String name = "/equal-" + tool + transport;
        Path there = served.resolve(name.substring(1));
        FileTime time = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        for (boolean tree : tool == Tool.CURL ? new boolean[] {false} : new boolean[] {false, true}) {
            Path ours = work.resolve("equal/a");
            Path stale = old(there.resolve("equal/a"), "OLD!");
            Files.createDirectories(ours.getParent());
            Files.writeString(ours, "ours");
            Files.setLastModifiedTime(ours, time);
            Files.setLastModifiedTime(stale, time);
            String path = tree ? "equal" : "equal/a";
            succeeds(script(option(tool, transport, Location.local(path), far(transport, name + "/" + path)), tree));
            assertThat(stale).as("tree %s", tree).hasContent("ours");
            Files.writeString(stale, "back");
            Files.setLastModifiedTime(stale, time);
            Files.setLastModifiedTime(ours, time);
            succeeds(script(option(tool, transport, far(transport, name + "/" + path), Location.local(path)), tree));
            assertThat(ours).as("tree %s", tree).hasContent("back");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RSYNC, rsync+ssh",
        "RSYNC, rsync",
        "RCLONE, sftp",
        "RCLONE, dav",
        "CURL, ftp",
        "CURL, dav",
        "SCP, sftp",
        "SFTP, sftp"
    })
    void aFullDiskLeavesTheOldFile(Tool tool, String transport) throws Exception {
        Path target = old(served.resolve("small/big/large"), "old");
        for (boolean tree : new boolean[] {false, true}) {
            String path = tree ? "big" : "big/large";
            Candidate push = option(tool, transport, Location.local(path), far(transport, "/small/" + path));
            if ((tree && tool == Tool.CURL) || !OptionTraits.of(push, tree).durable()) {
                continue;
            }
            assertThat(run(script(push, tree)).exitCode()).isNotZero();
            assertThat(target).as("tree %s", tree).hasContent("old");
            try (var left = Files.walk(served.resolve("small"))) {
                for (Path one : left.filter(file -> Files.isRegularFile(file) && !file.equals(target))
                        .toList()) {
                    assertThat(one.toString()).contains(".waybill-");
                    Files.delete(one);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"RCLONE, sftp", "RCLONE, dav", "CURL, http", "LFTP, ftp", "RSYNC, rsync"})
    void aFullDiskHereLeavesTheOldFile(Tool tool, String transport) throws Exception {
        Path disk = Files.createDirectory(work.resolve("disk-" + tool + transport));
        try (SmallDisk full = SmallDisk.mount(disk, 1)) {
            Path target = Files.writeString(disk.resolve("large"), "old");
            assertThat(run(script(
                                    option(
                                            tool,
                                            transport,
                                            far(transport, "/large"),
                                            Location.local(target.toString())),
                                    false))
                            .exitCode())
                    .isNotZero();
            assertThat(target).hasContent("old");
        }
    }

    /** The partial file's first byte is changed, so that what is resumed shows; nothing may compare it. */
    @ParameterizedTest
    @CsvSource({"CURL, http", "CURL, ftp", "LFTP, ftp", "SFTP, sftp"})
    void onlyAPartOfTheSameVersionIsResumed(Tool tool, String transport) throws Exception {
        Map<String, String> unverified = new HashMap<>(environment);
        unverified.put("WAYBILL_VERIFY", "none");
        Path source = served.resolve("versions-" + tool + transport);
        Files.writeString(source, "A".repeat(1_000_000));
        Path into = Files.createDirectory(work.resolve("versions-" + tool + transport));
        String script = script(
                option(tool, transport, far(transport, "/" + source.getFileName()), Location.local(into + "/")), false);
        Path target = into.resolve(source.getFileName());
        Path cut =
                Files.writeString(directory.resolve("cut.sh"), script.replace("set -eu\n", "set -eu\nulimit -f 200\n"));
        Path whole = Files.writeString(directory.resolve("script.sh"), script);
        for (char version : new char[] {'A', 'B'}) {
            assertThat(Shell.run(cut, work, unverified).exitCode()).isNotZero();
            try (var left = Files.list(into)) {
                Path part = left.filter(file -> file.toString().endsWith(".partial"))
                        .findAny()
                        .orElseThrow();
                assertThat(part).isNotEmptyFile();
                try (var file = FileChannel.open(part, StandardOpenOption.WRITE)) {
                    file.write(StandardCharsets.US_ASCII.encode("X"), 0);
                }
            }
            if (version == 'B') {
                Files.writeString(source, "B".repeat(1_000_000));
                Files.setLastModifiedTime(source, FileTime.from(Instant.now().minusSeconds(200_000)));
            }
            Shell.Result result = Shell.run(whole, work, unverified);
            assertThat(result.exitCode()).as(result.output() + script).isZero();
            String first = version == 'B' ? "B" : "X";
            assertThat(Files.readString(target)
                            .equals(first + String.valueOf(version).repeat(999_999)))
                    .as("%s, begins with %s", version, Files.readString(target).substring(0, 3))
                    .isTrue();
            assertThat(names(into)).as("left over").hasSize(1);
            Files.delete(target);
        }
    }

    @Test
    void aRedirectIsFollowedAndNotTakenForTheFile() throws Exception {
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        Files.writeString(served.resolve("moved"), "the file");
        elsewhere.createContext("/old", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + web.port() + "/moved");
            exchange.getResponseHeaders().add("ETag", "\"of the redirect\"");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        elsewhere.start();
        try {
            Location old = new Location(
                    "http", null, "127.0.0.1", elsewhere.getAddress().getPort(), "/old");
            succeeds(script(option(Tool.CURL, "http", old, Location.local("moved")), false));
            assertThat(work.resolve("moved")).hasContent("the file");
        } finally {
            elsewhere.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SFTP, sftp",
        "SCP, sftp",
        "RSYNC, rsync+ssh",
        "RSYNC, rsync",
        "LFTP, ftp",
        "CURL, ftp",
        "CURL, http",
        "CP, local"
    })
    void missingDirectoriesOfTheDestinationAreMade(Tool tool, String transport) throws Exception {
        String name = "/missing-" + tool + transport.replace('+', '-');
        for (boolean tree : new boolean[] {false, true}) {
            if (tree && tool == Tool.CURL) {
                continue;
            }
            String below = name + "/of a/" + tree + "/x";
            boolean pushes = !transport.equals("http") && !transport.equals("rsync");
            Location there = tool == Tool.CP ? Location.local(served + below) : far(transport, below);
            for (int times = 0; pushes && times < 2; times++) {
                Shell.Result result =
                        run(script(option(tool, transport, Location.local(tree ? "tree" : "tree/a"), there), tree));
                assertThat(result.exitCode()).as(result.output()).isZero();
                assertThat(result.output()).doesNotContainIgnoringCase("mkdir").doesNotContain("Failure");
                assertThat(served.resolve((below + (tree ? "/a" : "")).substring(1)))
                        .hasContent("ours");
            }
            old(served.resolve("source/tree/a"), "ours");
            Path back = work.resolve("back" + below);
            if (tool != Tool.CP) {
                Location from = far(transport, "/source/tree" + (tree ? "" : "/a"));
                succeeds(script(option(tool, transport, from, Location.local(back.toString())), tree));
                assertThat(tree ? back.resolve("a") : back).hasContent("ours");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SFTP, sftp", "SCP, sftp", "CP, local", "CURL, http"})
    void anOptionThatReplacesWhileItWritesSaysSo(String words) throws Exception {
        String[] named = words.split(", ");
        Tool tool = Tool.valueOf(named[0]);
        Location to = tool == Tool.CP ? Location.local("/x") : far(named[1], "/x");
        Candidate push = option(tool, named[1], Location.local("tree"), to);
        assertThat(OptionTraits.of(push, true).durable()).isFalse();
        assertThat(script(push, true)).contains("Files are overwritten in place");
        if (tool != Tool.CURL) {
            assertThat(script(push, false)).doesNotContain("Files are overwritten in place");
        }
    }

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

    private Location place(Tool tool, String transport, String directory, String name) {
        return tool == Tool.CP
                ? Location.local(served + directory + "/" + name)
                : far(transport, directory + "/" + name);
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

    /** {@code mv} would put the temporary file into it. */
    @ParameterizedTest
    @CsvSource({"SCP, sftp, true", "SFTP, sftp, true", "SCP, sftp, false", "CURL, http, false", "CP, local, false"})
    void aDirectoryOfTheFilesNameIsAnError(Tool tool, String transport, boolean push) throws Exception {
        String there = "/in the way " + tool + push;
        old(served.resolve(there.substring(1)).resolve("into/a/old"), "old");
        old(served.resolve(there.substring(1)).resolve("a"), "ours");
        Path here = work.resolve("in the way " + tool);
        old(here.resolve("into/a/old"), "old");
        Path into = push ? served.resolve(there.substring(1)).resolve("into") : here.resolve("into");
        Candidate option = push
                ? option(tool, transport, Location.local("tree/a"), far(transport, there + "/into"))
                : option(tool, transport, place(tool, transport, there, "a"), Location.local(into.toString()));
        assertThat(run(script(option, false)).exitCode()).isNotZero();
        assertThat(names(into.resolve("a"))).containsExactly("old");
    }

    @Test
    void aPrintedCommandSendsToNoPattern() {
        Candidate push = option(Tool.RSYNC, "rsync+ssh", Location.local("a"), far("sftp", "/b[1]"));
        assertThat(Steps.of(push, false, Set.of()))
                .anySatisfy(step -> assertThat(step.text()).contains("for a pattern: a script of 'waybill script'"))
                .noneMatch(step -> step.command().startsWith("rsync"));
    }

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
                file, script.replaceFirst("lists=\n", "printf 3 > '" + target + "/sub/back'\\\\\\\\'slash'\nlists=\n"));
        result = Shell.run(file, work, other);
        assertThat(result.exitCode()).as(result.output()).isEqualTo(11);
        assertThat(result.output()).contains("the copy differs from the source: ./sub/back\\slash");
    }

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
