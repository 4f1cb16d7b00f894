package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;

class DoctorThroughNodeTest {
    @TempDir
    private Path directory;

    @Test
    void aNodeTellsWhatItsHostIsLikeAndKeepsNothing() throws Exception {
        Cli cli = new Cli(directory);
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.createDirectories(cli.home());
        try (WaybillNode node = cli.node(data)) {
            Cli.Result result = cli.runLine(
                    "doctor --json --dir %s %s",
                    directory, "waybill://127.0.0.1:" + node.address().getPort() + "/");
            assertThat(result.code()).as(result.err()).isZero();
            JsonNode far = result.json().get("far");
            JsonNode there = far.get("facts");
            JsonNode here = result.json().get("host");
            assertThat(there.get("basis").asString()).isEqualTo("node");
            assertThat(there.get("host").asString()).isEqualTo("127.0.0.1");
            for (String same : new String[] {"totalMemoryBytes", "cpus"}) {
                assertThat(there.get(same)).as(same).isEqualTo(here.get(same));
            }
            // the other limits are raised for a while by the laboratories of tests in another JVM
            for (String same : new String[] {
                "receiveBufferMaxBytes",
                "sendBufferMaxBytes",
                "congestionControl",
                "congestionControls",
                "mtuBytes",
                "linkBitsPerSecond"
            }) {
                assertThat(there.get("tcp").get(same))
                        .as(same)
                        .isEqualTo(here.get("tcp").get(same));
            }
            assertThat(there.get("tcp").get("socketReceiveMaxBytes").asLong()).isPositive();
            assertThat(there.get("tcp").get("socketSendMaxBytes").asLong()).isPositive();
            assertThat(there.get("totalDiskBytes").asLong() / 1024)
                    .isEqualTo(here.get("totalDiskBytes").asLong() / 1024);
            assertThat(far.get("cipherBytesPerSecond").asDouble()).isGreaterThan(1e6);
            assertThat(result.err()).contains("through its node");
        }
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left).isEmpty();
        }
    }
}
