package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/** Two directions with other routers each. */
@Timeout(120)
class WayBackInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        pipe there rate=50mbit delay=6ms
        pipe back rate=50mbit delay=6ms
        path A B via there hops=10.77.200.1@2ms,10.77.200.2@4ms
        path B A via back hops=10.77.201.1@1ms,10.77.201.2@3ms,10.77.201.3@5ms
        """;

    @TempDir
    private Path directory;

    @Test
    @Tag("nightly")
    void theFarEndTracesTheWayBack() throws Exception {
        Path topology = Files.writeString(directory.resolve("back.topo"), TOPOLOGY);
        try (Lab lab = Lab.wan("back", topology);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", "10.77.2.1"), directory)) {
            LabCli cli = new LabCli(lab, "A", directory);
            Cli.Result result = cli.run("probe", "path", "--json", "--back", "--time", "10", "root@10.77.2.1");
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(addresses(result.json().get("there")))
                    .containsExactly("10.77.200.1", "10.77.200.2", "10.77.2.1");
            assertThat(addresses(result.json().get("back")))
                    .containsExactly("10.77.201.1", "10.77.201.2", "10.77.201.3", "10.77.1.1");
            assertThat(result.json().get("there").get("pathMtuBytes").asInt()).isEqualTo(1500);
            assertThat(result.json().get("there").get("reached").asBoolean()).isTrue();

            Cli.Result oneWay =
                    cli.run("probe", "path", "--json", "--back", "--time", "10", "sftp://root@10.77.2.1:2222/");
            assertThat(oneWay.code()).as(oneWay.err()).isZero();
            assertThat(addresses(oneWay.json().get("there"))).endsWith("10.77.2.1");
            assertThat(addresses(oneWay.json().get("back"))).isEmpty();
            assertThat(oneWay.json().get("back").get("problems").get(0).asString())
                    .contains("reverse route")
                    .contains("2222")
                    .doesNotContain("\n");
        }
    }

    private static List<String> addresses(JsonNode path) {
        return StreamSupport.stream(path.get("hops").spliterator(), false)
                .map(hop -> hop.get("address").asString())
                .toList();
    }
}
