package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

/**
 * What every mover must do, run against each with its real server: by subject in the classes above this one, and here
 * for targets that others write, limits and streams. The remote host's files are seen on this machine's disk, so that
 * what arrived is judged without the mover's help. What a mover does not declare is not tested.
 */
abstract class MoverContract extends HardLinksContract {
    @Test
    void keepsNothingOpenOfATreeThatHasArrived() throws Exception {
        Path tree = Files.createDirectories(served().resolve("tree"));
        for (String name : List.of("a", "b", "c", "d")) {
            file(Files.createDirectory(tree.resolve(name)).resolve("data"), 10);
        }
        get(remote("/tree"), here.resolve("copy"));
        assertThat(here.resolve("copy/d/data")).exists();
        assertThat(openBeneath(here)).isEmpty();
    }

    private static List<Path> openBeneath(Path directory) throws IOException {
        List<Path> open = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                try {
                    open.add(Files.readSymbolicLink(each));
                } catch (NoSuchFileException _) {
                    // closed meanwhile
                }
            }
        }
        return open.stream().filter(path -> path.startsWith(directory)).toList();
    }

    @Test
    void refusesASecondWriterOfALocalTarget() throws Exception {
        file(served().resolve("big"), 24 * MIB);
        AtomicReference<@Nullable TransferException> second = new AtomicReference<>();
        TestListener listener =
                new TestListener().at(MIB, () -> second.set(failure(remote("/big"), local(here.resolve("copy")))));
        mover().move(verySlowly(remote("/big"), local(here.resolve("copy"))), listener);
        assertThat(second.get())
                .isNotNull()
                .extracting(TransferException::reason)
                .isEqualTo(Reason.TARGET_BUSY);
        assertThat(here.resolve("copy")).satisfies(sameContentAs(served().resolve("big")));
    }

    @Test
    void refusesASecondWriterOfOneTargetFromTheSameHome() throws Exception {
        Path source = file(here.resolve("big"), 24 * MIB);
        Path other = file(here.resolve("other"), 1000);
        List<TransferException> refused = new CopyOnWriteArrayList<>();
        TestListener listener = new TestListener().at(MIB, () -> {
            refused.add(failure(local(source), remote("/copy")));
            refused.add(failure(local(other), remote("/copy")));
        });
        mover().move(verySlowly(local(source), remote("/copy")), listener);
        assertThat(refused).hasSize(2).allSatisfy(second -> {
            assertThat(second.reason()).isEqualTo(Reason.TARGET_BUSY);
            assertThat(second).hasMessageContaining("is being written by");
        });
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served());
        put(other, remote("/copy"));
        assertThat(served().resolve("copy")).satisfies(sameContentAs(other));
    }

    @Test
    void refusesASecondWriterOfOneTreeFromTheSameHome() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 24 * MIB);
        AtomicReference<@Nullable TransferException> second = new AtomicReference<>();
        TestListener listener = new TestListener().at(MIB, () -> second.set(failure(local(tree), remote("/copy/"))));
        mover().move(verySlowly(local(tree), remote("/copy/")), listener);
        assertThat(second.get())
                .isNotNull()
                .extracting(TransferException::reason)
                .isEqualTo(Reason.TARGET_BUSY);
        assertSameTree(tree, served().resolve("copy/tree"));
    }

    @Test
    void twoHomesThatWriteOneTargetSpoilNothingOfEachOther() throws Exception {
        assumeTrue(writesFromSeveralHomes(), transport() + " excludes them otherwise");
        Path source = file(here.resolve("big"), 24 * MIB);
        Mover other = moverOfAnotherHome();
        TestListener listener = new TestListener().at(MIB, () -> {
            try {
                other.move(TransferRequest.of(local(source), remote("/copy")), TransferListener.NONE);
            } catch (TransferException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        mover().move(slowly(local(source), remote("/copy")), listener);
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served());
    }

    @Test
    void movesNothingInADryRun() throws Exception {
        Path source = file(here.resolve("a"), 1000);
        TransferRequest request = new TransferRequest(
                local(source),
                remote("/b"),
                NetworkPaths.DIRECT,
                DataOptions.DEFAULT,
                null,
                true,
                false,
                List.of(),
                null,
                CopyRules.USUAL);
        TestListener listener = new TestListener();
        assertThat(mover().move(request, listener).bytes()).isEqualTo(1000);
        assertThat(listener.codes).containsOnlyOnce("WOULD_MOVE");
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    void keepsToTheRate() throws Exception {
        Path source = file(here.resolve("a"), 2 * MIB);
        TransferRequest request = new TransferRequest(
                local(source),
                remote("/b"),
                NetworkPaths.DIRECT,
                new DataOptions(0, 16_000_000, TransferRequest.Verify.SHA256));
        assertThat(mover().move(request, TransferListener.NONE).seconds()).isGreaterThan(0.85);
    }

    @Test
    void givesUpAtTheDeadline() throws Exception {
        Path source = file(here.resolve("a"), 24 * MIB);
        TransferRequest request = new TransferRequest(
                        local(source),
                        remote("/b"),
                        NetworkPaths.DIRECT,
                        new DataOptions(0, 80_000_000, TransferRequest.Verify.SHA256))
                .until(Instant.now().plusMillis(700));
        assertThat(failure(request, new TestListener()).reason()).isEqualTo(Reason.DEADLINE_MISSED);
        assertThat(served().resolve("b")).doesNotExist();
    }

    @Test
    void putsAStreamAndGetsIntoOne() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        byte[] content = Files.readAllBytes(file(here.resolve("content"), 300_000));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Mover mover = mover(credentials(), new ByteArrayInputStream(content), out);
        TransferReport report = mover.move(TransferRequest.of(Location.STREAM, remote("/s")), TransferListener.NONE);
        assertThat(served().resolve("s")).satisfies(sameContentAs(content));
        assertThat(report.bytes()).isEqualTo(content.length);
        mover.move(TransferRequest.of(remote("/s"), Location.STREAM), TransferListener.NONE);
        assertThat(out.toByteArray()).isEqualTo(content);
    }

    @Test
    void doesNotTakeUpAStreamThatWasCut() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        assumeTrue(tellsOfRetries(), "what was cut is sent again by itself");
        byte[] content = Files.readAllBytes(file(here.resolve("content"), 24 * MIB));
        Mover mover = mover(credentials(), new ByteArrayInputStream(content), new ByteArrayOutputStream());
        TransferException e =
                failure(mover, slowly(Location.STREAM, remote("/s")), new TestListener().at(12 * MIB, this::cut));
        assertThat(e.reason()).isEqualTo(Reason.GAVE_UP);
        assertThat(e.isRetriable()).isFalse();
        assertThat(served().resolve("s"))
                .as("the rest of a stream is not the stream")
                .doesNotExist();
    }

    @Test
    void leavesNothingOfAStreamThatBreaks() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(new byte[3 * MIB]), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("this stream breaks");
            }
        });
        Mover mover = mover(credentials(), broken, new ByteArrayOutputStream());
        failure(mover, TransferRequest.of(Location.STREAM, remote("/s")), new TestListener());
        assertNothingStays();
    }

    @Test
    void leavesNothingOfAStreamThatIsInterruptedWhileItGivesNothing() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        CountDownLatch silent = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        InputStream idle = new SequenceInputStream(new ByteArrayInputStream(new byte[3 * MIB]), new InputStream() {
            @Override
            public int read() {
                silent.countDown();
                // as a terminal: no interrupt ends it
                while (ended.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                }
                return -1;
            }
        });
        Mover mover = mover(credentials(), idle, new ByteArrayOutputStream());
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Thread copy = Thread.ofPlatform().start(() -> {
            try {
                mover.move(TransferRequest.of(Location.STREAM, remote("/s")), TransferListener.NONE);
            } catch (TransferException | InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });
        try {
            assertThat(silent.await(30, TimeUnit.SECONDS)).isTrue();
            copy.interrupt();
            copy.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertNothingStays();
        } finally {
            ended.countDown();
        }
    }

    /** Servers hear a little later that a connection has ended. */
    private void assertNothingStays() throws Exception {
        for (int i = 0; i < 100 && names(served()).stream().anyMatch(name -> name.startsWith(".waybill-")); i++) {
            Thread.sleep(50);
        }
        assertNothingLeftOver(served());
        assertThat(served().resolve("s")).doesNotExist();
    }

    @Test
    void doesNotRepeatWhatAStreamWasGiven() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        byte[] content = Files.readAllBytes(file(served().resolve("s"), 24 * MIB));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Mover mover = mover(credentials(), InputStream.nullInputStream(), out);
        TransferException e =
                failure(mover, slowly(remote("/s"), Location.STREAM), new TestListener().at(12 * MIB, this::cut));
        assertThat(e.reason()).isEqualTo(Reason.GAVE_UP);
        byte[] given = out.toByteArray();
        assertThat(given.length).isLessThanOrEqualTo(content.length);
        assertThat(Arrays.equals(given, 0, given.length, content, 0, given.length))
                .as("does not match the source")
                .isTrue();
    }
}
