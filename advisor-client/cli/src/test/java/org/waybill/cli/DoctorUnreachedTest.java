package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host whose port answers and whose server ends each connection before the log-in. */
class DoctorUnreachedTest {
    @TempDir
    private Path directory;

    @Test
    void whatIsKnownOfTheWayIsToldAfterASecondTryAndOurLoadIsNotBlamed() throws Exception {
        Cli cli = new Cli(directory);
        Files.createDirectories(cli.home());
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
                    .contains("the server closed the connection")
                    .doesNotContain("overloaded");
        }
    }
}
