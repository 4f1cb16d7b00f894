package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.TestMovers;

class S3TlsTest {
    @TempDir
    private Path here;

    private void put(TestCredentials credentials, Path source, Location target, TestListener listener)
            throws TransferException, InterruptedException {
        TestMovers.named("s3", credentials)
                .move(TransferRequest.of(Location.local(source.toString()), target), listener);
    }

    @Test
    void trustsTheUsersAuthorityAndNoOther() throws Exception {
        TestAuthority authority = TestAuthority.in(here);
        Path bucket = here.resolve("buckets/bucket");
        Path source = TestFiles.random(here.resolve("a"), 10 << 20, 1);
        try (S3Server server = S3Server.startTls(here, bucket, authority.loopback())) {
            TestCredentials credentials = new TestCredentials();
            TransferException refused = catchThrowableOfType(
                    TransferException.class, () -> put(credentials, source, server.location("/a"), new TestListener()));
            assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(Reason.CERTIFICATE);
            TestListener listener = new TestListener();
            put(credentials.trust(authority.certificate()), source, server.location("/a"), listener);
            assertThat(listener.codes).doesNotContain("NOT_ENCRYPTED");
            assertThat(bucket.resolve("a")).satisfies(sameContentAs(source));
        }
    }

    @Test
    void trustsTheBundleOfAuthoritiesThatAwsSettingsName() throws Exception {
        TestAuthority authority = TestAuthority.in(here);
        Path bucket = here.resolve("buckets/bucket");
        Path source = TestFiles.random(here.resolve("a"), 1000, 1);
        System.setProperty("aws.caBundle", authority.certificate().toString());
        try (S3Server server = S3Server.startTls(here, bucket, authority.loopback())) {
            put(new TestCredentials(), source, server.location("/a"), new TestListener());
            assertThat(bucket.resolve("a")).satisfies(sameContentAs(source));
            System.setProperty("aws.caBundle", ""); // also where the environment names one
            Path config =
                    Files.writeString(here.resolve("config"), "[default]\nca_bundle=" + authority.certificate() + "\n");
            System.setProperty("aws.configFile", config.toString());
            put(new TestCredentials(), source, server.location("/b"), new TestListener());
            assertThat(bucket.resolve("b")).satisfies(sameContentAs(source));
            System.setProperty("aws.caBundle", here.resolve("none.pem").toString());
            TransferException e = catchThrowableOfType(
                    TransferException.class,
                    () -> put(new TestCredentials(), source, server.location("/c"), new TestListener()));
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e).hasMessageContaining("none.pem");
        } finally {
            System.clearProperty("aws.caBundle");
        }
    }
}
