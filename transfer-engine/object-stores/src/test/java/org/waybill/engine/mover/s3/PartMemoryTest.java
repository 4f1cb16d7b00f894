package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.mover.s3.ScaledMover.MIB;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestFiles;

class PartMemoryTest {
    private static final long TIB = 1L << 40;

    @ParameterizedTest
    @ValueSource(longs = {0, 8L << 20, 80_000_000_000L, 83_886_080_000L, 83_886_080_001L, TIB, 50_000_000_000_000L})
    void tenThousandPartsAreEnoughForAFile(long bytes) {
        long part = PartSizes.of(bytes);
        assertThat(part).isBetween(8L << 20, 5L << 30);
        assertThat(part % MIB).isZero();
        assertThat(part * PartSizes.MOST_PARTS).isGreaterThanOrEqualTo(bytes);
    }

    @Test
    void refusesAFileWhosePartsDoNotFitBeforeAnythingIsSent() throws Exception {
        PartMemory memory = new PartMemory(170);
        PartSizes.check("/f", TIB + TIB / 2, memory);
        TransferException tooMuch =
                catchThrowableOfType(TransferException.class, () -> PartSizes.check("/f", 2 * TIB, memory));
        assertThat(tooMuch.reason()).isEqualTo(Reason.LIMIT);
        assertThat(tooMuch).hasMessageContaining("does not fit into 170 MiB").hasMessageContaining("WAYBILL_JAVA_OPTS");
        TransferException tooLarge = catchThrowableOfType(
                TransferException.class, () -> PartSizes.check("/f", 60 * TIB, new PartMemory(100_000)));
        assertThat(tooLarge.reason()).isEqualTo(Reason.LIMIT);
        assertThat(tooLarge).hasMessageContaining("5 GiB");
    }

    /** As many at once as they like; small parts and large ones share what there is. */
    @Test
    void uploadsTogetherTakeNoMoreThanThereIs() throws Exception {
        PartMemory memory = new PartMemory(6);
        AtomicLong now = new AtomicLong();
        AtomicLong most = new AtomicLong();
        List<Future<?>> uploads = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int partMib : List.of(1, 2, 3, 6)) {
                PartSender sender = new PartSender((long) partMib * MIB, 8, memory, (_, block) -> {
                    most.accumulateAndGet(now.addAndGet(block.length()), Math::max);
                    LockSupport.parkNanos(5_000_000);
                    now.addAndGet(-block.length());
                });
                uploads.add(threads.submit(() -> {
                    sender.send(new ByteArrayInputStream(new byte[24 * MIB]), 1, "/f");
                    return sender;
                }));
            }
            for (Future<?> upload : uploads) {
                upload.get();
            }
        }
        assertThat(most.get()).isBetween(1L, 6L * MIB);
        assertThat(memory.isShort()).isFalse();
        memory.take(6 * MIB); // all was given back
    }

    @Test
    void filesWaitForEachOthersMemory(@TempDir Path here) throws Exception {
        try (S3Server server = S3Server.start(here, here.resolve("buckets/bucket"))) {
            Path tree = Files.createDirectory(here.resolve("tree"));
            for (int i = 0; i < 4; i++) {
                TestFiles.random(tree.resolve("large" + i), 9 * MIB, i);
                TestFiles.random(tree.resolve("small" + i), 3 * MIB, i);
            }
            ScaledMover.of(Patience.USUAL, new PartMemory(8), 1)
                    .move(
                            new TransferRequest(
                                    Location.local(tree.toString()),
                                    server.location("/copy"),
                                    NetworkPaths.DIRECT,
                                    new DataOptions(8, 0, TransferRequest.Verify.SHA256)),
                            TransferListener.NONE);
            assertSame(tree, here.resolve("buckets/bucket/copy"));
        }
    }

    private static void assertSame(Path tree, Path copy) throws IOException {
        try (var files = Files.list(tree)) {
            for (Path file : files.toList()) {
                assertThat(copy.resolve(file.getFileName())).satisfies(sameContentAs(file));
            }
        }
    }
}
