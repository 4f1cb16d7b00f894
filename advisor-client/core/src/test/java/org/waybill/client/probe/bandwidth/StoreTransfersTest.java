package org.waybill.client.probe.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    private static final String HOST = "127.0.0.1";
    /** Enough for sizes that take longer than the hosts' own noise over loopback, where time has to grow with size. */
    private static final TransferBudget BUDGET = new TransferBudget(128 << 20, Duration.ofSeconds(30));
    /** More than one file's requests under way. */
    private static final long READ_AHEAD_BYTES = 32 << 20;

    @TempDir
    private Path home;

    @TempDir
    private Path served;

    @Test
    void measuresBothWaysOverSftpAndLeavesNothingBehind() throws Exception {
        byte[] content = new byte[64 << 20];
        new Random(1).nextBytes(content);
        Path file = Files.write(served.resolve("data.bin"), content);
        ProbeContext context = ProbeContext.system();
        try (SshServer server = SshServer.start(home)) {
            GrowingTransfers.Outcome push = GrowingTransfers.run(
                    StoreTransfers.push("sftp", store(server), served.toString(), HOST, context), BUDGET, context, 1);
            assertThat(push.problem()).isNull();
            assertThat(push.fit()).as(push.toString()).isPresent();
            try (Stream<Path> left = Files.list(served)) {
                assertThat(left).containsExactly(file);
            }
            GrowingTransfers.Outcome pull = GrowingTransfers.run(
                    StoreTransfers.pull("sftp", store(server), file.toString(), content.length, HOST, context),
                    BUDGET,
                    context,
                    1);
            assertThat(pull.problem()).isNull();
            assertThat(pull.fit()).as(pull.toString()).isPresent();
            assertThat(pull.bytes())
                    .as("but for what the last one read ahead")
                    .isLessThanOrEqualTo(BUDGET.maxBytes() + READ_AHEAD_BYTES);
            assertThat(pull.points()).allMatch(point -> point.bytes() <= content.length);
            GrowingTransfers.Outcome missing = GrowingTransfers.run(
                    StoreTransfers.pull("sftp", store(server), served + "/absent", 1 << 20, HOST, context),
                    BUDGET,
                    context,
                    1);
            assertThat(missing.problem()).startsWith("sftp: ").doesNotContain("\n");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    /** It was left next to the user's files: an interrupt in the middle of a write takes the connection along. */
    @Test
    void aWriteThatIsEndedOrInterruptedLeavesNothingBehind() throws Exception {
        ProbeContext context = ProbeContext.system();
        try (SshServer server = SshServer.start(home)) {
            StoreTransfers ended = StoreTransfers.push("sftp", store(server), served.toString(), HOST, context);
            long[] taken = new long[1];
            long[] endNs = new long[1];
            double seconds = ended.seconds(1L << 40, new Progress() {
                @Override
                public void moved(long bytes) {
                    taken[0] = bytes;
                }

                @Override
                public boolean isOver() {
                    if (endNs[0] == 0) {
                        endNs[0] = System.nanoTime() + 200_000_000;
                    }
                    return System.nanoTime() - endNs[0] > 0;
                }
            });
            assertThat(seconds).isBetween(0.2, 10.0);
            assertThat(taken[0]).isPositive().isLessThan(1L << 36);
            try (Stream<Path> there = Files.list(served)) {
                assertThat(there.mapToLong(file -> file.toFile().length()).sum())
                        .isEqualTo(taken[0]);
            }
            ended.close();
            assertThat(left()).isEmpty();
            GrowingTransfers.Outcome interrupted = GrowingTransfers.run(
                    unending(StoreTransfers.push("sftp", store(server), served.toString(), HOST, context)),
                    new TransferBudget(1L << 30, Duration.ofMillis(300)),
                    context,
                    1);
            assertThat(interrupted.problem()).isNull();
            // the connection was lost: the clean-up logs in once more, which takes its time on a busy machine
            long patientUntilNs = System.nanoTime() + 20_000_000_000L;
            while (!left().isEmpty() && System.nanoTime() - patientUntilNs < 0) {
                Thread.sleep(50);
            }
            assertThat(left()).as("20 s after it was interrupted").isEmpty();
        }
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(served)) {
            return files.toList();
        }
    }

    /** One that does not hear that the time is over. */
    private static TimedTransfer unending(TimedTransfer real) {
        return new TimedTransfer() {
            @Override
            public String name() {
                return real.name();
            }

            @Override
            public long largestBytes() {
                return real.largestBytes();
            }

            @Override
            public double seconds(long bytes, Progress progress)
                    throws IOException, TransferException, InterruptedException {
                return real.seconds(1L << 40, new Progress() {
                    @Override
                    public void moved(long moved) {
                        progress.moved(moved);
                    }

                    @Override
                    public boolean isOver() {
                        return false;
                    }
                });
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    private Store store(SshServer server) throws IOException, InterruptedException {
        try {
            return SftpStore.provider(server.credentials(), null)
                    .open(server.location(served.toString()), (code, text) -> {});
        } catch (TransferException e) {
            throw new IOException(e);
        }
    }
}
