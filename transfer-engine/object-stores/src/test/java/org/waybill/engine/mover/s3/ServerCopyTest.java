package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.mover.s3.ScaledMover.MIB;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestFiles;

/** New names in a bucket. */
class ServerCopyTest {
    @TempDir
    private Path here;

    private S3Server server;
    private Path bucket;

    @BeforeEach
    void start() {
        bucket = here.resolve("buckets/bucket");
        server = S3Server.start(here, bucket);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatOneRequestDoesNotCopyGoesInPartsWithItsTime() throws Exception {
        Path source = TestFiles.random(here.resolve("source"), 12 * MIB + 1, 1);
        Instant old = Instant.parse("2021-06-07T08:09:10.123456789Z");
        Files.setLastModifiedTime(source, FileTime.from(old));
        ScaledMover.of(Patience.USUAL, PartMemory.OF_PROCESS, 1)
                .move(
                        TransferRequest.of(Location.local(source.toString()), server.location("/large")),
                        TransferListener.NONE);
        S3Account account = ScaledMover.account(server);
        try (Store store = S3Store.open(account, 4)) {
            new ServerCopy(account, 8 * MIB, 5 * MIB, 2).copy("/large", "/copy", Files.size(source));
            assertThat(store.stat("/copy").map(Entry::modified)).contains(old);
        }
        assertThat(bucket.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(bucket.resolve("large")).exists();
    }

    /** A key that is too long is met after others have been copied. */
    @Test
    void aDirectoryThatCannotBeCopiedWholeKeepsItsNameAndNoOther() throws Exception {
        Files.createDirectories(bucket.resolve("old/deep"));
        Files.writeString(bucket.resolve("old/a"), "content");
        String longest = "n".repeat(200);
        Path deep = Files.createDirectories(bucket.resolve("old/deep/" + longest + "/" + longest + "/" + longest));
        Files.writeString(deep.resolve(longest), "more");
        try (Store store = S3Store.open(ScaledMover.account(server), 4)) {
            TransferException e = catchThrowableOfType(
                    TransferException.class, () -> store.rename("/old", "/" + longest + "/renamed/many/times", false));
            assertThat(e).hasMessageContaining("1024 bytes");
            assertThat(Files.readString(bucket.resolve("old/a"))).isEqualTo("content");
            assertThat(bucket.resolve(longest + "/renamed/many/times")).doesNotExist();
            store.rename("/old", "/new", false);
            assertThat(bucket.resolve("old")).doesNotExist();
            assertThat(Files.readString(bucket.resolve("new/a"))).isEqualTo("content");
        }
    }
}
