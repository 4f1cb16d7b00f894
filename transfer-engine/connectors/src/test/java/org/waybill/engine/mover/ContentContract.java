package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

/** What every mover must do when the source, or what is at the target, has other content than it seems. */
abstract class ContentContract extends ResumeContract {
    /** For 32 MiB: the last files are still to be read when the first have arrived, also on a machine that stalls. */
    private static final long THREE_SECONDS_RATE = 90_000_000;

    @Test
    void doesNotGoOnWithAnotherContent() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        Files.setLastModifiedTime(file(source, 48 * MIB), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(report.resumedBytes()).isZero();
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
    }

    @Test
    void leavesNothingBehindOfWhatTheSourceWasBefore() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, local(source), remote("/copy"));
        put(file(source, 20 * MIB), remote("/copy"));
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served());
        interruptAt(12 * MIB, remote("/copy"), local(here.resolve("back")));
        put(file(source, 1000), remote("/copy"));
        get(remote("/copy"), here.resolve("back"));
        assertThat(here.resolve("back")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served());
        assertNothingLeftOver(here);
    }

    /** The file came by other means. */
    @Test
    void leavesNothingBehindBesideAFileThatIsThereAlready() throws Exception {
        assumeTrue(hashesWhatIsStored(), "the far end tells nothing but size and time of what others wrote");
        Path source = file(here.resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, local(source), remote("/copy"));
        Files.copy(source, served().resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        assertThat(put(source, remote("/copy")).resumedBytes()).isEqualTo(48 * MIB);
        assertNothingLeftOver(served());
    }

    @Test
    void movesAFileAgainUnlessItIsProvablyThere() throws Exception {
        Path source = file(here.resolve("data"), 3 * MIB);
        put(source, remote("/copy"));
        TransferReport found = put(source, remote("/copy"));
        assertThat(found.resumedBytes()).isEqualTo(provesWhatIsThere() ? 3 * MIB : 0);
        assertThat(found.sentFiles()).isEqualTo(provesWhatIsThere() ? 0 : 1);
        assumeTrue(hashesWhatIsStored() || !provesWhatIsThere(), "nothing is written but by its server");
        Path copy = served().resolve("copy");
        FileTime time = Files.getLastModifiedTime(copy);
        Files.write(copy, new byte[3 * MIB]);
        Files.setLastModifiedTime(copy, time);
        TransferReport again = put(source, remote("/copy"));
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(again.resumedBytes()).isZero();
        assertThat(again.sentFiles()).isEqualTo(1);
    }

    @Test
    void reportsASourceThatChanges() throws Exception {
        Path source = file(here.resolve("log"), 24 * MIB);
        byte[] old = Files.readAllBytes(file(served().resolve("copy"), 10));
        TestListener listener = new TestListener().at(4 * MIB, () -> append(source));
        TransferException e = failure(slowly(local(source), remote("/copy")), listener);
        assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(served().resolve("copy")).satisfies(sameContentAs(old));
        assertNothingLeftOver(served());
    }

    /** It grows twenty times a second, as a log does: what it has made is gone when the next run was good. */
    @Test
    void leavesNothingOfAFarSourceThatGrowsWhileItIsRead() throws Exception {
        Path log = file(Files.createDirectory(served().resolve("logs")).resolve("log"), 24 * MIB);
        Path copy = here.resolve("logs/log");
        AtomicBoolean ended = new AtomicBoolean();
        Thread writer = Thread.ofVirtual().unstarted(() -> {
            while (!ended.get()) {
                append(log);
                LockSupport.parkNanos(50_000_000);
            }
        });
        TransferException e = failure(
                leisurely(remote("/logs"), Location.local(here + "/")), new TestListener().at(2 * MIB, writer::start));
        ended.set(true);
        writer.join();
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(copy).doesNotExist();
        get(remote("/logs"), here);
        assertThat(copy).satisfies(sameContentAs(log));
        assertNothingLeftOver(here);
    }

    /** As {@code rsync --inplace -t} does it: only the time of change shows it. */
    @Test
    void reportsASourceThatChangesInPlaceAndHasItsTimePutBack() throws Exception {
        Path source = file(here.resolve("image"), 16 * MIB);
        byte[] other = new byte[16 * MIB];
        TestListener listener = new TestListener().at(2 * MIB, () -> rewrite(source, other));
        TransferException e = failure(leisurely(local(source), remote("/copy")), listener);
        assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(e).hasMessageContaining("changed while it was read");
        assertThat(served().resolve("copy")).doesNotExist();
        assertNothingLeftOver(served());
    }

    /** As {@code cp -al} makes them for a snapshot; only the time of change is another. */
    @Test
    void aHardLinkOrAnotherModeOfTheSourceIsNoChange() throws Exception {
        Path source = file(here.resolve("image"), 6 * MIB);
        Path snapshot = here.resolve("snapshot");
        TestListener listener = new TestListener().at(1, () -> {
            try {
                Files.createLink(snapshot, source);
                Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-r-----"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        mover().move(leisurely(local(source), remote("/copy")), listener);
        assertThat(snapshot).exists();
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        if (carriesPermissionsOfDirectories()) {
            assertThat(Files.getPosixFilePermissions(served().resolve("copy")))
                    .as("those that the source has when it is done")
                    .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        }
        assertNothingLeftOver(served());
    }

    @Test
    void mixesNoTwoContentsOfARemoteSourceThatChangesInPlaceAndHasItsTimePutBack() throws Exception {
        assumeTrue(hashesWhatIsStored(), "the far end tells nothing but size and time of what others wrote");
        Path source = file(served().resolve("image"), 16 * MIB);
        Path copy = here.resolve("copy");
        TestListener listener = new TestListener().at(2 * MIB, () -> rewrite(source, new byte[16 * MIB]));
        try {
            mover().move(leisurely(remote("/image"), local(copy)), listener);
            assertThat(copy).satisfies(sameContentAs(source));
        } catch (TransferException e) {
            assertThat(e.reason()).as(e.getMessage()).isIn(Reason.SOURCE_CHANGED, Reason.VERIFICATION_FAILED);
            assertThat(copy).doesNotExist();
        }
    }

    /** A transfer that waits for another one, or asks for permission, would wait for nothing. */
    @Test
    void filesOfATreeThatVanishOrBecomeDirectoriesAreSourcesThatChanged() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        for (int i = 10; i < 74; i++) {
            file(tree.resolve("f" + i), MIB / 2);
        }
        TestListener listener = new TestListener().at(2 * MIB, () -> {
            delete(tree.resolve("f72"));
            delete(tree.resolve("f73"));
            tree.resolve("f73").toFile().mkdir();
        });
        TransferException e = failure(atRate(local(tree), remote("/"), THREE_SECONDS_RATE), listener);
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(e.notTransferred())
                .allSatisfy(one -> assertThat(one.reason()).as(one.text()).isEqualTo(Reason.SOURCE_CHANGED.name()));
        assertThat(listener.events).noneMatch(event -> event.startsWith("LEFT_OVER"));
        assertNothingLeftOver(served());
    }

    private static void delete(Path file) {
        if (!file.toFile().delete()) {
            throw new IllegalStateException(file + " is there still");
        }
    }

    @Test
    void reportsASourceThatIsReplacedByOneOfEqualSizeAndTime() throws Exception {
        Path source = file(here.resolve("image"), 16 * MIB);
        Path other = file(here.resolve("other"), 16 * MIB);
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(source));
        TestListener listener = new TestListener().at(2 * MIB, () -> replace(source, other));
        TransferException e = failure(leisurely(local(source), remote("/copy")), listener);
        assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(e).hasMessageContaining("changed while it was read");
        assertThat(served().resolve("copy")).doesNotExist();
        assertNothingLeftOver(served());
    }

    /** 0.8 s for 16 MiB: something can be done in their middle on a machine that is busy. */
    private static TransferRequest leisurely(Location source, Location target) {
        return atRate(source, target, 160_000_000);
    }

    private static TransferRequest atRate(Location source, Location target, long bitsPerSecond) {
        return new TransferRequest(
                source, target, NetworkPaths.DIRECT, new DataOptions(0, bitsPerSecond, TransferRequest.Verify.SHA256));
    }

    @Test
    void mixesNoTwoContentsWhenTheTimeWasPutBackBetweenTwoRuns() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        rewrite(source, Arrays.copyOf("another content".getBytes(StandardCharsets.UTF_8), 48 * MIB));
        try {
            get(remote("/big"), here.resolve("copy"));
        } catch (TransferException e) {
            assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
            get(remote("/big"), here.resolve("copy"));
        }
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
        if (resumesPut() && keepsPrefixes()) {
            mixesNoTwoContentsOfASourceOfThisMachine();
        }
    }

    /** Only the beginning differs, and only the time of change shows it, as it shows another mode. */
    private void mixesNoTwoContentsOfASourceOfThisMachine() throws Exception {
        Path source = file(here.resolve("own"), 24 * MIB);
        interruptAt(17 * MIB, leisurely(local(source), remote("/own")));
        byte[] other = Files.readAllBytes(source);
        other[0]++;
        rewrite(source, other);
        try {
            put(source, remote("/own"));
        } catch (TransferException e) {
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.VERIFICATION_FAILED);
            put(source, remote("/own"));
        }
        assertThat(served().resolve("own")).satisfies(sameContentAs(source));
    }

    /** Also where more connections ask at once than the server has places for who hashes. */
    @Test
    void movesEachFileOfATreeThatWasRewrittenAndHadItsTimePutBack() throws Exception {
        assumeTrue(hashesWhatIsStored(), "the far end tells nothing but size and time of what others wrote");
        Path above = Files.createDirectory(served().resolve("tree"));
        Path below = Files.createDirectories(here.resolve("below/tree"));
        for (Path root : List.of(above, below)) {
            for (int i = 0; i < 10; i++) {
                file(root.resolve("f" + i), 10 + i);
            }
            allFiles(root, file -> Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH)));
        }
        Files.createDirectory(here.resolve("copies"));
        servedDirectory("copies");
        for (int run = 0; run < 2; run++) {
            get(remote("/tree"), here.resolve("copies"));
            put(below, remote("/copies/"));
            assertSameTree(above, here.resolve("copies/tree"));
            assertSameTree(below, served().resolve("copies/tree"));
            for (Path root : List.of(above, below)) {
                allFiles(root, file -> rewrite(file, new byte[(int) Files.size(file)]));
            }
        }
    }

    private interface FileUse {
        void of(Path file) throws IOException;
    }

    private static void allFiles(Path root, FileUse use) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                use.of(file);
            }
        }
    }

    /** Another content in the same file, of equal size and time. */
    private static void rewrite(Path file, byte[] content) {
        try {
            FileTime time = Files.getLastModifiedTime(file);
            Files.write(file, content, StandardOpenOption.WRITE);
            Files.setLastModifiedTime(file, time);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replace(Path file, Path other) {
        try {
            Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
