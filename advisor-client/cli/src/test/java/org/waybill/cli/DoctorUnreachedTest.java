package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.SshServer;
import tools.jackson.databind.JsonNode;

/** A host whose port answers, and nothing more is heard of it. */
class DoctorUnreachedTest {
    @TempDir
    private Path directory;

    private Cli cli;

    @BeforeEach
    void prepare() throws Exception {
        cli = new Cli(directory);
        Files.createDirectories(cli.home());
    }

    @Test
    void whatIsKnownOfTheWayIsToldAfterASecondTry() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        server.accept().close();
                    }
                } catch (java.io.IOException _) {
                    // the test is over
                }
            });
            Cli.Result result =
                    cli.runLine("doctor --dir %s %s", directory, "sftp://x@127.0.0.1:" + server.getLocalPort() + "/");
            assertThat(result.code()).as(result.err()).isEqualTo(4);
            assertThat(result.out()).contains("127.0.0.1 accepts connections, after ");
            assertThat(result.err())
                    .containsOnlyOnce("trying once more: ")
                    .contains("the server closed the connection");
        }
    }

    @Test
    void theDocumentOfARefusedLogInSaysSoBesideWhatIsKnown() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            Path ssh = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            Cli.Result result = cli.runLine(
                    "doctor --json --dir %s %s",
                    directory, "sftp://" + server.user() + "@127.0.0.1:" + server.port() + "/");
            assertThat(result.code()).as(result.err()).isEqualTo(6);
            JsonNode document = result.json();
            assertThat(document.get("status").asString()).isEqualTo("AUTHENTICATION");
            assertThat(document.get("exitCode").asInt()).isEqualTo(6);
            assertThat(result.err())
                    .endsWith("waybill: " + document.get("message").asString() + "\n");
            assertThat(document.get("far").isNull()).isTrue();
            assertThat(document.at("/name/addresses/0/connectMillis").asDouble())
                    .isPositive();
        }
    }
}
