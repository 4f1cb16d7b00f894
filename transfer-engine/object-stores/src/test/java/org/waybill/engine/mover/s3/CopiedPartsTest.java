package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.mover.s3.ScaledMover.MIB;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.UnfinishedUploads.Upload;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestFiles;

/** Copies by the server in parts, and what of them an interrupted run leaves. */
@Timeout(120)
class CopiedPartsTest {
    private static final String PARTIAL = "/.waybill-0123456789ab-0123456789ab.part";

    @TempDir
    private Path here;

    private S3Server server;
    private Path source;

    @BeforeEach
    void start() throws Exception {
        server = S3Server.start(here, here.resolve("buckets/bucket"));
        source = TestFiles.random(here.resolve("source"), 20 * MIB + 1, 1);
        ScaledMover.of(Patience.USUAL, PartMemory.OF_PROCESS, 1)
                .move(
                        TransferRequest.of(Location.local(source.toString()), server.location("/large")),
                        TransferListener.NONE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static final class TestProgress implements CopyTarget.Progress {
        private long kept;
        private long copied;

        @Override
        public void kept(long bytes) {
            kept += bytes;
        }

        @Override
        public void copied(long bytes) {
            copied += bytes;
        }
    }

    @Test
    void aLaterRunKeepsThePartsThatWereCopiedAndAnUploadOfNoOneIsFoundAndEnded() throws Exception {
        String name;
        Entry large;
        try (S3Store from = S3Store.open(ScaledMover.account(server), 4);
                S3Store to = S3Store.open(ScaledMover.account(server), 4)) {
            large = from.stat("/large").orElseThrow();
            to.receive(from, true, true);
            name = to.begin("/copy", PARTIAL, "", large);
        }
        try (S3Store from = S3Store.open(ScaledMover.account(server), 4);
                S3Store to = S3Store.open(ScaledMover.account(server), 4)) {
            List<Upload> left = to.uploads("/co");
            assertThat(left).singleElement().satisfies(one -> {
                assertThat(one.path()).isEqualTo("/copy");
                assertThat(one.parts()).isOne();
                assertThat(one.bytes()).isEqualTo(8 * MIB);
                assertThat(one.started())
                        .isBetween(
                                Instant.now().minusSeconds(120), Instant.now().plusSeconds(5));
                assertThat(to.isNamed(one, name)).isTrue();
                assertThat(to.isNamed(one, StorePath.join("/copy", "x.part"))).isFalse();
            });
            to.receive(from, true, true);
            assertThat(to.begin("/copy", PARTIAL, name, large)).isEqualTo(name);
            TestProgress counted = new TestProgress();
            assertThat(to.copyWithin(large, name, counted)).isEqualTo(CopyTarget.Copied.COMPARED);
            assertThat(counted.kept).isEqualTo(8 * MIB);
            assertThat(counted.copied).isEqualTo(12 * MIB + 1);
            to.publish(name, "/copy");
            assertThat(here.resolve("buckets/bucket/copy")).satisfies(sameContentAs(source));
            assertThat(to.uploads("/")).isEmpty();

            to.begin("/copy", PARTIAL, "", large);
            to.end(to.uploads("/").getFirst());
            assertThat(to.uploads("/")).isEmpty();
        }
        assertThat(Files.exists(here.resolve("buckets/bucket/copy"))).isTrue();
    }
}
