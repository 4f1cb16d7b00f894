package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.service.history.HistoryPush;

/** A site's service and its parent, each with a database of its own. */
class HistoryPushTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    private static List<TransferOutcome> moved(int count, int from) {
        List<TransferOutcome> moved = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            moved.add(new TransferOutcome(
                    UUID.randomUUID().toString(),
                    "a.example",
                    "b.example",
                    "tcp",
                    "",
                    1,
                    StorageClass.DISK,
                    1_000,
                    1,
                    START.plusSeconds(from + i),
                    1,
                    0,
                    0,
                    "OK",
                    null,
                    null,
                    null,
                    ""));
        }
        return moved;
    }

    @Test
    void theParentGetsEachRecordOnceAndWhatItDidNotGetComesLater() throws IOException {
        Path childHome = Files.createDirectory(directory.resolve("child"));
        Path parentHome = Files.createDirectory(directory.resolve("parent"));
        Path config = childHome.resolve("parent-service");
        AdvisorServer server = new AdvisorServer();
        try (SpringService child = (SpringService) server.start(ServiceSettings.embedded(childHome))) {
            AdvisorService site = TestClients.advisor(child);
            HistoryPush push = child.bean(HistoryPush.class);
            List<TransferOutcome> first = moved(700, 0);
            site.recordTransfers(first);
            site.recordMeasurements(
                    List.of(new Measurement("a.example", "b.example", Quantity.RTT, 12.5, "icmp", 3, null, START)));
            assertThat(push.push()).as("without a parent").isZero();
            Files.writeString(config, "http://far.example.org token");
            assertThatThrownBy(push::push).isInstanceOf(ServiceException.class).hasMessageContaining("https://HOST");
            Files.writeString(config, "http://127.0.0.1:1 token");
            Files.writeString(childHome.resolve("token"), "x");
            assertThatThrownBy(push::push).isInstanceOf(ServiceException.class).hasMessageContaining("no answer");
            try (RunningService parent = server.start(ServiceSettings.embedded(parentHome))) {
                AdvisorService above = TestClients.advisor(parent);
                // a push that the parent took, and that was cut off before it was marked
                above.recordTransfers(first.subList(0, 100));
                Files.writeString(config, parent.url() + " token\n");
                Files.writeString(childHome.resolve("token"), parent.token());
                assertThat(push.push()).isEqualTo(701);
                assertThat(above.history("a.example", "", 1_000).transfers())
                        .containsExactlyElementsOf(first.reversed());
                assertThat(above.history("a.example", "", 10).measurements()).hasSize(1);
                assertThat(push.push()).as("all is there").isZero();
                site.recordTransfers(moved(3, 1_000));
                assertThat(push.push()).isEqualTo(3);
            }
        }
    }
}
