package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.WebServer;

/**
 * A password is planted in the vault, used against a real server, and looked for everywhere else: output, logs, the
 * service's database, scripts, the arguments of every process.
 */
@Timeout(120)
class SecretCanaryTest {
    private static final String CANARY = WebServer.PASSWORD;

    @TempDir
    private Path directory;

    @Test
    void aPlantedSecretIsFoundNowhere() throws Exception {
        Path served = Files.createDirectories(directory.resolve("served/private"));
        Files.writeString(served.resolve("data.txt"), "payload");
        Path password = Files.writeString(directory.resolve("password"), CANARY + "\n");
        Cli cli = new Cli(directory);
        StringBuilder said = new StringBuilder();
        List<String> arguments = new ArrayList<>();
        try (WebServer server = WebServer.start(directory, directory.resolve("served"))) {
            String url = "http://" + WebServer.USER + "@127.0.0.1:" + server.port() + "/private/data.txt";
            said.append(text(cli.run("account", "add", url, "--password-file", password.toString())));
            Files.delete(password);
            Cli.Result move = cli.run("move", "--transport", "http", "--json", url, directory + "/copy.txt");
            assertThat(move.code()).as(move.err()).isZero();
            assertThat(directory.resolve("copy.txt")).hasContent("payload");
            said.append(text(move));
            arguments.addAll(processArguments());
            said.append(text(cli.run("advise", "--json", url, directory + "/again.txt")));
            said.append(text(cli.run("script", "-o", directory + "/move.sh", url, directory + "/again.txt")));
            said.append(text(cli.run("probe", "bandwidth", "--pull", url)));
            said.append(text(cli.run("account", "list", "--json")));
            arguments.addAll(processArguments());
        }
        assertThat(said.toString()).contains(WebServer.USER).doesNotContain(CANARY);
        assertThat(arguments).noneMatch(line -> line.contains(CANARY));
        assertThat(filesWith(directory, CANARY)).isEmpty();
    }

    @Test
    void aCertificatesKeyIsFoundNowhereEither() throws Exception {
        Path served = Files.createDirectories(directory.resolve("served"));
        Files.writeString(served.resolve("data.txt"), "payload");
        TestAuthority authority = TestAuthority.in(Files.createDirectories(directory.resolve("authority")));
        TestAuthority.Identity me = authority.loopback();
        TestAuthority.Identity host = authority.loopback();
        // from the middle of the key: what the vault keeps is PEM in one line or more, and DER inside
        byte[] der = Base64.getMimeDecoder().decode(Files.readString(me.key()).replaceAll("-----[^-]+-----", ""));
        String inDer = new String(der, 40, 16, StandardCharsets.ISO_8859_1);
        String inPem = Files.readAllLines(me.key()).get(1).substring(8, 56);
        Cli cli = new Cli(directory);
        StringBuilder said = new StringBuilder();
        List<String> arguments = new ArrayList<>();
        try (WebServer server = WebServer.startMutualTls(directory, served, host, authority.certificate())) {
            Files.createDirectories(cli.home());
            Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
            String url = "https://127.0.0.1:" + server.port() + "/data.txt";
            said.append(text(cli.runLine(
                    "account add %s --from %s --key %s",
                    "certificate:https://127.0.0.1:" + server.port(), me.certificate(), me.key())));
            Files.delete(me.key());
            Cli.Result move = cli.run("move", "--transport", "http", "--json", url, directory + "/copy.txt");
            assertThat(move.code()).as(move.err()).isZero();
            assertThat(directory.resolve("copy.txt")).hasContent("payload");
            said.append(text(move));
            arguments.addAll(processArguments());
            said.append(text(cli.run("advise", "--json", url, directory + "/again.txt")));
            said.append(text(cli.run("script", "-o", directory + "/move.sh", url, directory + "/again.txt")));
            said.append(text(cli.run("account", "list", "--json")));
            arguments.addAll(processArguments());
        }
        assertThat(said.toString())
                .contains("certificate:https://127.0.0.1")
                .doesNotContain(inPem)
                .doesNotContain("PRIVATE KEY");
        assertThat(arguments).noneMatch(line -> line.contains(inPem));
        assertThat(filesWith(directory, inPem)).isEmpty();
        assertThat(filesWith(directory, inDer)).isEmpty();
    }

    private static String text(Cli.Result result) {
        return result.out() + result.err();
    }

    private static List<String> processArguments() {
        return ProcessHandle.allProcesses()
                .map(one -> one.info().commandLine().orElse(""))
                .toList();
    }

    /** Every regular file below, of any kind: logs, the H2 file, the outbox, the script, the vault itself. */
    private static List<Path> filesWith(Path root, String secret) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                String wide = new String(secret.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1);
                if (content.contains(secret) || content.contains(wide)) {
                    found.add(file);
                }
            }
        }
        return found;
    }
}
