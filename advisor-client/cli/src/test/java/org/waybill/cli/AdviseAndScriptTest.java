package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.remote.SharedService;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** Advice about a real sshd with the real embedded service: the document of the contract, and a script that runs. */
@Timeout(180)
class AdviseAndScriptTest {
    @TempDir
    private Path directory;

    private Cli cli;
    private Path file;
    private SshServer server;

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        byte[] content = new byte[100_000];
        new Random(3).nextBytes(content);
        file = Files.write(directory.resolve("it's $(data).bin"), content);
        server = SshServer.start(directory);
        Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
        Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
        Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void adviceIsTheDocumentOfTheContract() throws Exception {
        Cli.Result result = cli.run("advise", "--json", file.toString(), url("there/"));

        assertThat(result.code()).as(result.err()).isZero();
        JsonNode advice = result.json();
        assertThat(advice.get("scenario").asString()).isEqualTo("LOCAL_TO_REMOTE");
        for (String field : new String[] {
            "source",
            "destination",
            "protocols",
            "paths",
            "suggestedSources",
            "suggestedDestinations",
            "workflows",
            "warnings"
        }) {
            assertThat(advice.has(field)).as(field).isTrue();
        }
        assertThat(advice.get("source").get("totalMemoryBytes").asLong()).isPositive();
        JsonNode best = advice.get("workflows").get(0);
        assertThat(best.get("rank").asInt()).isOne();
        assertThat(best.get("estimate").has("secondsP50")).isTrue();
        assertThat(best.get("reasons")).isNotEmpty();
        assertThat(best.get("steps")).isNotEmpty();
        assertThat(StreamSupport.stream(advice.get("protocols").spliterator(), false)
                        .anyMatch(p -> p.get("name").asString().equals("sftp")
                                && p.get("available").asBoolean()))
                .isTrue();
        assertThat(advice.get("warnings").toString()).doesNotContain("SERVICE_UNAVAILABLE");
    }

    @Test
    void forecastsAreForWhatTheFiltersLeave() throws Exception {
        Path run = Files.createDirectory(directory.resolve("run7"));
        Files.copy(file, run.resolve("data"));
        try (RandomAccessFile large =
                new RandomAccessFile(run.resolve("large.tmp").toFile(), "rw")) {
            large.setLength(1L << 40);
        }
        double all = seconds("advise", "--json", run + "/", url("there"));
        double some = seconds("advise", "--json", "--exclude", "*.tmp", run + "/", url("there"));
        assertThat(some).isLessThan(all / 20);
        Cli.Result none = cli.run("advise", "--exclude", "*", run + "/", url("there"));
        assertThat(none.code()).isEqualTo(9);
        assertThat(none.err()).contains("waybill: the filters leave no file with data of " + run + "/: change them");
        assertThat(none.out()).isEmpty();
        Path list = Files.writeString(directory.resolve("list"), "data\nmissing\n");
        Cli.Result missing = cli.run("advise", "--files-from", list.toString(), run + "/", url("there"));
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.err())
                .contains("waybill: no such file or directory: " + run.resolve("missing"))
                .contains("waybill: --files-from " + list + ", line 2: no such path at the source");
        Cli.Result stream = cli.run("advise", "--exclude", "*.tmp", "-", url("there"));
        assertThat(stream.code()).isEqualTo(2);
        assertThat(stream.err())
                .contains("not for a stream: filters; leave them out")
                .hasLineCount(1);
    }

    private double seconds(String... advise) {
        Cli.Result result = cli.run(advise);
        assertThat(result.code()).as(result.err()).isZero();
        return result.json()
                .get("workflows")
                .get(0)
                .get("estimate")
                .get("secondsP50")
                .asDouble();
    }

    @Test
    void aDryRunOfASyncForecastsWhereTheServiceRuns() throws Exception {
        Path run = Files.createDirectory(directory.resolve("run7"));
        Files.copy(file, run.resolve("data"));
        Cli.Result alone = cli.run("sync", "-n", run + "/", url("there/"));
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(alone.out()).contains("by sftp, forecast unknown");
        try (SharedService _ = cli.service()) {
            JsonNode forecast = cli.run("sync", "-n", "--json", run + "/", url("there/"))
                    .json()
                    .get("forecast");
            assertThat(forecast.get("secondsP50").asDouble()).isPositive();
            assertThat(forecast.get("secondsP90").asDouble())
                    .isGreaterThanOrEqualTo(forecast.get("secondsP50").asDouble());
            assertThat(cli.run("sync", "-n", run + "/", url("there/")).out()).containsPattern("by sftp, forecast .* s");
            assertThat(cli.run("sync", run + "/", url("there/")).code()).isZero();
            assertThat(cli.run("sync", "-n", run + "/", url("there/")).out()).doesNotContain("forecast");
        }
    }

    @Test
    void aScriptMovesTheFileUnderAnOrdinaryShell() throws Exception {
        Path target = directory.resolve("there");
        Files.createDirectory(target);
        JsonNode advice =
                cli.run("advise", "--json", file.toString(), url("there/")).json();
        int scp = StreamSupport.stream(advice.get("workflows").spliterator(), false)
                .filter(one -> one.get("transport").asString().equals("scp"))
                .findFirst()
                .orElseThrow()
                .get("rank")
                .asInt();
        Path script = directory.resolve("move.sh");

        Cli.Result written = cli.run(
                "script", "--workflow", String.valueOf(scp), "-o", script.toString(), file.toString(), url("there/"));
        assertThat(written.code()).as(written.err()).isZero();
        assertThat(Files.isExecutable(script)).isTrue();
        assertThat(Files.readString(script)).startsWith("#!/bin/sh").contains("set -eu");
        assertThat(run(script)).as(Files.readString(script)).isZero();

        assertThat(Files.readAllBytes(target.resolve(file.getFileName()))).isEqualTo(Files.readAllBytes(file));
        assertThat(cli.run("script", "--workflow", "99", file.toString(), url("there/"))
                        .code())
                .isEqualTo(2);
    }

    /** Whatever the script uses: sftp, scp, rsync over SSH or rclone. */
    @Test
    void theKeyOfTheCommandIsThatOfTheScript() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree"));
        Files.copy(file, tree.resolve("data"));
        Files.createSymbolicLink(tree.resolve("link"), Path.of("data"));
        Path key = directory.resolve("a 'key");
        Files.move(directory.resolve("user/.ssh/id_ed25519"), key);
        JsonNode options = cli.run("advise", "--json", "-i", key.toString(), tree.toString(), url("there"))
                .json()
                .get("workflows");
        int scripts = 0;
        for (JsonNode option : options) {
            String tool = option.get("tool").asString();
            if (option.get("transport").asString().equals("tcp") || tool.equals("waybill")) {
                continue;
            }
            Path script = directory.resolve("by " + tool + ".sh");
            Cli.Result written = cli.run(
                    "script",
                    "-i",
                    key.toString(),
                    "--workflow",
                    option.get("id").asString(),
                    "-o",
                    script.toString(),
                    tree.toString(),
                    url("by-" + tool));
            assertThat(written.code()).as(written.err()).isZero();
            assertThat(run(script)).as(Files.readString(script)).isZero();
            assertThat(directory.resolve("by-" + tool + "/data")).satisfies(sameContentAs(Files.readAllBytes(file)));
            assertThat(Files.readSymbolicLink(directory.resolve("by-" + tool + "/link")))
                    .isEqualTo(Path.of("data"));
            scripts++;
        }
        assertThat(scripts).as(options.toString()).isEqualTo(4);
    }

    @Test
    void aDefaultThatTheScriptCannotHaveIsNamed() throws Exception {
        Files.writeString(
                Files.createDirectories(cli.home()).resolve("config"), "[defaults]\nlinks = skip\nstreams = 2\n");
        Cli.Result written = cli.run("script", "--workflow", "sftp", file.toString(), url("there/"));
        assertThat(written.code()).as(written.err()).isZero();
        assertThat(written.err())
                .contains(
                        "the script does not have links = skip of " + cli.home().resolve("config"))
                .doesNotContain("streams");
        Cli.Result copied = cli.run(
                "script",
                "-i",
                server.userKey().toString(),
                file.toString(),
                directory.resolve("copy").toString());
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(copied.err()).contains("does not use SSH, nor the key of --identity");
    }

    /** ssh looks for keys by the account's home, not by HOME: the test's are handed over by a configuration. */
    private int run(Path script) throws IOException, InterruptedException {
        Path ssh = directory.resolve("user/.ssh");
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path key = ssh.resolve("id_ed25519");
        for (String tool : new String[] {"ssh", "scp", "sftp"}) {
            Path wrapper = Files.writeString(
                    bin.resolve(tool),
                    "#!/bin/sh\nexec /usr/bin/" + tool + (Files.exists(key) ? " -i '" + key + "'" : "")
                            + " -o UserKnownHostsFile='" + ssh.resolve("known_hosts") + "' \"$@\"\n");
            assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        }
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString())
                .directory(directory.toFile())
                .inheritIO();
        // rclone's known_hosts
        builder.environment().put("HOME", directory.resolve("user").toString());
        builder.environment().merge("PATH", bin.toString(), (old, ours) -> ours + ":" + old);
        return builder.start().waitFor();
    }

    private String url(String path) {
        return "sftp://" + server.user() + "@127.0.0.1:" + server.port()
                + directory.resolve(path).toString().replace(" ", "%20") + (path.endsWith("/") ? "/" : "");
    }
}
