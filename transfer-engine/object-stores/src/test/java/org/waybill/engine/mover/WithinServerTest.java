package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.TestMovers;

/** Copies between two buckets of one server. */
@Timeout(120)
class WithinServerTest {
    private static final int MIB = 1 << 20;
    private static final FileTime OLD = FileTime.from(Instant.parse("2021-06-07T08:09:10.123456789Z"));

    @TempDir
    private Path here;

    private S3Server server;
    private Path bucket;
    private Path other;
    private final TestCredentials credentials = new TestCredentials();

    @BeforeEach
    void start() throws Exception {
        bucket = here.resolve("buckets/bucket");
        other = Files.createDirectories(here.resolve("buckets/other"));
        server = S3Server.start(here, bucket);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Location at(String bucket, String path) {
        return new Location("s3", null, bucket, 0, path);
    }

    private TransferReport copy(Location from, Location to, TestListener listener)
            throws TransferException, InterruptedException {
        return TestMovers.named("s3", credentials).move(TransferRequest.of(from, to), listener);
    }

    private Path file(String name, long bytes) throws Exception {
        Path file = here.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.setLastModifiedTime(TestFiles.random(file, bytes, bytes), OLD);
    }

    private FileTime timeOf(Location object) throws Exception {
        Path back = here.resolve("back");
        copy(object, Location.local(back.toString()), new TestListener());
        return Files.getLastModifiedTime(back);
    }

    @Test
    void aTreeIsCopiedByTheServerComparedByItsChecksumsAndKeepsItsTimes() throws Exception {
        Path small = file("tree/small", 1000);
        Path large = file("tree/deep/large", 20 * MIB + 1);
        file("tree/empty", 0);
        copy(Location.local(here.resolve("tree") + "/"), at("bucket", "/run7"), new TestListener());
        TestListener listener = new TestListener();
        TransferReport report = copy(at("bucket", "/run7/"), at("other", "/copies/run7"), listener);
        assertThat(listener.codes)
                .contains("COPIED_BY_SERVER")
                .doesNotContain("NOT_VERIFIED", "SERVER_COPY_REFUSED", "VERIFIED_BY_READING");
        assertThat(report.compared()).isEqualTo(Compared.SOURCE);
        assertThat(report.bytes()).isEqualTo(20 * MIB + 1001);
        assertThat(other.resolve("copies/run7/small")).satisfies(sameContentAs(small));
        assertThat(other.resolve("copies/run7/deep/large")).satisfies(sameContentAs(large));
        assertThat(other.resolve("copies/run7/empty")).isEmptyFile();
        assertThat(timeOf(at("other", "/copies/run7/small"))).isEqualTo(OLD);
        assertThat(timeOf(at("other", "/copies/run7/deep/large"))).isEqualTo(OLD);
        TransferReport again = copy(at("bucket", "/run7/"), at("other", "/copies/run7"), new TestListener());
        assertThat(again.foundEverything()).isTrue();
    }

    /** As of other programs, whose objects have no time of a file: the copy's is when they were written. */
    @Test
    void whatTheServerKnowsNoChecksumOfIsSentFromHereIfSmallElseItIsSaid() throws Exception {
        for (String name : new String[] {"small", "large"}) {
            Path written = TestFiles.random(bucket.resolve(name), name.equals("small") ? 1000 : 9 * MIB, 1);
            Files.setLastModifiedTime(written, OLD);
            TestListener listener = new TestListener();
            TransferReport report = copy(at("bucket", "/" + name), at("other", "/" + name), listener);
            boolean compared = report.compared() != Compared.NOTHING;
            assertThat(compared || listener.codes.contains("NOT_VERIFIED"))
                    .as(listener.events.toString())
                    .isTrue();
            assertThat(name.equals("large") || compared).isTrue();
            assertThat(other.resolve(name)).satisfies(sameContentAs(written));
        }
    }

    @Test
    void asAnotherUserTheDataGoThroughThisMachine() throws Exception {
        Path source = file("a", 100);
        copy(Location.local(source.toString()), at("bucket", "/a"), new TestListener());
        credentials.password(S3Server.USER, S3Server.PASSWORD);
        TestListener listener = new TestListener();
        copy(new Location("s3", S3Server.USER, "bucket", 0, "/a"), at("other", "/a"), listener);
        assertThat(listener.codes).doesNotContain("COPIED_BY_SERVER");
        assertThat(other.resolve("a")).satisfies(sameContentAs(source));
    }

    @Test
    void atALimitedRateTheDataGoThroughThisMachine() throws Exception {
        Path source = file("a", 9 * MIB);
        copy(Location.local(source.toString()), at("bucket", "/a"), new TestListener());
        TestListener listener = new TestListener();
        TestMovers.named("s3", credentials)
                .move(TransferRequest.of(at("bucket", "/a"), at("other", "/a")).within(1_000_000_000), listener);
        assertThat(listener.codes).doesNotContain("COPIED_BY_SERVER");
        assertThat(other.resolve("a")).satisfies(sameContentAs(source));
    }
}
