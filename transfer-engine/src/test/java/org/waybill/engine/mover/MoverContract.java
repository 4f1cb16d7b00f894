package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

/**
 * What every mover must do, run against each with its real server. The far end's files are seen on this machine's disk,
 * so that what arrived is judged without the mover's help. What a mover does not declare is not asked of it.
 */
@Timeout(40)
abstract class MoverContract extends CandourContract {
    @Test
    void putsAFile() throws Exception {
        Path source = file(here.resolve("a"), 3 * MIB + 17);
        TransferReport report = put(source, remote("/b"));
        assertThat(served().resolve("b")).hasSameBinaryContentAs(source);
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(report.bytes()).isEqualTo(3 * MIB + 17);
        assertThat(report.files()).isOne();
        assertThat(report.transport()).isEqualTo(transport());
        assertNothingLeftOver(served());
    }

    @Test
    void getsAFile() throws Exception {
        Path source = file(served().resolve("a"), 3 * MIB + 17);
        TransferReport report = get(remote("/a"), here.resolve("b"));
        assertThat(here.resolve("b")).hasSameBinaryContentAs(source);
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(report.bytes()).isEqualTo(3 * MIB + 17);
        assertNothingLeftOver(here);
    }

    @Test
    void movesAnEmptyFileBothWays() throws Exception {
        put(file(here.resolve("empty"), 0), remote("/empty"));
        assertThat(served().resolve("empty")).isEmptyFile();
        get(remote("/empty"), here.resolve("back"));
        assertThat(here.resolve("back")).isEmptyFile();
    }

    @Test
    void putsIntoAnExistingDirectoryUnderTheSourcesName() throws Exception {
        servedDirectory("dir");
        Path source = file(here.resolve("name"), 10);
        put(source, remote("/dir/"));
        assertThat(served().resolve("dir/name")).hasSameBinaryContentAs(source);
    }

    @Test
    void createsTheDirectoriesAboveTheTarget() throws Exception {
        Path source = file(here.resolve("name"), 10);
        put(source, remote("/new/deep/x"));
        assertThat(served().resolve("new/deep/x")).hasSameBinaryContentAs(source);
    }

    @Test
    void replacesAFile() throws Exception {
        file(served().resolve("x"), 100_000);
        Path source = file(here.resolve("new"), 10);
        put(source, remote("/x"));
        assertThat(served().resolve("x")).hasSameBinaryContentAs(source);
    }

    @Test
    void putsAndGetsFilesWithHostileNames() throws Exception {
        Path names = Files.createDirectory(here.resolve("names"));
        for (String name : hostileNames().filter(this::carries).toList()) {
            file(names.resolve(name), 100);
        }
        put(names, remote("/copy"));
        assertSameTree(names, served().resolve("copy"));
        get(remote("/copy"), here.resolve("back"));
        assertSameTree(names, here.resolve("back"));
    }

    @Test
    void putsAndGetsASingleFileWithAHostileName() throws Exception {
        String plain = " $(id);it's \"*?\" %41#x\\ ";
        String name = carries(plain + "\u202e") ? plain + "\u202e" : plain;
        Path source = file(here.resolve(name), 1000);
        put(source, remote("/" + name));
        assertThat(names(served())).containsExactly(name);
        Path back = Files.createDirectory(here.resolve("back"));
        get(remote("/" + name), back);
        assertThat(back.resolve(name)).hasSameBinaryContentAs(source);
    }

    @Test
    void refusesByNameWhatItCannotCarry() throws Exception {
        for (String name : hostileNames().filter(one -> !carries(one)).toList()) {
            TransferException refused = failure(local(file(here.resolve(name), 10)), remote("/" + name));
            assertThat(refused.reason()).as(name).isEqualTo(Reason.BAD_INPUT);
        }
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    void putsADirectory() throws Exception {
        Path tree = tree(here.resolve("tree"));
        TransferReport report = put(tree, remote("/copy"));
        assertSameTree(tree, served().resolve("copy"));
        assertThat(report.files()).isEqualTo(42);
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertNothingLeftOver(served());
    }

    @Test
    void getsADirectory() throws Exception {
        Path tree = tree(served().resolve("tree"));
        TransferReport report = get(remote("/tree"), here.resolve("copy"));
        assertSameTree(tree, here.resolve("copy"));
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertNothingLeftOver(here);
    }

    @Test
    void goesOnWithADirectoryThatWasInterrupted() throws Exception {
        Path tree = tree(here.resolve("tree"));
        put(tree, remote("/copy/"));
        Files.delete(served().resolve("copy/tree/sub/deep/f7"));
        put(tree, remote("/copy/"));
        assertSameTree(tree, served().resolve("copy/tree"));
    }

    @Test
    void goesOnByItselfWhenTheConnectionIsCut() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        TestListener listener = new TestListener().at(24 * MIB, this::cut);
        TransferReport report = mover().move(slowly(remote("/big"), local(here.resolve("copy"))), listener);
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(report.retransmittedBytes()).isBetween(leastRepeatedBytes(), mostRepeatedBytes());
        assertThat(listener.codes).contains("RETRY");
        assertMonotonic(listener);
    }

    @Test
    void goesOnByItselfWhenTheConnectionIsCutWhilePutting() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        TestListener listener = new TestListener().at(24 * MIB, this::cut);
        mover().move(slowly(local(source), remote("/copy")), listener);
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(listener.codes).contains("RETRY");
        assertMonotonic(listener);
        assertNothingLeftOver(served());
    }

    @Test
    void keepsItsStateWhenAGetIsInterrupted() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        Path target = file(here.resolve("copy"), 1000);
        byte[] old = Files.readAllBytes(target);
        interruptAt(32 * MIB, remote("/big"), local(target));
        assertThat(target).hasBinaryContent(old);
        TestListener listener = new TestListener();
        TransferReport report = mover().move(TransferRequest.of(remote("/big"), local(target)), listener);
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isGreaterThanOrEqualTo(16 * MIB);
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(listener.codes).contains("RESUMED");
        assertNothingLeftOver(here);
    }

    @Test
    void keepsItsStateWhenAPutIsInterrupted() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        Path target = file(served().resolve("copy"), 1000);
        byte[] old = Files.readAllBytes(target);
        interruptAt(32 * MIB, local(source), remote("/copy"));
        assertThat(target).hasBinaryContent(old);
        TransferReport report = mover().move(TransferRequest.of(local(source), remote("/copy")), TransferListener.NONE);
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isGreaterThanOrEqualTo(resumesPut() ? 8 * MIB : 0);
        assertNothingLeftOver(served());
    }

    @Test
    void sendsAnAlteredPartialFileAgain() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        try (RandomAccessFile partial = new RandomAccessFile(partial(here).toFile(), "rw")) {
            partial.seek(20 * MIB);
            partial.write("altered by another program".getBytes(StandardCharsets.UTF_8));
        }
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isEqualTo(16 * MIB);
    }

    @Test
    void sendsATornPartialFileAgainFromBeforeTheTear() throws Exception {
        assumeTrue(resumesPut(), "a put cannot be continued by " + transport());
        Path source = file(here.resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, local(source), remote("/copy"));
        Path partial = partial(served());
        try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "rw")) {
            file.seek(file.length() - 100);
            file.write(new byte[90]);
        }
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
    }

    @Test
    void finishesAGetThatLacksNothingButItsName() throws Exception {
        assumeTrue(keepsPrefixes(), transport() + " keeps another record of what has arrived");
        Path source = file(served().resolve("big"), 16 * MIB);
        interruptAt(MIB, remote("/big"), local(here.resolve("copy")));
        Path partial = partial(here);
        Files.copy(source, partial, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(partial.resolveSibling(partial.getFileName() + ".sums"), 16 * MIB + " " + sha256(source)
                + "\n");
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isEqualTo(16 * MIB);
        assertNothingLeftOver(here);
    }

    @Test
    void finishesAPutThatLacksNothingButItsName() throws Exception {
        assumeTrue(resumesPut(), "a put cannot be continued by " + transport());
        Path source = file(here.resolve("big"), 16 * MIB);
        interruptAt(MIB, local(source), remote("/copy"));
        Files.copy(source, partial(served()), StandardCopyOption.REPLACE_EXISTING);
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertNothingLeftOver(served());
    }

    @Test
    void dropsWhatAPartialFileHasBehindTheEndOfTheSource() throws Exception {
        assumeTrue(resumesPut(), "a put cannot be continued by " + transport());
        Path source = file(here.resolve("big"), 16 * MIB);
        interruptAt(MIB, local(source), remote("/copy"));
        Path partial = partial(served());
        Files.copy(source, partial, StandardCopyOption.REPLACE_EXISTING);
        append(partial);
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertNothingLeftOver(served());
    }

    @Test
    void doesNotGoOnWithAnotherContent() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        Files.setLastModifiedTime(file(source, 48 * MIB), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(report.resumedBytes()).isZero();
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
    }

    @Test
    void leavesNothingBehindOfWhatTheSourceWasBefore() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, local(source), remote("/copy"));
        put(file(source, 20 * MIB), remote("/copy"));
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertNothingLeftOver(served());
        interruptAt(12 * MIB, remote("/copy"), local(here.resolve("back")));
        put(file(source, 1000), remote("/copy"));
        get(remote("/copy"), here.resolve("back"));
        assertThat(here.resolve("back")).hasSameBinaryContentAs(source);
        assertNothingLeftOver(served());
        assertNothingLeftOver(here);
    }

    /** Somebody has brought the file by other means. */
    @Test
    void leavesNothingBehindBesideAFileThatIsThereAlready() throws Exception {
        assumeTrue(provesWhatIsThere(), "the far end tells nothing but size and time");
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
        assertThat(put(source, remote("/copy")).resumedBytes()).isEqualTo(provesWhatIsThere() ? 3 * MIB : 0);
        Path copy = served().resolve("copy");
        FileTime time = Files.getLastModifiedTime(copy);
        Files.write(copy, new byte[3 * MIB]);
        Files.setLastModifiedTime(copy, time);
        TransferReport again = put(source, remote("/copy"));
        assertThat(copy).hasSameBinaryContentAs(source);
        assertThat(again.resumedBytes()).isZero();
    }

    @Test
    void reportsASourceThatChanges() throws Exception {
        Path source = file(here.resolve("log"), 24 * MIB);
        byte[] old = Files.readAllBytes(file(served().resolve("copy"), 10));
        TestListener listener = new TestListener().at(4 * MIB, () -> append(source));
        TransferException e = failure(slowly(local(source), remote("/copy")), listener);
        assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(served().resolve("copy")).hasBinaryContent(old);
        assertNothingLeftOver(served());
    }

    /** As {@code rsync --inplace -t} does it: only the time of change tells. */
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
        return new TransferRequest(source, target, List.of(), 0, 160_000_000, TransferRequest.Verify.SHA256, null,
                false);
    }

    @Test
    void mixesNoTwoContentsWhenTheTimeWasPutBackBetweenTwoRuns() throws Exception {
        assumeTrue(provesWhatIsThere(), "the far end tells nothing but size and time");
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        rewrite(source, Arrays.copyOf("another content".getBytes(StandardCharsets.UTF_8), 48 * MIB));
        try {
            get(remote("/big"), here.resolve("copy"));
        } catch (TransferException e) {
            assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
            get(remote("/big"), here.resolve("copy"));
        }
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
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

    @Test
    void saysWhenTheSourceIsMissing() throws Exception {
        assertThat(failure(local(here.resolve("none")), remote("/x")).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(failure(remote("/none"), local(here.resolve("x"))).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(served()).isEmptyDirectory();
        assertThat(here.resolve("x")).doesNotExist();
    }

    @Test
    void saysWhenADirectoryIsInTheWay() throws Exception {
        Files.createDirectories(served().resolve("x/a"));
        TransferException e = failure(local(file(here.resolve("a"), 5)), remote("/x"));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
    }

    @Test
    void refusesASecondWriterOfALocalTarget() throws Exception {
        file(served().resolve("big"), 24 * MIB);
        AtomicReference<@Nullable TransferException> second = new AtomicReference<>();
        TestListener listener = new TestListener().at(MIB, () -> second.set(
                failure(remote("/big"), local(here.resolve("copy")))));
        mover().move(slowly(remote("/big"), local(here.resolve("copy"))), listener);
        assertThat(second.get()).isNotNull().extracting(TransferException::reason).isEqualTo(Reason.TARGET_BUSY);
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(served().resolve("big"));
    }

    @Test
    void namesEverythingOfATreeThatIsNotTransferredByPut() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/sub")).getParent();
        file(tree.resolve("good"), 10);
        Files.createSymbolicLink(tree.resolve("sub/out"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(tree.resolve("sub/self"), Path.of("self"));
        file(tree.resolve("sub/.waybill-0123456789ab-0123456789ab.part"), 10);
        shell("mkfifo \"$1/sub/fifo\"; printf x > \"$1/$(printf 'b\\377d')\"", tree);
        TransferException e = failure(local(tree), remote("/copy"));
        assertThat(e.reason()).isIn(Reason.BAD_INPUT, Reason.UNSAFE);
        assertThat(e.notTransferred()).extracting(NotTransferred::path, NotTransferred::reason)
                .containsExactlyInAnyOrder(tuple("sub/out", NotTransferred.LEFT_OUT),
                        tuple("sub/self", NotTransferred.LEFT_OUT),
                        tuple("sub/.waybill-0123456789ab-0123456789ab.part", NotTransferred.LEFT_OUT),
                        tuple("sub/fifo", NotTransferred.LEFT_OUT), tuple("b\ufffdd", e.reason().name()));
        assertThat(e.notTransferred()).extracting(NotTransferred::text).noneMatch(String::isBlank);
        assertThat(served().resolve("copy/good")).exists();
        shell("rm -f \"$1\"/b*", tree);
        TransferReport report = put(tree, remote("/copy/"));
        assertThat(report.notTransferred()).extracting(NotTransferred::path).containsExactlyInAnyOrder("sub/out",
                "sub/self", "sub/.waybill-0123456789ab-0123456789ab.part", "sub/fifo");
    }

    @Test
    void namesEverythingOfATreeThatIsNotTransferredByGet() throws Exception {
        Path tree = Files.createDirectories(served().resolve("tree/sub")).getParent();
        file(tree.resolve("good"), 10);
        file(tree.resolve("sub/.waybill-0123456789ab-0123456789ab.part"), 10);
        shell("printf x > \"$1/$(printf 'b\\377d')\"; printf x > \"$1/sub/$(printf '\\376')\"", tree);
        TransferException e = failure(remote("/tree"), local(here.resolve("copy")));
        assertThat(e.reason()).isIn(Reason.BAD_INPUT, Reason.UNSAFE);
        assertThat(e.notTransferred()).filteredOn(NotTransferred::isFailure).hasSize(2)
                .allMatch(one -> one.reason().equals(e.reason().name()))
                .allMatch(one -> one.text().contains("UTF-8") || one.text().contains("ASCII"));
        assertThat(e.notTransferred()).filteredOn(one -> !one.isFailure()).hasSizeBetween(
                listsPartialFiles() ? 1 : 0, 1);
        assertThat(here.resolve("copy/good")).exists();
    }

    private static void shell(String script, Path argument) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", script, "sh", argument.toString()).inheritIO().start();
        assertThat(shell.waitFor()).isZero();
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
        mover().move(slowly(local(source), remote("/copy")), listener);
        assertThat(refused).hasSize(2).allSatisfy(second -> {
            assertThat(second.reason()).isEqualTo(Reason.TARGET_BUSY);
            assertThat(second).hasMessageContaining("is being written by");
        });
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertNothingLeftOver(served());
        put(other, remote("/copy"));
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(other);
    }

    @Test
    void refusesASecondWriterOfOneTreeFromTheSameHome() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 24 * MIB);
        AtomicReference<@Nullable TransferException> second = new AtomicReference<>();
        TestListener listener = new TestListener().at(MIB, () -> second.set(failure(local(tree), remote("/copy/"))));
        mover().move(slowly(local(tree), remote("/copy/")), listener);
        assertThat(second.get()).isNotNull().extracting(TransferException::reason).isEqualTo(Reason.TARGET_BUSY);
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
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertNothingLeftOver(served());
    }

    @Test
    void movesNothingInADryRun() throws Exception {
        Path source = file(here.resolve("a"), 1000);
        TransferRequest request = new TransferRequest(local(source), remote("/b"), List.of(), 0, 0,
                TransferRequest.Verify.SHA256, null, true);
        TestListener listener = new TestListener();
        assertThat(mover().move(request, listener).bytes()).isEqualTo(1000);
        assertThat(listener.codes).containsOnlyOnce("WOULD_MOVE");
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    void keepsToTheRate() throws Exception {
        Path source = file(here.resolve("a"), 2 * MIB);
        TransferRequest request = new TransferRequest(local(source), remote("/b"), List.of(), 0, 16_000_000,
                TransferRequest.Verify.SHA256, null, false);
        assertThat(mover().move(request, TransferListener.NONE).seconds()).isGreaterThan(0.85);
    }

    @Test
    void givesUpAtTheDeadline() throws Exception {
        Path source = file(here.resolve("a"), 24 * MIB);
        TransferRequest request = new TransferRequest(local(source), remote("/b"), List.of(), 0, 80_000_000,
                TransferRequest.Verify.SHA256, Instant.now().plusMillis(700), false);
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
        assertThat(served().resolve("s")).hasBinaryContent(content);
        assertThat(report.bytes()).isEqualTo(content.length);
        mover.move(TransferRequest.of(remote("/s"), Location.STREAM), TransferListener.NONE);
        assertThat(out.toByteArray()).isEqualTo(content);
    }

    @Test
    void doesNotTakeUpAStreamThatWasCut() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        byte[] content = Files.readAllBytes(file(here.resolve("content"), 24 * MIB));
        Mover mover = mover(credentials(), new ByteArrayInputStream(content), new ByteArrayOutputStream());
        TransferException e = failure(mover, slowly(Location.STREAM, remote("/s")),
                new TestListener().at(12 * MIB, this::cut));
        assertThat(e.reason()).isEqualTo(Reason.GAVE_UP);
        assertThat(e.isRetriable()).isFalse();
        assertThat(served().resolve("s")).as("the rest of a stream is not the stream").doesNotExist();
    }

    @Test
    void doesNotRepeatWhatAStreamWasGiven() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        byte[] content = Files.readAllBytes(file(served().resolve("s"), 24 * MIB));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Mover mover = mover(credentials(), InputStream.nullInputStream(), out);
        TransferException e = failure(mover, slowly(remote("/s"), Location.STREAM),
                new TestListener().at(12 * MIB, this::cut));
        assertThat(e.reason()).isEqualTo(Reason.GAVE_UP);
        byte[] given = out.toByteArray();
        assertThat(given.length).isLessThanOrEqualTo(content.length);
        assertThat(Arrays.equals(given, 0, given.length, content, 0, given.length)).as("a beginning").isTrue();
    }

    @Test
    @Tag("nightly")
    void movesMoreThanFourGibibytes() throws Exception {
        Path source = here.resolve("huge");
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
            file.seek((4L << 30) - 5);
            file.write("across the 32-bit border".getBytes(StandardCharsets.UTF_8));
        }
        put(source, remote("/huge"));
        assertThat(sha256(served().resolve("huge"))).isEqualTo(sha256(source));
    }
}
