package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.service.provision.TopologyRefresh;

/** A topology's file that changes. */
class TopologyRefreshTest {
    @TempDir
    private Path directory;

    @Test
    void takesAFileOverWhenItChanged() throws Exception {
        Path links = Files.writeString(directory.resolve("links.csv"), "from,to,bitsPerSecond\na,b,1e9\n");
        Files.writeString(directory.resolve("topologies"), "csv links.csv Our ring\nnonsense\nnml gone.xml Other\n");
        try (SpringService service = (SpringService) new AdvisorServer().start(ServiceSettings.embedded(directory))) {
            TopologyRefresh refresh = service.bean(TopologyRefresh.class);
            AdvisorService advisor = TestClients.advisor(service);
            assertThat(refresh.refresh()).isOne();
            assertThat(refresh.refresh()).as("not changed").isZero();
            assertThat(rate(advisor)).isEqualTo(1e9);
            Files.writeString(links, "from,to,bitsPerSecond\na,b,4e9\nhalf a line\n");
            Files.setLastModifiedTime(links, FileTime.from(Instant.now().plusSeconds(5)));
            assertThat(refresh.refresh()).isOne();
            assertThat(rate(advisor)).isEqualTo(4e9);
        }
    }

    private static double rate(AdvisorService advisor) {
        return advisor.quoteCircuits(CircuitQuery.of("a", "b", 1_000_000_000L))
                .getFirst()
                .earliestFinish()
                .bitsPerSecond();
    }
}
