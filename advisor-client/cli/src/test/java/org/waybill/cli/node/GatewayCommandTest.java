package org.waybill.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.cli.Cli;
import org.waybill.cli.Waybill;
import org.waybill.cli.command.Terminal;

@Timeout(120)
class GatewayCommandTest {
    private static final int PATIENCE_MILLIS = 30_000;

    private static final Pattern PORT = Pattern.compile("\"port\"\\s*:\\s*(\\d+)");

    @TempDir
    Path directory;

    @Test
    void servesADirectoryUntilItIsStoppedAndKeepsWhatItCarriedForTheHistory() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.writeString(data.resolve("f"), "hello");
        Path home = directory.resolve("home");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(new ByteArrayOutputStream()),
                false,
                false,
                100,
                Map.of("WAYBILL_HOME", home.toString(), "HOME", directory.toString()));
        Thread gateway = Thread.ofPlatform()
                .start(() -> Waybill.run(
                        terminal, "gateway", "--listen", "127.0.0.1:0", "--data-dir", data.toString(), "--json"));
        try {
            assertThat(read("ftp://127.0.0.1:" + port(out) + "/f")).isEqualTo("hello");
            for (int i = 0; outcomes(home) == 0; i++) {
                assertThat(i).as("tenths of a second until the outcome is kept").isLessThan(300);
                Thread.sleep(100);
            }
        } finally {
            gateway.interrupt();
        }
        assertThat(gateway.join(Duration.ofMillis(PATIENCE_MILLIS)))
                .as("it ends")
                .isTrue();
    }

    private static String read(String url) throws Exception {
        URLConnection connection = URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int port(ByteArrayOutputStream out) throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            Matcher port = PORT.matcher(out.toString(StandardCharsets.UTF_8));
            if (port.find()) {
                return Integer.parseInt(port.group(1));
            }
            Thread.sleep(100);
        }
        throw new AssertionError("the gateway did not start: " + out.toString(StandardCharsets.UTF_8));
    }

    private static long outcomes(Path home) throws Exception {
        Path outbox = home.resolve("outbox");
        if (!Files.isDirectory(outbox)) {
            return 0;
        }
        try (Stream<Path> kept = Files.list(outbox)) {
            return kept.filter(one -> one.toString().endsWith(".outcome")).count();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "node"})
    void aPortInUseAndAForeignAddressAreReportedInTheDocumentedLine(String command) throws Exception {
        Cli cli = new Cli(directory);
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (String listen : List.of("127.0.0.1:" + busy.getLocalPort(), "192.0.2.1:7499", "[2001:db8::1]:7499")) {
                Cli.Result refused = cli.run(command, "--listen", listen);
                assertThat(refused.code()).as(refused.err()).isEqualTo(4);
                assertThat(refused.err())
                        .hasLineCount(1)
                        .startsWith("waybill: cannot listen: ")
                        .contains(
                                listen.replace("::1", ":0:0:0:0:0:1") + " is in use or not an address of this machine");
            }
        }
    }

    @Test
    void saysWhatIsWrongWithItsOptions() {
        Cli cli = new Cli(directory);
        Cli.Result rule = cli.run("gateway", "--listen", "127.0.0.1:0", "--allow", "nonsense");
        assertThat(rule.code()).isEqualTo(2);
        assertThat(rule.err()).contains("\"nonsense\" is not HOST:PORT");
        Cli.Result key = cli.run("gateway", "--listen", "127.0.0.1:0", "--host-cert", "cert.pem");
        assertThat(key.code()).isEqualTo(2);
        assertThat(key.err()).contains("--host-cert and --host-key must be used together");
        Cli.Result store = cli.run("gateway", "--listen", "127.0.0.1:0", "--writable");
        assertThat(store.code()).isEqualTo(2);
        assertThat(store.err()).contains("--writable requires --data-dir");
        Cli.Result missing = cli.runLine("gateway --listen 127.0.0.1:0 --data-dir %s", directory.resolve("none"));
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.err()).contains("directory not found");
    }
}
