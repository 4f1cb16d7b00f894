package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.Location;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestedProtocols;
import org.waybill.engine.testserver.WebServer;
import tools.jackson.databind.JsonNode;

/** The main job: advise, script and move, to real servers of each kind and back, under a name that bites. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
class MainJobTest {
    private static final String HOSTILE = "-it's \"a\"; $(touch pwned) `touch pwned` *é\u202e.bin";

    private Commands commands;
    private Path file;
    private Process service;
    private SshServer ssh;
    private FtpServer ftp;
    private WebServer web;
    private WaybillNode node;
    private final Map<String, Path> served = new HashMap<>();

    @BeforeAll
    void startServers(@TempDir Path directory) throws Exception {
        commands = new Commands(directory);
        byte[] content = new byte[3_000_001];
        new Random(11).nextBytes(content);
        file = Files.write(commands.work().resolve(HOSTILE), content);
        for (String kind : List.of("sftp", "ftp", "http", "waybill")) {
            served.put(kind, Files.createDirectory(directory.resolve("served-" + kind)));
        }
        service = commands.waybill("service", "--listen", "127.0.0.1:0").process();
        ssh = SshServer.start(directory);
        ftp = FtpServer.start(directory, served.get("ftp"));
        web = WebServer.start(directory, served.get("http"));
        node = WaybillNode.start(NodeSettings.onLoopback(commands.home(), served.get("waybill"))
                .withListen(new InetSocketAddress("127.0.0.1", 0)));
        useOurKeys();
    }

    @AfterAll
    void stopServers() {
        service.destroy();
        node.close();
        web.close();
        ftp.close();
        ssh.close();
    }

    /** OpenSSH looks for keys in the account's home and not in {@code HOME}: a configuration hands ours over. */
    private void useOurKeys() throws IOException {
        Path keys = commands.userHome().resolve(".ssh");
        Path key = Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
        Path known = Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
        Path config = Files.writeString(keys.resolve("test_config"), """
            Host *
            IdentityFile %s
            UserKnownHostsFile %s
            StrictHostKeyChecking yes
            """.formatted(key, known));
        for (String tool : List.of("ssh", "scp", "sftp")) {
            commands.tool(tool, Packages.require(tool, "openssh-client") + " -F " + config);
        }
    }

    /** The others are in {@link Rig}. */
    private static List<String> kinds() {
        List<String> kinds = List.of("sftp", "ftp", "http", "waybill");
        TestedProtocols.requireIn(MainJobTest.class, kinds, "FTPS", "GSIFTP", "S3", "RCLONE", "HERON");
        return kinds;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void advisesMovesThereAndBackAndWritesScriptsThatRun(String kind) throws Exception {
        Path there = Files.createDirectory(served.get(kind).resolve("there"));
        // nginx and vsftpd write as users of their own
        Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxrwxrwx"));
        String directory = url(kind, "there/");
        String source = "./" + HOSTILE;

        JsonNode advice = success("advise", "--json", source, directory).json();
        assertRanked(advice);
        assertThat(rankOf(advice, kind)).as(advice.get("workflows").toString()).isPositive();
        if (kind.equals("sftp")) {
            assertThat(success("advise", source, directory).out()).contains(kind);
        }

        JsonNode moved = success("move", "--json", source, directory).json();
        assertThat(moved.get("sha256").asString()).isEqualTo(sha256(file));
        assertThat(sha256(there.resolve(HOSTILE))).isEqualTo(sha256(file));
        success("move", directory + inUrl(HOSTILE), "back " + kind);
        assertThat(sha256(commands.work().resolve("back " + kind))).isEqualTo(sha256(file));

        Files.delete(there.resolve(HOSTILE));
        Path script = commands.work().resolve("script-" + kind + ".sh");
        success(
                "script",
                "--workflow",
                String.valueOf(rankOf(advice, kind)),
                "-o",
                script.toString(),
                source,
                directory);
        Commands.Result ran = commands.sh(script);
        assertThat(ran.code())
                .as(ran.out() + ran.err() + Files.readString(script))
                .isZero();
        assertThat(sha256(there.resolve(HOSTILE))).isEqualTo(sha256(file));
        assertThat(commands.work().resolve("pwned")).doesNotExist();
    }

    private String url(String kind, String path) {
        return switch (kind) {
            case "sftp" ->
                "sftp://" + ssh.user() + "@127.0.0.1:" + ssh.port()
                        + served.get(kind).resolve(path) + (path.endsWith("/") ? "/" : "");
            case "waybill" -> "waybill://127.0.0.1:" + node.address().getPort() + "/" + path;
            case "ftp" -> url(ftp.location("/" + path));
            default -> url(web.location("/" + path));
        };
    }

    private static String url(Location at) {
        return at.scheme() + "://" + at.host() + ":" + at.port() + at.path();
    }

    private static String inUrl(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The best first, each with a band that is one, with reasons and with steps. */
    private static void assertRanked(JsonNode advice) {
        double before = 0;
        int rank = 0;
        for (JsonNode way : advice.get("workflows")) {
            assertThat(way.get("rank").asInt()).isEqualTo(++rank);
            assertThat(way.get("reasons")).as(way.toString()).isNotEmpty();
            assertThat(way.get("steps")).as(way.toString()).isNotEmpty();
            double p50 = way.get("estimate").get("secondsP50").asDouble();
            assertThat(p50)
                    .as(way.toString())
                    .isPositive()
                    .isLessThanOrEqualTo(way.get("estimate").get("secondsP90").asDouble());
            before = Math.max(before, p50);
        }
        assertThat(rank).isPositive();
        assertThat(advice.get("workflows")
                        .get(0)
                        .get("estimate")
                        .get("secondsP50")
                        .asDouble())
                .as("the first is not the slowest of several")
                .isLessThanOrEqualTo(before);
    }

    /** The rank of the first workflow over {@code kind}, 0 when there is none. */
    private static int rankOf(JsonNode advice, String kind) {
        return StreamSupport.stream(advice.get("workflows").spliterator(), false)
                .filter(way -> way.toString().contains(kind + "://")
                        || way.get("transport").asString().equals(kind))
                .mapToInt(way -> way.get("rank").asInt())
                .findFirst()
                .orElse(0);
    }

    private Commands.Result success(String... arguments) throws Exception {
        Commands.Result result = commands.run(arguments);
        assertThat(result.code())
                .as(List.of(arguments) + "\n" + result.out() + result.err())
                .isZero();
        return result;
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
