package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.OptionTraits;
import org.waybill.engine.Location;
import org.waybill.engine.mover.SmallDisk;
import org.waybill.protocol.Tool;

/**
 * The scripts with the real tools: what others keep is not touched, and nothing old or half-written passes for the new.
 */
class RealScriptSafetyTest extends RealScriptCase {
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
}
