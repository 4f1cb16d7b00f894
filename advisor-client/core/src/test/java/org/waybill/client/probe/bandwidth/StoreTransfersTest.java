package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.SshServer;

/** The probe over SFTP against the real sshd. */
class StoreTransfersTest {
    private static final TransferBudget BUDGET = TransferBudget.forJob(0);

    @TempDir
    private Path home;

    @TempDir
    private Path served;

    @Test
    void measuresBothWaysOverSftpAndLeavesNothingBehind() throws Exception {
        byte[] content = new byte[3 << 20];
        new Random(1).nextBytes(content);
        Path file = Files.write(served.resolve("data.bin"), content);
        ProbeContext context = ProbeContext.system();
        try (SshServer server = SshServer.start(home)) {
            GrowingTransfers.Outcome push = GrowingTransfers.run(StoreTransfers.push("sftp", store(server), served
                    .toString(), context), BUDGET, context, 1);
            assertThat(push.problem()).isNull();
            assertThat(push.fit()).as(push.toString()).isPresent();
            try (Stream<Path> left = Files.list(served)) {
                assertThat(left).containsExactly(file);
            }
            GrowingTransfers.Outcome pull = GrowingTransfers.run(StoreTransfers.pull("sftp", store(server),
                    file.toString(), content.length, context), BUDGET, context, 1);
            assertThat(pull.problem()).isNull();
            assertThat(pull.fit()).as(pull.toString()).isPresent();
            assertThat(pull.bytes()).isLessThanOrEqualTo(BUDGET.maxBytes());
            assertThat(pull.points()).allMatch(point -> point.bytes() <= content.length);
            GrowingTransfers.Outcome missing = GrowingTransfers.run(StoreTransfers.pull("sftp", store(server),
                    served + "/absent", 1 << 20, context), BUDGET, context, 1);
            assertThat(missing.problem()).startsWith("sftp: ").doesNotContain("\n");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    private Store store(SshServer server) throws IOException, InterruptedException {
        try {
            return SftpStore.provider(server.credentials(), null).open(server.location(served.toString()),
                    (code, text) -> { });
        } catch (TransferException e) {
            throw new IOException(e);
        }
    }
}
