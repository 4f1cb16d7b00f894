package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.Packages;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** Names drawn from a seed come through real shells, the real lftp and the real sftp as they are, and run nothing. */
class QuotingPropertyTest {
    private static final List<String> PIECES = List.of(
            "'",
            "\"",
            "\\",
            "`touch pwned`",
            "$(touch pwned)",
            "$HOME",
            ";touch pwned;",
            "\n",
            "\n!touch pwned\n",
            "\ntouch pwned\n",
            "!touch pwned",
            "!!",
            "&",
            "|",
            ">",
            "<",
            "*",
            "?",
            "[a]",
            "{a,b}",
            "~",
            "-",
            " ",
            "\t",
            "\r",
            "%0A",
            "\\n",
            "#",
            "=",
            ",",
            ":",
            "@",
            "é",
            "\ud83d\ude80",
            "\u202e",
            "\u0001",
            "\u001b",
            "\u0085",
            "\u2028",
            "a",
            "b",
            "0",
            ".",
            "..",
            "(",
            ")",
            "^",
            "\\\n",
            "\"\n");

    @TempDir
    Path directory;

    /** Legal names of at most 255 bytes, each once. */
    static Set<String> names(long seed, int count) {
        Random random = new Random(seed);
        Set<String> names = new LinkedHashSet<>();
        while (names.size() < count) {
            StringBuilder name = new StringBuilder();
            for (int i = random.nextInt(9); i >= 0; i--) {
                name.append(
                        random.nextInt(4) == 0
                                ? String.valueOf((char) (1 + random.nextInt(126)))
                                : PIECES.get(random.nextInt(PIECES.size())));
            }
            String legal = name.toString().replace("/", "_");
            if (!legal.equals(".") && !legal.equals("..") && legal.getBytes(StandardCharsets.UTF_8).length <= 255) {
                names.add(legal);
            }
        }
        return names;
    }

    private static Set<String> withoutBreaks(Set<String> names) {
        return names.stream()
                .filter(name -> ToolNames.refusal(lftp(name)).isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Candidate lftp(String name) {
        return candidate(Tool.LFTP, Protocol.FTP, "ftp", name);
    }

    private static Candidate candidate(Tool tool, Protocol protocol, String transport, String name) {
        return new Candidate(
                tool,
                protocol,
                transport,
                Location.local("/data/" + name),
                new Location(protocol.scheme(), "ann", "dtn", 2222, "/data/" + name),
                List.of(),
                4,
                false,
                true,
                true);
    }

    private String run(List<String> command, Path input) throws IOException, InterruptedException {
        Path work = Files.createDirectories(directory.resolve("work"));
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile());
        builder.environment().putAll(Map.of("HOME", directory.toString(), "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS))
                .as("%s ends", command)
                .isTrue();
        return Files.readString(output);
    }

    private void nothingRan() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("work"))) {
            assertThat(files.map(Path::getFileName)).as("nothing in a name ran").doesNotContain(Path.of("pwned"));
        }
    }

    private void throughAShell(String shell, long seed, int count) throws Exception {
        List<String> command = new ArrayList<>(List.of(shell.split(" ")));
        Packages.require(command.getFirst(), command.getFirst());
        Set<String> names = names(seed, count);
        Path script = Files.writeString(
                directory.resolve("script"),
                names.stream()
                        .map(name -> "printf '%s\\0' " + ShellWords.quote(name))
                        .collect(Collectors.joining("\n")));
        command.add(script.toString());
        assertThat(run(command, Path.of("/dev/null")).split("\0"))
                .as("%s, seed %d", shell, seed)
                .containsExactlyElementsOf(names);
        nothingRan();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash", "zsh", "busybox sh", "fish", "mksh"})
    void everyShellReadsBackEveryName(String shell) throws Exception {
        throughAShell(shell, 20261122, 1_000);
    }

    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(strings = {"dash", "bash", "zsh", "busybox sh", "fish", "mksh"})
    void everyShellReadsBackTenThousandNames(String shell) throws Exception {
        throughAShell(shell, System.nanoTime(), 10_000);
    }

    private void throughLftp(long seed, int count) throws Exception {
        Packages.require("lftp", "lftp");
        Set<String> names = withoutBreaks(names(seed, count));
        Path script = Files.writeString(
                directory.resolve("script"),
                names.stream()
                        .map(name -> "echo \">\" " + LftpScript.quote(name))
                        .collect(Collectors.joining("; ")));
        // the way that a script takes: lftp -c 'COMMANDS', here from a file for their number
        String printed = run(List.of("lftp", "-f", script.toString()), Path.of("/dev/null"));
        assertThat(printed)
                .as("seed %d", seed)
                .isEqualTo(names.stream().map(name -> "> " + name + "\n").collect(Collectors.joining()));
        nothingRan();
    }

    @Test
    void lftpReadsBackEveryNameThatItIsGiven() throws Exception {
        throughLftp(20261122, 1_000);
    }

    @Test
    @Tag("nightly")
    void lftpReadsBackTenThousandNames() throws Exception {
        throughLftp(System.nanoTime(), 10_000);
    }

    private static Path sftpServer() {
        return Optional.of(Path.of("/usr/lib/openssh/sftp-server"))
                .filter(Files::isExecutable)
                .orElseGet(() -> Packages.missing("there is no sftp-server: apt-get install openssh-sftp-server"));
    }

    /** The real sftp and its server: a directory of each name. */
    private void throughSftp(long seed, int count) throws Exception {
        Packages.require("sftp", "openssh-client");
        Set<String> names = withoutBreaks(names(seed, count));
        Path batch = Files.writeString(
                directory.resolve("batch"),
                names.stream().map(name -> "mkdir " + SftpBatch.path(name)).collect(Collectors.joining("\n")) + "\n");
        run(List.of("sftp", "-q", "-b", "-", "-D", sftpServer().toString()), batch);
        try (Stream<Path> made = Files.list(directory.resolve("work"))) {
            assertThat(made.map(path -> path.getFileName().toString()).toList())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void sftpMakesADirectoryOfEveryNameThatItIsGiven() throws Exception {
        throughSftp(20261122, 1_000);
    }

    @Test
    @Tag("nightly")
    void sftpMakesTenThousandDirectories() throws Exception {
        throughSftp(System.nanoTime(), 10_000);
    }

    @ParameterizedTest
    @CsvSource({
        "LFTP, FTPS, ftps",
        "LFTP, FTP, ftp",
        "SFTP, SFTP, sftp",
        "CURL, FTP, ftp",
        "BBFTP, BBFTP, bbftp",
        "SCP, SCP, scp",
        "RSYNC, SFTP, rsync+ssh",
        "RSYNC, RSYNC, rsync",
        "CURL, DAVS, http",
        "RCLONE, DAVS, http",
        "RCLONE, FTP, ftp",
        "GLOBUS_URL_COPY, GSIFTP, gsiftp",
        "XRDCP, XROOTD, root",
        "GFAL_COPY, SRM, srm",
        "GFAL_COPY, DAVS, http",
        "WAYBILL, WAYBILL, tcp"
    })
    void noPrintedCommandRunsWhatStandsInAName(Tool tool, Protocol protocol, String transport) throws Exception {
        Packages.require("dash", "dash");
        if (tool == Tool.LFTP) {
            Packages.require("lftp", "lftp");
        } else if (tool == Tool.SFTP) {
            Packages.require("sftp", "openssh-client");
            sftpServer();
        }
        Path stub = Files.createDirectories(directory.resolve("bin")).resolve("stub");
        // takes what it is given, and hands sftp's and lftp's commands to the real ones, which connect to no server
        Files.writeString(stub, """
            #!/bin/dash
            case "${0##*/}" in
            lftp) exec /usr/bin/lftp -c "set net:max-retries 1; set dns:fatal-timeout 1; alias open echo; alias \
            put echo; alias get echo; $2" ;;
            sftp) exec /usr/bin/sftp -q -b - -D /usr/lib/openssh/sftp-server ;;
            esac
            """);
        stub.toFile().setExecutable(true);
        for (String name : List.of(
                "lftp",
                "sftp",
                "scp",
                "rsync",
                "curl",
                "rclone",
                "globus-url-copy",
                "xrdcp",
                "gfal-copy",
                "bbftp",
                "waybill",
                "ssh",
                "sha256sum")) {
            Files.createSymbolicLink(stub.resolveSibling(name), stub);
        }
        StringBuilder script = new StringBuilder("PATH=" + stub.getParent() + ":/usr/bin:/bin\n");
        for (String name : names(7, 60)) {
            Candidate push = candidate(tool, protocol, transport, name);
            Candidate pull = new Candidate(
                    tool, protocol, transport, push.destination(), push.source(), List.of(), 4, false, true, true);
            for (Candidate option : List.of(push, pull)) {
                for (Step step : Steps.of(option, false, Set.of())) {
                    if (!step.command().startsWith("waybill pair")
                            && !step.command().startsWith("grid-proxy")) {
                        script.append(step.command()).append('\n');
                    }
                }
            }
        }
        run(
                List.of(
                        "dash",
                        Files.writeString(directory.resolve("script"), script).toString()),
                Path.of("/dev/null"));
        nothingRan();
    }
}
