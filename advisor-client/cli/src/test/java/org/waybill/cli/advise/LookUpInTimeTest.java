package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;

/** What did not answer in time is not known: it never becomes a host without a usable protocol. */
class LookUpInTimeTest {
    @TempDir
    private Path directory;

    private Cli cli;
    private Path data;

    @BeforeEach
    void prepare() throws Exception {
        cli = new Cli(directory);
        Files.createDirectories(cli.home());
        data = Files.writeString(directory.resolve("data"), "x".repeat(1000));
    }

    /** As an SSH server does that looks up the client's name for longer than the advice waits. */
    @Test
    void aServerThatGreetsTooLateIsNotAHostWithoutProtocols() throws Exception {
        List<Socket> held = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        held.add(server.accept());
                    }
                } catch (IOException _) {
                    // the test is over
                }
            });
            String there = "sftp://x@127.0.0.1:" + server.getLocalPort() + "/x";
            for (String command : List.of("advise", "copy --workflow 1", "script")) {
                Cli.Result result = cli.runLine(command + " %s %s", data, there);
                assertThat(result.code()).as(command + ": " + result.err()).isEqualTo(4);
                assertThat((result.out() + result.err()).replaceAll("\\s+", " "))
                        .as(command)
                        .doesNotContain("None found", "no transfer option found", "no usable protocol")
                        .containsIgnoringCase("not known")
                        .contains("no greeting within");
            }
        }
    }
}
