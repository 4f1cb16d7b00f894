package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/** Full and read-only disks: a small file system of its own for the node's data, which needs root. */
class DiskTest {
    @TempDir
    private Path directory;

    private EngineFixture engine;
    private Path mount;

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory);
        mount = Files.createDirectory(engine.data.resolve("small"));
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting a small file system needs root");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=24m", "none", mount.toString()),
                "this environment does not let us mount a tmpfs");
    }

    @AfterEach
    void stop() throws Exception {
        engine.close();
        run("umount", "-l", mount.toString());
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    private TransferException failure(Path source, String target) {
        return catchThrowableOfType(TransferException.class, () -> engine.push(source, target));
    }

    @Test
    void saysBeforeSendingThatALargeFileCannotFit() throws Exception {
        Path old = Files.writeString(mount.resolve("target"), "old");
        TransferException refused = failure(engine.file("large", 40_000_000, 1), "/small/target");

        assertThat(refused.reason()).isEqualTo(Reason.DISK_FULL);
        assertThat(refused).hasMessageContaining("40000000").hasMessageContaining("free");
        assertThat(old).hasContent("old");
        assertThat(EngineFixture.leftovers(mount)).isEmpty();
    }

    @Test
    void aFileSystemThatReportsNoSizeIsNotFull() throws Exception {
        assertThat(run("umount", mount.toString())).isTrue();
        assertThat(run("mount", "-t", "tmpfs", "-o", "size=0", "none", mount.toString()))
                .isTrue();
        Path source = engine.file("large", 40_000_000, 1);
        engine.push(source, "/small/target");
        assertThat(mount.resolve("target")).satisfies(sameContentAs(source));
    }

    /** The room of a partial file is reserved at its beginning: it needs no more when it is gone on with. */
    @Test
    void goesOnWithAFileForWhichThereWouldBeNoRoomASecondTime() throws Exception {
        Path source = engine.file("large", 14_000_000, 1);
        CountDownLatch moving = new CountDownLatch(1);
        Thread interrupted = Thread.ofPlatform().start(() -> {
            try {
                engine.move(
                        EngineFixture.request(
                                Location.local(source.toString()), engine.remote("/small/target"), 1, 16_000_000),
                        new TransferListener() {
                            @Override
                            public void onProgress(Progress progress) {
                                if (progress.bytesDone() > 1_000_000) {
                                    moving.countDown();
                                }
                            }
                        });
            } catch (TransferException | InterruptedException _) {
                // as was requested
            }
        });
        assertThat(moving.await(30, TimeUnit.SECONDS)).isTrue();
        interrupted.interrupt();
        interrupted.join();
        assertThat(mount.toFile().getUsableSpace()).isLessThan(14_000_000);

        engine.push(source, "/small/target");

        assertThat(mount.resolve("target")).satisfies(sameContentAs(source));
    }

    @Test
    void saysWhenManySmallFilesFillItAndGoesOnWhenThereIsRoom() throws Exception {
        for (int i = 0; i < 150; i++) {
            engine.file("tree/f" + i, 200_000, i);
        }
        TransferException refused = failure(directory.resolve("tree"), "/small/tree");
        assertThat(refused.reason()).isEqualTo(Reason.DISK_FULL);
        assertThat(refused.notTransferred()).hasSizeBetween(25, 60);
        // the client hears of it before the node has tidied up
        for (int i = 0; i < 1_000 && !EngineFixture.leftovers(mount).isEmpty(); i++) {
            Thread.sleep(10);
        }
        assertThat(EngineFixture.leftovers(mount)).isEmpty();

        assertThat(run("mount", "-o", "remount,size=64m", mount.toString())).isTrue();
        engine.push(directory.resolve("tree"), "/small/tree");

        LoopbackTransferTest.assertSameTree(directory.resolve("tree"), mount.resolve("tree"));
    }

    @Test
    void saysThatAFileSystemIsReadOnly() throws Exception {
        assertThat(run("mount", "-o", "remount,ro", mount.toString())).isTrue();
        assertThat(failure(engine.file("small", 1000, 1), "/small/x").reason()).isEqualTo(Reason.READ_ONLY);
        assertThat(failure(engine.file("large", 10_000_000, 1), "/small/x").reason())
                .isEqualTo(Reason.READ_ONLY);
    }
}
