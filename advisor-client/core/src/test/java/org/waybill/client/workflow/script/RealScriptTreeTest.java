package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.protocol.Tool;

/** Trees with all that a tree may hold, by real tools: what is not copied is named, and then it is no success. */
class RealScriptTreeTest extends RealScriptCase {
    private static final String PIPE = "sub/pipe";
    private static final Map<String, String> LINKS = Map.of(
            "relative", "a",
            "absolute", "/etc/hostname",
            "dangling", "nowhere",
            "directory", "sub",
            "sub/up", "..",
            "-l", "-t",
            "quo'te \"$(touch pwned)", "te'xt \\\"$(touch pwned)");
    private static final String BROKEN = "line\nbreak";

    /** Files, links and directories with what they hold or lead to. */
    private static Map<String, String> entries(Path tree) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path one : all.filter(path -> !path.equals(tree)).toList()) {
                String name = tree.relativize(one).toString();
                if (Files.isSymbolicLink(one)) {
                    entries.put(name, "-> " + Files.readSymbolicLink(one));
                } else if (Files.isDirectory(one)) {
                    entries.put(name, "directory");
                } else if (Files.isRegularFile(one)) {
                    entries.put(name, Files.readString(one));
                } else {
                    entries.put(name, "other");
                }
            }
        }
        return entries;
    }

    private static Path tree(Path tree, boolean breaks) throws Exception {
        for (String name : List.of("a", "sub/b", ".hidden", ".dot/c", "-dash", "q'\"\\", "$(touch pwned)", " lead")) {
            old(tree.resolve(name), "of " + name);
        }
        Files.createDirectory(tree.resolve("empty"));
        for (Map.Entry<String, String> link : LINKS.entrySet()) {
            Files.createSymbolicLink(tree.resolve(link.getKey()), Path.of(link.getValue()));
        }
        if (breaks) {
            Files.writeString(tree.resolve(BROKEN), "broken");
            Files.createSymbolicLink(tree.resolve("l" + BROKEN), Path.of("to\n"));
        }
        pipe(tree.resolve(PIPE));
        return tree;
    }

    private static void pipe(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    private static List<String> leftOut(Shell.Result result) {
        return result.output()
                .lines()
                .filter(line -> line.startsWith("left out: "))
                .sorted()
                .toList();
    }

    private static String line(String name, String kind) {
        return "left out: ./" + name.replace("\n", "\\n") + " (" + kind + ")";
    }

    private void copies(Candidate option, Path from, Path to, boolean keepsLinks, boolean breaks) throws Exception {
        Map<String, String> expected = entries(from);
        List<String> links = expected.keySet().stream()
                .filter(name -> expected.get(name).startsWith("-> "))
                .toList();
        List<String> left = new ArrayList<>();
        if (option.tool() == Tool.CP) {
            expected.put(PIPE, "other");
        } else {
            expected.remove(PIPE);
            left.add(line(PIPE, "a pipe, socket or device"));
        }
        if (!keepsLinks) {
            expected.values().removeIf(one -> one.startsWith("-> "));
            links.forEach(name -> left.add(line(name, "a symbolic link")));
        }
        if (breaks && option.tool() == Tool.LFTP) {
            expected.remove(BROKEN);
            left.add(line(BROKEN, "control characters or byte ff in the name"));
            if (keepsLinks) {
                expected.remove("l" + BROKEN);
                left.add(line("l" + BROKEN, "control characters or byte ff in the name"));
            }
        }
        if (breaks && option.tool() == Tool.RCLONE && option.source().isLocal()) {
            expected.put(BROKEN.replace('\n', '\u240a'), expected.remove(BROKEN));
            left.add(line(BROKEN, "rclone replaces the control characters in the name"));
        }
        left.sort(null);
        // a second time over what the first has left
        for (int times = 0; times < 2; times++) {
            Shell.Result result = run(script(option, true));
            assertThat(leftOut(result)).as(result.output()).containsExactlyElementsOf(left);
            assertThat(result.exitCode())
                    .as(result.output())
                    .isEqualTo(left.isEmpty() ? 0 : Reason.LEFT_OUT.exitCode());
            Map<String, String> copied = entries(to);
            // the daemon's own means against links that leave its module, taken away again by what it sends
            copied.replaceAll((name, one) -> one.replace("-> /rsyncd-munged/", "-> "));
            assertThat(copied).isEqualTo(expected);
        }
        if (!left.isEmpty()) {
            Files.delete(from.resolve(PIPE));
            for (String name : keepsLinks ? List.<String>of() : links) {
                Files.delete(from.resolve(name));
            }
            Files.deleteIfExists(from.resolve(BROKEN));
            Files.deleteIfExists(from.resolve("l" + BROKEN));
            succeeds(script(option, true));
        }
        assertThat(work.resolve("pwned")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "SFTP, sftp, true, true",
        "SCP, sftp, true, true",
        "RSYNC, rsync+ssh, true, true",
        "RSYNC, rsync, true, true",
        "RCLONE, sftp, true, true",
        "RCLONE, dav, false, true",
        "LFTP, ftp, false, true",
        "CP, local, true, true"
    })
    void whatIsSentIsTheTree(Tool tool, String transport, boolean keepsLinks, boolean breaks) throws Exception {
        String name = "whole of " + tool + transport.replace('+', '-');
        Path from = tree(work.resolve(name), breaks);
        Candidate push = option(
                tool,
                transport,
                Location.local(name),
                tool == Tool.CP ? Location.local(served + "/" + name) : far(transport, "/" + name));
        copies(push, from, served.resolve(name), keepsLinks, breaks);
    }

    @ParameterizedTest
    @CsvSource({
        "SFTP, sftp, true",
        "SCP, sftp, true",
        "RSYNC, rsync+ssh, true",
        "RSYNC, rsync, true",
        "RCLONE, sftp, true",
        "LFTP, ftp, true"
    })
    void whatIsFetchedIsTheTree(Tool tool, String transport, boolean breaks) throws Exception {
        String name = "fetched by " + tool + transport.replace('+', '-');
        Path from = tree(served.resolve(name), breaks);
        Path to = work.resolve(name);
        copies(option(tool, transport, far(transport, "/" + name), Location.local(name)), from, to, true, breaks);
    }
}
