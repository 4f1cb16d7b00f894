package org.waybill.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.storage.SourceTree;

@Timeout(60)
class TransferClientTest {
    /** No name server knows this name, so every connection of the transfer went to what the one look-up had said. */
    @Test
    void aNodesNameIsLookedUpOnceForAllConnections(@TempDir Path directory) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            AtomicInteger lookedUp = new AtomicInteger();
            TransferClient client = new TransferClient(
                    engine.home,
                    _ -> {
                        lookedUp.incrementAndGet();
                        return List.of(engine.node.address());
                    },
                    new byte[0]);
            Path source = engine.file("source", 5_000_000, 1);
            Location there = new Location(
                    "waybill", null, "node.invalid", engine.node.address().getPort(), "/there");
            client.push(
                    SourceTree.local(source, CopyRules.USUAL),
                    "source",
                    there,
                    new TransferClient.Options(new DataOptions(2, 0, TransferRequest.Verify.SHA256), new byte[0]),
                    new ProgressCounter(TransferListener.NONE));
            assertThat(engine.data.resolve("there")).satisfies(sameContentAs(source));
            assertThat(lookedUp).hasValue(1);
        }
    }
}
