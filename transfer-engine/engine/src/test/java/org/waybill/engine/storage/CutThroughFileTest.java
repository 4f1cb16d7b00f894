package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;

/** What is read of a file while another thread writes it. */
@Timeout(30)
class CutThroughFileTest {
    private static final int BLOCK = PartialFile.BLOCK_BYTES;
    private static final long SIZE = 36L * BLOCK + 77;
    private static final byte[] DIGEST = new byte[32];

    @TempDir
    private Path directory;

    private final byte[] content = new byte[(int) SIZE];
    private ConfinedRoot root;
    private PartialFile part;
    private CutThroughFile arriving;
    private SourceTree follower;
    private SourceFile reader;
    private Thread reading;

    @BeforeEach
    void begin() throws Exception {
        new Random(1).nextBytes(content);
        root = ConfinedRoot.open(directory);
        TreeEntry entry = new TreeEntry(List.of(), false, SIZE, 1_700_000_000_000_000_000L, 0640);
        part = PartialFile.open(
                root.open(List.of()),
                TemporaryNames.ofThisProcess(),
                "target",
                entry.version(),
                "token",
                "a test",
                false);
        arriving = new CutThroughFile(entry, part);
        follower = arriving.follow().orElseThrow();
        reader = follower.open(entry);
    }

    @AfterEach
    void end() throws Exception {
        follower.close();
        part.close();
        root.close();
    }

    private void write(int block) throws Exception {
        part.write((long) block * BLOCK, content, block * BLOCK, (int) Math.min(BLOCK, SIZE - (long) block * BLOCK));
        arriving.grew();
    }

    private CompletableFuture<byte[]> read(long offset, int length) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        byte[] into = new byte[length];
                        reader.readFully(offset, into, 0, length);
                        return into;
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                this::start);
    }

    private void start(Runnable work) {
        reading = Thread.ofPlatform().start(work);
    }

    /** Until it waits for what is not there, or has ended. */
    private void awaitReading() throws InterruptedException {
        while (reading.getState() == Thread.State.RUNNABLE) {
            Thread.sleep(1);
        }
    }

    private byte[] block(int number) {
        return Arrays.copyOfRange(content, number * BLOCK, (number + 1) * BLOCK);
    }

    @Test
    void aPartIsReadAsSoonAsItIsThereWhateverElseIsMissing() throws Exception {
        CompletableFuture<byte[]> second = read(BLOCK, BLOCK);
        write(3);
        awaitReading();
        assertThat(second).isNotDone();
        write(1);
        assertThat(second.get(5, TimeUnit.SECONDS)).isEqualTo(block(1));
    }

    @Test
    void itEndsWellOnlyWhenItHasItsNameAndThenTheFirstSourcesDigestIsKnown() throws Exception {
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> {
                    try {
                        reader.checkUnchanged();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                this::start);
        for (int i = 0; i <= 36; i++) {
            write(i);
        }
        part.sync(0640);
        part.publish();
        awaitReading();
        assertThat(end).isNotDone();
        arriving.whole(DIGEST, 0640);
        end.get(5, TimeUnit.SECONDS);
        assertThat(reader.toldDigest()).isEqualTo(DIGEST);
        arriving.ended();
        assertThat(read(5L * BLOCK, BLOCK).get(5, TimeUnit.SECONDS))
                .as("read on under its name")
                .isEqualTo(block(5));
    }

    @Test
    void whoWaitsHearsThatNothingMoreComes() throws Exception {
        CompletableFuture<byte[]> read = read(0, BLOCK);
        arriving.ended();
        assertThatThrownBy(() -> read.get(5, TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(CutThroughFile.AbortedException.class);
        assertThat(arriving.follow()).isEmpty();
        assertThat(StorageErrors.map(new CutThroughFile.AbortedException(), "reading", "target")
                        .reason())
                .isEqualTo(Reason.CONNECTION_LOST);
    }

    @Test
    void whoEndsItselfWaitsNoLonger() throws Exception {
        CompletableFuture<byte[]> read = read(0, BLOCK);
        follower.close();
        assertThatThrownBy(() -> read.get(5, TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(CutThroughFile.AbortedException.class);
        assertThat(arriving.follow()).as("others may still come").isPresent();
    }
}
