package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.mover.s3.ScaledMover.MIB;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.UnfinishedUploads.Upload;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestFiles;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.services.s3.model.S3Exception;

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

    /** As under a limited rate; the parts of such an upload are not those that a server copies. */
    @Test
    void theServerDoesNotGoOnWithWhatWasSentNorIsSentOnWhatItBegan() throws Exception {
        try (S3Store from = S3Store.open(ScaledMover.account(server), 4);
                S3Store sent = S3Store.open(ScaledMover.account(server), 4);
                S3Store copied = S3Store.open(ScaledMover.account(server), 4)) {
            Entry large = from.stat("/large").orElseThrow();
            String ofSent = sent.begin("/copy", PARTIAL, "", large);
            sent.write(ofSent, 0, new ByteArrayInputStream(new byte[16 * MIB]), 16 * MIB);
            copied.receive(from, true, true);
            String ofServer = copied.begin("/copy", PARTIAL, ofSent, large);
            assertThat(ofServer).isNotEqualTo(ofSent);
            TestProgress counted = new TestProgress();
            assertThat(copied.copyWithin(large, ofServer, counted)).isEqualTo(CopyTarget.Copied.COMPARED);
            assertThat(counted.kept).isZero();
            assertThat(EntryNames.isOwn(StorePath.name(ofServer))).isTrue();

            assertThat(sent.begin("/copy", PARTIAL, ofServer, large)).isNotIn(ofServer, ofSent);
            assertThat(sent.begin("/copy", PARTIAL, ofSent, large)).isEqualTo(ofSent);
            copied.publish(ofServer, "/copy");
            assertThat(here.resolve("buckets/bucket/copy")).satisfies(sameContentAs(source));
        }
    }

    /** After a refusal in the middle: its parts are of other sizes than those that this machine sends. */
    @Test
    void whatWasSentAfterARefusedCopyIsKeptByALaterRun() throws Exception {
        byte[] content = Files.readAllBytes(source);
        new ServerCopy(ScaledMover.account(server), 8 * MIB, 5 * MIB, 2).copy("/large", "/other", content.length);
        String name;
        Entry other;
        try (S3Store from = S3Store.open(ScaledMover.account(server), 4);
                S3Store to = S3Store.open(ScaledMover.account(server), 4)) {
            other = from.stat("/other").orElseThrow();
            to.receive(from, true, true);
            name = to.begin("/copy", PARTIAL, "", other);
            to.write(name, 0, new ByteArrayInputStream(content, 0, 16 * MIB), 16 * MIB);
        }
        try (S3Store from = S3Store.open(ScaledMover.account(server), 4);
                S3Store to = S3Store.open(ScaledMover.account(server), 4)) {
            to.receive(from, true, true);
            assertThat(to.begin("/copy", PARTIAL, name, other)).isEqualTo(name);
            assertThat(to.copyWithin(other, name, new TestProgress())).isEqualTo(CopyTarget.Copied.REFUSED);
            assertThat(to.partSums(name)).hasValueSatisfying(sums -> {
                assertThat(sums.partBytes()).isEqualTo(8 * MIB);
                assertThat(sums.hex()).hasSize(2);
            });
            int rest = content.length - 16 * MIB;
            to.write(name, 16 * MIB, new ByteArrayInputStream(content, 16 * MIB, rest), rest);
            to.publish(name, "/copy");
        }
        assertThat(here.resolve("buckets/bucket/copy")).satisfies(sameContentAs(source));
    }

    @ParameterizedTest
    @CsvSource({"501, NotImplemented, 1", "403, AccessDenied, 2"})
    void aRefusalOfOneObjectIsNotYetOneOfAll(int status, String code, int objects) throws Exception {
        S3Account account = ScaledMover.account(server);
        CopyDestination target = account.incoming();
        target.begin(account, true);
        S3Exception refusal = answer(status, code);
        assertThat(S3Failures.isRefusal(refusal)).isTrue();
        for (int i = 1; i <= objects; i++) {
            assertThat(target.server()).isPresent();
            target.refuse(account, account, "/" + i, refusal);
            target.refuse(account, account, "/" + i, refusal);
        }
        assertThat(target.server()).isEmpty();
        assertThat(S3Failures.isRefusal(answer(404, "NoSuchKey"))).isFalse();
        assertThat(S3Failures.isRefusal(answer(403, "InvalidObjectState"))).isFalse();
    }

    private static S3Exception answer(int status, String code) {
        return (S3Exception) S3Exception.builder()
                .statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }

    @Test
    void aServerHasTheTimeForALargePart() {
        SdkHttpFullRequest request = SdkHttpFullRequest.builder()
                .method(SdkHttpMethod.PUT)
                .uri(URI.create(server.url()))
                .putHeader("x-amz-copy-source-range", "bytes=0-" + ((5L << 30) - 1))
                .build();
        assertThat(new SdkRequest(HttpExecuteRequest.builder().request(request).build(), Patience.USUAL).work())
                .isEqualTo(Patience.USUAL.work().plusSeconds(639));
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
