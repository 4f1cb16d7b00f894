package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;

/** What a transfer has left of a copy that something else has completed, and whole files that something else wrote. */
@Timeout(60)
class GivenUpTransferTest extends EngineCase {
    private static final int BYTES = 24_000_000;
    private static final long SLOW = 64_000_000;

    @Test
    void whatAPushHasLeftGoesOnceTheFileIsThere() throws Exception {
        Path source = engine.file("source", BYTES, 1);
        TransferRequest push = request(Location.local(source.toString()), engine.remote("/copy"));
        interruptHalfWay(push);
        new EngineMover(engine.home).giveUp(push, TransferListener.NONE);
        assertThat(EngineFixture.leftovers(engine.data))
                .as("nothing has completed it: it is to be resumed")
                .isNotEmpty();

        Files.copy(source, engine.data.resolve("copy"));
        new EngineMover(engine.home).giveUp(push, TransferListener.NONE);
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(engine.data.resolve("copy")).satisfies(sameContentAs(source));
    }

    @Test
    void whatAPushOfATreeHasLeftGoesWithItsMark() throws Exception {
        engine.file("tree/deep/a", BYTES, 2);
        Path source = directory.resolve("tree");
        TransferRequest push = request(Location.local(source.toString()), engine.remote("/new"));
        interruptHalfWay(push);
        assertThat(EngineFixture.leftovers(engine.data)).hasSizeGreaterThanOrEqualTo(3);

        Files.copy(source.resolve("deep/a"), engine.data.resolve("new/deep/a"));
        new EngineMover(engine.home).giveUp(push, TransferListener.NONE);
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void whatAnotherClientHasLeftStays() throws Exception {
        Path source = engine.file("source", BYTES, 6);
        TransferRequest push = request(Location.local(source.toString()), engine.remote("/copy"));
        Path other = Files.createDirectory(directory.resolve("other home"));
        PairingClient.pair(
                other, "127.0.0.1", engine.node.address().getPort(), engine.node.newPairingToken(Grant.USUAL));
        interruptHalfWay(new EngineMover(other), push);
        Files.copy(source, engine.data.resolve("copy"));
        new EngineMover(engine.home).giveUp(push, TransferListener.NONE);
        assertThat(EngineFixture.leftovers(engine.data))
                .as("the partial file and its ledger")
                .hasSize(2);
        new EngineMover(other).giveUp(push, TransferListener.NONE);
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void whatADownloadHasLeftGoesToo() throws Exception {
        Path there = engine.file("data/source", BYTES, 3);
        Path copy = directory.resolve("copy");
        TransferRequest pull = request(engine.remote("/source"), Location.local(copy.toString()));
        interruptHalfWay(pull);
        assertThat(beside(copy)).isPositive();
        Files.copy(there, copy);
        new EngineMover(engine.home).giveUp(pull, TransferListener.NONE);
        assertThat(beside(copy)).isZero();
    }

    /** SFTP keeps whole seconds: such files were sent again, and refused where another writer's may not be replaced. */
    @Test
    void aFileWithItsTimeInWholeSecondsIsComparedAndNotSentAgain() throws Exception {
        Path source = engine.file("source", BYTES, 4);
        Path copy = engine.data.resolve("copy");
        Files.copy(source, copy, StandardCopyOption.COPY_ATTRIBUTES);
        Files.setLastModifiedTime(source, FileTime.from(1_700_000_000_500L, TimeUnit.MILLISECONDS));
        FileTime seconds =
                FileTime.from(Files.getLastModifiedTime(source).toInstant().truncatedTo(ChronoUnit.SECONDS));
        Files.setLastModifiedTime(copy, seconds);
        TransferReport same = engine.push(source, "/copy");
        assertThat(same.resumedBytes()).isEqualTo(BYTES);
        assertThat(same.sha256()).isNotNull();

        engine.file("data/copy", BYTES, 5);
        Files.setLastModifiedTime(copy, seconds);
        TransferReport other = engine.push(source, "/copy");
        assertThat(other.resumedBytes()).as("of other content").isLessThan(BYTES);
        assertThat(copy).satisfies(sameContentAs(source));
    }

    private static TransferRequest request(Location from, Location to) {
        return EngineFixture.request(from, to, 1, SLOW);
    }

    private void interruptHalfWay(TransferRequest request) {
        interruptHalfWay(new EngineMover(engine.home), request);
    }

    private static void interruptHalfWay(EngineMover mover, TransferRequest request) {
        Thread user = Thread.currentThread();
        assertThatThrownBy(() -> mover.move(request, progress -> {
                    if (progress.bytesDone() > BYTES / 2) {
                        user.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        boolean _ = Thread.interrupted();
    }

    private static long beside(Path file) throws Exception {
        return EngineFixture.leftovers(file.getParent()).stream()
                .filter(left -> file.getParent().equals(left.getParent()))
                .count();
    }
}
