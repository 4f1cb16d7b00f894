package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * Every template with every hostile name, in both directions: the shell must accept the script, run it to its end, and
 * hand the names to the tools unchanged. The tools are shell functions that write down what they were given,
 * and start no program.
 */
class ScriptQuotingTest {
    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final String STUBS = """
        record() { printf '%%s\\0' "$@" >> "$REC"; }
        fetched() { [ -z "${part:-}" ] || : > "$part"; }
        heard() { while IFS= read -r line; do :; done; }
        sftp() { record sftp "$@"; heard; fetched; }
        scp() { record scp "$@"; fetched; }
        rsync() { record rsync "$@"; fetched; }
        curl() { record curl "$@"; fetched; case "$*" in *http_code*) printf 204;; esac; }
        lftp() { record lftp "$@"; }
        rclone() { record rclone "$@"; fetched; }
        ssh() { record ssh "$@"; case "$*" in *"test -d"*) return 1;; esac
            heard; printf '%%s\\n' %1$s; }
        sha256sum() { printf '%%s  -\\n' %1$s; }
        cut() { IFS= read -r line; printf '%%.64s\\n' "$line"; }
        mv() { record mv "$@"; [ -z "${part:-}" ] || printf '%%s\\0' "$part" >> "$PARTS"; }
        rm() { record rm "$@"; }
        ln() { record ln "$@"; }
        cp() { record cp "$@"; fetched; }
        waybill() { record waybill "$@"; }
        xrdcp() { record xrdcp "$@"; }
        """.formatted(HASH);
    private static final String STUB = "#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$@\" >> \"$REC\"\n";

    @TempDir
    Path directory;

    static List<Candidate> templates() {
        return List.of(
                option(Tool.SFTP, Protocol.SFTP, "sftp"), option(Tool.SCP, Protocol.SCP, "scp"),
                option(Tool.RSYNC, Protocol.SFTP, "rsync+ssh"), option(Tool.RSYNC, Protocol.RSYNC, "rsync"),
                option(Tool.CURL, Protocol.HTTP, "http"), option(Tool.CURL, Protocol.FTP, "ftp"),
                option(Tool.CURL, Protocol.DAVS, "http"), option(Tool.LFTP, Protocol.FTPS, "ftps"),
                option(Tool.RCLONE, Protocol.SFTP, "sftp"), option(Tool.RCLONE, Protocol.DAVS, "http"),
                option(Tool.GLOBUS_URL_COPY, Protocol.GSIFTP, "gsiftp"), option(Tool.XRDCP, Protocol.XROOTD, "root"),
                option(Tool.WAYBILL, Protocol.WAYBILL, "tcp"), option(Tool.CP, Protocol.WAYBILL, "local"));
    }

    private static Candidate option(Tool tool, Protocol protocol, String transport) {
        return new Candidate(
                tool,
                protocol,
                transport,
                Location.local("x"),
                new Location(protocol.scheme(), "ann", "dtn", 2222, "/x"),
                List.of(),
                4,
                false,
                true,
                true);
    }

    @ParameterizedTest
    @MethodSource("templates")
    void hostileNamesReachTheToolsUnchanged(Candidate template) throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path work = Files.createDirectory(directory.resolve("work"));
        Files.createDirectory(directory.resolve("to"));
        // a function's name cannot have dashes
        Path globus = Files.writeString(home.resolve("globus-url-copy"), STUB);
        assertThat(globus.toFile().setExecutable(true)).isTrue();
        Path parts = home.resolve("parts");
        StringBuilder all = new StringBuilder("export REC\nPARTS=" + parts + "\n: > \"$PARTS\"\n").append(STUBS);
        List<String> expected = new ArrayList<>();
        List<Candidate> candidates = new ArrayList<>();
        for (String name : HostileNames.all()) {
            Files.writeString(work.resolve(name), "data");
            Candidate candidate = between(template, name, candidates.size(), work);
            String script;
            try {
                script = ScriptWriter.write(candidate, false, TemporaryNames.ofThisProcess());
            } catch (TransferException _) {
                assertThat(name)
                        .as("%s refuses what it cannot carry", template.tool())
                        .containsPattern(refused(template));
                continue;
            }
            candidates.add(candidate);
            int number = candidates.size();
            // a function cannot be exec'ed; nor may one script's end be the end of all
            all.append("REC=")
                    .append(home)
                    .append("/rec.")
                    .append(number)
                    .append("\n(\n")
                    .append(script.replace("\nexec ", "\n"))
                    .append("\n) || echo failed ")
                    .append(number)
                    .append("\necho done ")
                    .append(number)
                    .append('\n');
            expected.add("done " + number);
            if (number % 50 == 1) {
                Path own = Files.writeString(home.resolve("own.sh"), script);
                assertThat(Shell.run(own, work, Map.of(), "-n").output())
                        .as(script)
                        .isEmpty();
            }
        }
        // a program for all of them: one for each takes longer than all else in its script
        all.append("xargs -0 rm -f -- < \"$PARTS\"\n");
        Set<String> before = listing(work);
        Path everything = Files.writeString(home.resolve("all.sh"), all);
        assertThat(Shell.run(everything, work, Map.of(), "-n").output()).isEmpty();
        Shell.Result result = Shell.run(everything, work, Map.of("PATH", home + ":" + System.getenv("PATH")));
        assertThat(result.output()
                        .lines()
                        .filter(line -> !line.startsWith(HASH))
                        .toList())
                .isEqualTo(expected);
        assertThat(candidates).hasSizeGreaterThanOrEqualTo(190);
        assertThat(listing(work)).isEqualTo(before).doesNotContain("pwned");
        for (int i = 0; i < candidates.size(); i++) {
            check(candidates.get(i), home.resolve("rec." + (i + 1)));
        }
    }

    private static String refused(Candidate template) {
        return template.tool() == Tool.XRDCP ? "[?]" : template.isBy(Transport.RSYNC) ? "[*?\\[]" : "[\n\r]";
    }

    /** One direction or the other, by absolute or relative path, in turn. */
    private static Candidate between(Candidate template, String name, int turn, Path work) {
        Location local =
                Location.local(turn % 3 == 0 ? name : work.resolve(name).toString());
        Location far = template.tool() == Tool.CP
                ? Location.local(work.resolveSibling("to").resolve(name).toString())
                : new Location(template.protocol().scheme(), "ann", "dtn", 2222, "/data/" + name);
        boolean push = turn % 2 == 0 || template.tool() == Tool.CP;
        return push ? between(template, local, far) : between(template, far, local);
    }

    private static Candidate between(Candidate template, Location from, Location to) {
        return new Candidate(
                template.tool(), template.protocol(), template.transport(), from, to, List.of(), 4, false, true, true);
    }

    /** What the tools were given holds the paths as single words wherever the tool takes plain paths. */
    private static void check(Candidate candidate, Path record) throws Exception {
        List<String> words =
                List.of(Files.readString(record, StandardCharsets.UTF_8).split("\0", -1));
        boolean plain =
                switch (candidate.tool()) {
                    case SCP, RSYNC, CURL, RCLONE, CP -> true;
                    default -> false;
                };
        if (plain && candidate.source().isLocal()) {
            assertThat(words).contains(FileNames.explicit(candidate.source().path()));
        }
        if (candidate.tool() == Tool.SCP && candidate.source().isLocal()) {
            assertThat(words).anyMatch(word -> word.startsWith("ann@dtn:/data/.waybill-"));
        }
        if (candidate.transport().equals("rsync+ssh")) {
            Location far = candidate.source().isLocal() ? candidate.destination() : candidate.source();
            boolean push = candidate.source().isLocal();
            if (push && RsyncPattern.isOne(far.path())) {
                assertThat(words).anyMatch(word -> word.startsWith("ann@dtn:/data/.waybill-"));
            } else {
                assertThat(words).contains("ann@dtn:" + RsyncPattern.literal(far.path()));
            }
        }
    }

    private static Set<String> listing(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void aShellReadsBackEveryQuotedWord() throws Exception {
        StringBuilder script = new StringBuilder();
        for (String name : HostileNames.all()) {
            script.append("printf '%s\\0' ").append(ShellWords.quote(name)).append('\n');
        }
        Path file = Files.writeString(directory.resolve("words.sh"), script);
        assertThat(Shell.run(file, directory, Map.of()).output())
                .isEqualTo(HostileNames.all().stream().map(name -> name + "\0").collect(Collectors.joining()));
        assertThat(HostileNames.all()).hasSizeGreaterThanOrEqualTo(200);
    }

    /** As xrdcp 5.5 and gfal-copy 1.8 take them: they decode no URL, and refuse what exists and more than 15 streams. */
    @Test
    void xrdcpAndGfalCopyTakeNamesAsTheyAreAndWhatABrokenCopyLeft() throws Exception {
        Location here = Location.local("/data/a b%41");
        Location far = new Location("root", null, "dtn", 0, "/data/a b%41");
        Candidate xrdcp =
                new Candidate(Tool.XRDCP, Protocol.XROOTD, "root", here, far, List.of(), 64, false, true, true);
        assertThat(ToolCommands.move(xrdcp, false))
                .containsExactly("xrdcp", "--force", "--streams", "15", "/data/a b%41", "root://dtn//data/a b%41");
        // a directory's contents go into the destination itself, also if they are one file
        assertThat(ToolCommands.move(xrdcp, true))
                .startsWith("sh", "-c")
                .last()
                .isEqualTo("xrdfs root://dtn/ mkdir -p '/data/a b%41' && exec xrdcp --force --streams 15 --recursive"
                        + " '/data/a b%41/.' 'root://dtn//data/a b%41/'");
        Candidate gfal = new Candidate(
                Tool.GFAL_COPY,
                Protocol.SRM,
                "srm",
                new Location("srm", null, "dtn", 0, "/x"),
                here,
                List.of(),
                4,
                false,
                true,
                true);
        assertThat(ToolCommands.move(gfal, false))
                .contains("--force", "--parent", "--timeout", "--transfer-timeout")
                .endsWith("srm://dtn/x", "file:///data/a b%41");
        Candidate query = xrdcp.to(new Location("root", null, "dtn", 0, "/data/a?b"));
        assertThatThrownBy(() -> ScriptWriter.write(query, false, TemporaryNames.ofThisProcess()))
                .hasMessageContaining("question mark");
    }

    @Test
    void holdsNoSecretsAndSaysWhereTheyBelong() throws Exception {
        for (Candidate template : templates()) {
            assertThat(ScriptWriter.write(template, false, TemporaryNames.ofThisProcess()))
                    .startsWith("#!/bin/sh\n")
                    .contains("set -eu")
                    .contains("No secrets in this file")
                    .doesNotContainIgnoringCase("password=");
        }
    }
}
