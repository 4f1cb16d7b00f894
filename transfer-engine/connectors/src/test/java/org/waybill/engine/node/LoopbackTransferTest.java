package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.storage.PartialFile;

/** Whole transfers between a client and a node over loopback. */
class LoopbackTransferTest extends EngineCase {
    /** Of large files a sink has 32 open at once: the others wait, and hold up nothing that those 32 wait for. */
    @Test
    @Timeout(120)
    void movesATreeOfMoreLargeFilesThanAreOpenAtOnce() throws Exception {
        for (int i = 0; i < 80; i++) {
            engine.file("tree/d" + i % 2 + "/f" + i, PartialFile.BLOCK_BYTES + 1 + i, i);
        }
        engine.push(directory.resolve("tree"), "/tree");
        Files.delete(engine.data.resolve("tree/d0/f0"));
        TransferReport again = engine.push(directory.resolve("tree"), "/tree");
        engine.pull("/tree", directory.resolve("back").toString());
        Files.delete(directory.resolve("back/d0/f0"));
        TransferReport back = engine.pull("/tree/", directory.resolve("back").toString());
        for (TransferReport report : List.of(again, back)) {
            assertThat(report.resumedBytes()).isEqualTo(report.bytes() - (PartialFile.BLOCK_BYTES + 1));
            assertThat(report.sentFiles()).isEqualTo(1);
        }
        assertSameTree(directory.resolve("tree"), engine.data.resolve("tree"));
        assertSameTree(directory.resolve("tree"), directory.resolve("back"));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                1024,
                65_536,
                65_537,
                PartialFile.BLOCK_BYTES - 1,
                PartialFile.BLOCK_BYTES,
                PartialFile.BLOCK_BYTES + 1,
                1_000_000,
                PartialFile.RESUMABLE_BYTES,
                20_000_001
            })
    void movesFilesOfManySizesThereAndBack(long bytes) throws Exception {
        Path source = engine.file("source", bytes, bytes);

        TransferReport there = engine.push(source, "/sub/there");
        TransferReport back =
                engine.pull("/sub/there", directory.resolve("back").toString());

        assertThat(engine.data.resolve("sub/there")).satisfies(sameContentAs(source));
        assertThat(directory.resolve("back")).satisfies(sameContentAs(source));
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(source)));
        assertThat(there.sha256()).isEqualTo(sha256);
        assertThat(back.sha256()).isEqualTo(sha256);
        assertThat(there.bytes()).isEqualTo(bytes);
        assertThat(there.resumedBytes()).isZero();
        assertThat(there.retransmittedBytes()).isZero();
        assertThat(Files.getLastModifiedTime(engine.data.resolve("sub/there")))
                .isEqualTo(Files.getLastModifiedTime(source));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void movesATreeOfManySmallAndSomeLargeFiles() throws Exception {
        for (int i = 0; i < 700; i++) {
            engine.file("tree/d" + i % 7 + "/f" + i, i * 37L, i);
        }
        engine.file("tree/large", 30_000_000, 1);
        Files.createDirectories(directory.resolve("tree/empty/deep"));

        TransferReport there = engine.push(directory.resolve("tree"), "/copy");
        TransferReport back = engine.pull("/copy", directory.resolve("back").toString());

        assertThat(there.files()).isEqualTo(701);
        assertThat(back.sha256()).isEqualTo(there.sha256());
        assertSameTree(directory.resolve("tree"), engine.data.resolve("copy"));
        assertSameTree(directory.resolve("tree"), directory.resolve("back"));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    /** The thread that sends on it has nothing left to send and waits: it does not see that the connection is gone. */
    @Test
    @Timeout(60)
    void whatAConnectionHeldThatIsCutAtTheEndGoesByTheOthers() throws Exception {
        Path source = engine.file("source", 16_000_000, 9);
        try (TcpForwarder forwarder = new TcpForwarder(engine.node.address())) {
            AtomicLong lastNanos = new AtomicLong();
            AtomicLong doneBytes = new AtomicLong();
            AtomicBoolean swallowing = new AtomicBoolean();
            TransferListener listener = progress -> {
                if (doneBytes.getAndSet(progress.bytesDone()) < progress.bytesDone()) {
                    lastNanos.set(System.nanoTime());
                }
                if (progress.bytesDone() > 2_000_000
                        && forwarder.connections() == 3
                        && swallowing.compareAndSet(false, true)) {
                    forwarder.swallow(2);
                }
            };
            Thread cutter = Thread.startVirtualThread(() -> {
                while (!swallowing.get() || System.nanoTime() - lastNanos.get() < 1_500_000_000L) {
                    LockSupport.parkNanos(50_000_000);
                }
                forwarder.cut(2);
            });
            TransferReport report = engine.move(
                    EngineFixture.request(
                            Location.local(source.toString()),
                            EngineFixture.remote(forwarder.port(), "/there"),
                            2,
                            16_000_000),
                    listener);
            cutter.join();

            assertThat(engine.data.resolve("there")).satisfies(sameContentAs(source));
            assertThat(report.retransmittedBytes()).as("what was swallowed").isPositive();
            assertThat(forwarder.connections())
                    .as("control, two streams, and nothing begun anew")
                    .isEqualTo(3);
        }
    }

    @Test
    void findsWhatIsThereAlreadyAndSendsNothing() throws Exception {
        Path source = engine.file("source", 12_000_000, 5);
        engine.push(source, "/there");

        TransferReport again = engine.push(source, "/there");

        assertThat(again.resumedBytes()).isEqualTo(12_000_000);
        assertThat(again.sha256()).isNotNull();
    }

    /** As after a kill between the last byte and the final name: here the name is taken, for a while. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void finishesAFileOfWhichAllBytesArrivedButThatGotNoName(boolean push) throws Exception {
        Path source = engine.file(push ? "source" : "data/source", 12_000_000, 5);
        Path target = (push ? engine.data : directory).resolve("copy");
        Location from = push ? Location.local(source.toString()) : engine.remote("/source");
        Location to = push ? engine.remote("/copy") : Location.local(target.toString());
        assertThatThrownBy(() -> engine.move(
                        EngineFixture.request(from, to, 1, 50_000_000),
                        progress -> taken(target, progress.bytesDone())))
                .isInstanceOf(TransferException.class);
        Files.delete(target.resolve("inside"));
        Files.delete(target);

        TransferReport report = engine.move(EngineFixture.request(from, to, 1, 0), TransferListener.NONE);

        assertThat(target).satisfies(sameContentAs(source));
        assertThat(report.resumedBytes()).isEqualTo(12_000_000);
        assertThat(report.sentFiles()).isZero();
        assertThat(EngineFixture.leftovers(target.getParent())).isEmpty();
    }

    private static void taken(Path name, long bytesDone) {
        try {
            if (bytesDone > 0) {
                Files.createDirectories(name.resolve("inside"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A kill just after the renaming leaves the ledger and the lock; here a copy of them is put back. */
    @Test
    void tidiesUpBesideAFileThatIsWholeAlready() throws Exception {
        Path source = engine.file("source", 12_000_000, 5);
        Path target = engine.data.resolve("copy");
        Path kept = Files.createDirectory(directory.resolve("kept"));
        engine.move(
                EngineFixture.request(Location.local(source.toString()), engine.remote("/copy"), 1, 50_000_000),
                _ -> copyOwnFiles(engine.data, kept));
        assertThat(EngineFixture.leftovers(kept)).isNotEmpty();
        copyOwnFiles(kept, engine.data);

        engine.push(source, "/copy");

        assertThat(target).satisfies(sameContentAs(source));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    private static void copyOwnFiles(Path from, Path to) {
        try {
            for (Path own : EngineFixture.leftovers(from)) {
                if (!own.toString().endsWith(".part")) {
                    Files.write(to.resolve(own.getFileName()), Files.readAllBytes(own));
                }
            }
        } catch (NoSuchFileException e) {
            // the transfer ended meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void sendsAgainWhenTheTargetHasTheSameSizeAndTimeButOtherContent() throws Exception {
        Path source = engine.file("source", 3_000_000, 5);
        Path impostor = engine.file("data/there", 3_000_000, 6);
        Files.setLastModifiedTime(impostor, Files.getLastModifiedTime(source));

        engine.push(source, "/there");

        assertThat(impostor).satisfies(sameContentAs(source));
    }

    @Test
    void keepsToTheRateThatWasAsked() throws Exception {
        Path source = engine.file("source", 2_500_000, 5);

        TransferReport report = engine.move(
                EngineFixture.request(Location.local(source.toString()), engine.remote("/slow"), 2, 20_000_000),
                TransferListener.NONE);

        assertThat(report.goodputBitsPerSecond()).isBetween(1e6, 21e6);
    }

    @Test
    void usesAsManyStreamsAsWereAsked() throws Exception {
        Path source = engine.file("source", 20_000_000, 5);

        TransferReport report = engine.move(
                EngineFixture.request(Location.local(source.toString()), engine.remote("/many"), 5, 0),
                TransferListener.NONE);

        assertThat(report.streams()).isEqualTo(5);
        assertThat(engine.data.resolve("many")).satisfies(sameContentAs(source));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void movesTheRestOfATreeWhenAFileCannotBeRead(boolean push) throws Exception {
        Path tree = push ? directory.resolve("tree") : engine.data.resolve("tree");
        String name = directory.relativize(tree).toString();
        Path large = engine.file(name + "/a", 25_000_000, 1);
        Path last = engine.file(name + "/b", 1_000, 2);
        assertThat(new ProcessBuilder("sh", "-c", "printf x > \"$1\"/\"$(printf 'c\\377d')\"", "sh", tree.toString())
                        .start()
                        .waitFor())
                .isZero();
        Location here = Location.local((push ? tree : directory.resolve("copy")).toString());
        Location there = engine.remote(push ? "/copy" : "/tree");

        assertThatThrownBy(() -> engine.move(
                        EngineFixture.request(push ? here : there, push ? there : here, 1, 100_000_000),
                        new VanishingFile(last)))
                .hasMessageContaining("2 files failed, 1 is at the destination; first error: ")
                .isInstanceOfSatisfying(
                        TransferException.class,
                        e -> assertThat(e.notTransferred()).anySatisfy(one -> {
                            assertThat(one.reason()).isEqualTo("BAD_INPUT");
                            assertThat(one.text()).contains("the name is not UTF-8");
                        }));

        Path copy = push ? engine.data.resolve("copy") : directory.resolve("copy");
        assertThat(copy.resolve("a")).satisfies(sameContentAs(large));
        assertThat(copy.resolve("b")).doesNotExist();
        assertThat(EngineFixture.leftovers(copy))
                .as("what has the next run go on here")
                .singleElement()
                .asString()
                .endsWith(".tree");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsATimeBefore1970(boolean push) throws Exception {
        Path tree = push ? directory.resolve("tree") : engine.data.resolve("tree");
        Path file = engine.file(directory.relativize(tree) + "/a", 1_000, 1);
        FileTime time = FileTime.from(Instant.parse("1960-01-01T00:00:00.250Z"));
        assertThat(new ProcessBuilder("touch", "-d", time.toString(), file.toString())
                        .start()
                        .waitFor())
                .isZero();
        Location here = Location.local((push ? tree : directory.resolve("copy")).toString());
        Location there = engine.remote(push ? "/copy" : "/tree");
        engine.move(EngineFixture.request(push ? here : there, push ? there : here, 1, 0), TransferListener.NONE);
        Path copy = push ? engine.data.resolve("copy") : directory.resolve("copy");
        assertThat(Files.getLastModifiedTime(copy.resolve("a"))).isEqualTo(time);
    }

    /** Takes a file away as soon as bytes of the one before it have arrived, long before it is read itself. */
    private record VanishingFile(Path file) implements TransferListener {
        @Override
        public void onProgress(Progress progress) {
            try {
                if (progress.bytesDone() > 0) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static void assertSameTree(Path expected, Path actual) throws Exception {
        try (var paths = Files.walk(expected)) {
            for (Path path : paths.toList()) {
                Path other = actual.resolve(expected.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    assertThat(other).isDirectory();
                } else {
                    assertThat(other).satisfies(sameContentAs(path));
                }
            }
        }
        try (var a = Files.walk(expected);
                var b = Files.walk(actual)) {
            assertThat(b.count()).isEqualTo(a.count());
        }
    }
}
