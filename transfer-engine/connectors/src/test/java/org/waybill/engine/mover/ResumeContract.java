package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

/** How every mover resumes what was cut, interrupted or altered on the disk. */
abstract class ResumeContract extends SelectionContract {
    /** Less than a file of 48 MiB takes of which half is zeros that are written. */
    private static final long WITH_HOLES_BYTES = 27L * MIB;

    @Test
    void goesOnWithADirectoryThatWasInterrupted() throws Exception {
        Path tree = tree(here.resolve("tree"));
        put(tree, remote("/copy/"));
        Files.delete(served().resolve("copy/tree/sub/deep/f7"));
        put(tree, remote("/copy/"));
        assertSameTree(tree, served().resolve("copy/tree"));
    }

    @Test
    void goesOnWhereAGetWasCut() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        TestListener listener = new TestListener().at(24 * MIB, this::cut);
        TransferReport report = mover().move(slowly(remote("/big"), local(here.resolve("copy"))), listener);
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.retransmittedBytes()).isLessThan(40L * MIB);
        assertThat(report.resumedBytes()).isGreaterThan(8 * MIB);
        assertThat(listener.codes).contains("RETRY", "RESUMED");
        assertMonotonic(listener);
    }

    @Test
    void goesOnWhereAPutWasCut() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        TestListener listener = new TestListener().at(24 * MIB, this::cut);
        mover().move(slowly(local(source), remote("/copy")), listener);
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        assertThat(listener.codes.contains("RETRY")).isEqualTo(tellsOfRetries());
        assertMonotonic(listener);
        assertNothingLeftOver(served());
    }

    /** A kill between the making of a directory and its mark leaves one without. */
    @Test
    void goesOnWithADirectoryThatWasNotYetMarked() throws Exception {
        assumeTrue(!transport().equals("tcp"), "a node makes a directory with its mark in it");
        Path tree = Files.createDirectories(here.resolve("tree"));
        file(tree.resolve("big"), 48 * MIB);
        interruptAt(8 * MIB, local(tree), remote("/copy"));
        removeMarks(served().resolve("copy"));
        put(tree, remote("/copy"));
        assertThat(names(served().resolve("copy"))).containsExactly("big");
        interruptAt(8 * MIB, remote("/copy"), local(here.resolve("back")));
        removeMarks(here.resolve("back"));
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(remote("/copy"), local(here.resolve("back"))), listener);
        assertThat(listener.events)
                .as("too little had arrived to be compared")
                .filteredOn(event -> event.startsWith("PARTIAL_REJECTED"))
                .singleElement()
                .asString()
                .contains("fewer than 16777216 cannot be checked");
        assertThat(names(here.resolve("back"))).containsExactly("big");
        put(tree, remote("/copy"));
        assertThat(served().resolve("copy/tree/big"))
                .as("a finished one is no longer gone on with")
                .exists();
    }

    private static void removeMarks(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path mark : all.filter(file -> file.getFileName().toString().matches("[.]waybill-.*tree"))
                    .toList()) {
                Files.delete(mark);
            }
        }
    }

    @Test
    void keepsItsStateWhenAGetIsInterrupted() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        Path target = file(here.resolve("copy"), 1000);
        byte[] old = Files.readAllBytes(target);
        interruptAt(32 * MIB, remote("/big"), local(target));
        assertThat(target).satisfies(sameContentAs(old));
        TestListener listener = new TestListener();
        TransferReport report = mover().move(TransferRequest.of(remote("/big"), local(target)), listener);
        assertThat(target).satisfies(sameContentAs(source));
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
        assertThat(target).satisfies(sameContentAs(old));
        // which is no other content
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-r-----"));
        TransferReport report = mover().move(TransferRequest.of(local(source), remote("/copy")), TransferListener.NONE);
        assertThat(target).satisfies(sameContentAs(source));
        assertThat(report.resumedBytes()).isGreaterThanOrEqualTo(resumesPut() ? 8 * MIB : 0);
        assertNothingLeftOver(served());
    }

    @Test
    void goesOnWithAFileWhoseZerosBecomeHoles() throws Exception {
        Path up = sparse(here.resolve("up"));
        Path down = sparse(served().resolve("down"));
        interruptedAndResumed(remote("/down"), local(here.resolve("got")));
        assertThat(here.resolve("got")).satisfies(sameContentAs(down));
        assertThat(KeptAttributes.allocated(here.resolve("got"))).isLessThan(WITH_HOLES_BYTES);
        interruptedAndResumed(local(up), remote("/put"));
        assertThat(served().resolve("put")).satisfies(sameContentAs(up));
        assertThat(KeptAttributes.allocated(served().resolve("put")) < WITH_HOLES_BYTES)
                .as("holes in what was put")
                .isEqualTo(makesHoles());
        assertNothingLeftOver(here);
        assertNothingLeftOver(served());
    }

    /** 12 MiB, 16 MiB of zeros, 12 MiB, 8 MiB of zeros, all of them written. */
    private static Path sparse(Path path) throws IOException {
        file(path, 40 * MIB);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(12 * MIB);
            file.write(new byte[16 * MIB]);
            file.seek(40 * MIB);
            file.write(new byte[8 * MIB]);
        }
        return path;
    }

    private void interruptedAndResumed(Location source, Location target) throws Exception {
        CopyRules sparse = CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.HOLES));
        interruptAt(32 * MIB, slowly(source, target).with(sparse));
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(source, target).with(sparse), listener);
        boolean filled = !target.isLocal() && !makesHoles();
        assertThat(listener.codes.contains("HOLES_FILLED")).isEqualTo(filled);
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
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.resumedBytes()).isEqualTo(16 * MIB);
    }

    @Test
    void sendsATornPartialFileAgainFromBeforeTheTear() throws Exception {
        assumeTrue(showsPartialFiles(), "no partial file is left by " + transport());
        Path source = file(here.resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, local(source), remote("/copy"));
        Path partial = partial(served());
        try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "rw")) {
            file.seek(file.length() - 100);
            file.write(new byte[90]);
        }
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
    }

    @Test
    void finishesAGetThatLacksNothingButItsName() throws Exception {
        assumeTrue(keepsPrefixes(), transport() + " keeps another record of what has arrived");
        Path source = file(served().resolve("big"), 16 * MIB);
        interruptAt(MIB, remote("/big"), local(here.resolve("copy")));
        Path partial = partial(here);
        Files.copy(source, partial, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(
                partial.resolveSibling(partial.getFileName() + ".sums"), 16 * MIB + " " + sha256(source) + "\n");
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.resumedBytes()).isEqualTo(16 * MIB);
        assertNothingLeftOver(here);
    }

    @Test
    void finishesAPutThatLacksNothingButItsName() throws Exception {
        assumeTrue(showsPartialFiles(), "no partial file is left by " + transport());
        Path source = file(here.resolve("big"), 16 * MIB);
        interruptAt(MIB, local(source), remote("/copy"));
        Files.copy(source, partial(served()), StandardCopyOption.REPLACE_EXISTING);
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served());
    }

    @Test
    void dropsWhatAPartialFileHasBehindTheEndOfTheSource() throws Exception {
        assumeTrue(showsPartialFiles(), "no partial file is left by " + transport());
        Path source = file(here.resolve("big"), 16 * MIB);
        interruptAt(MIB, local(source), remote("/copy"));
        Path partial = partial(served());
        Files.copy(source, partial, StandardCopyOption.REPLACE_EXISTING);
        append(partial);
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served());
    }
}
