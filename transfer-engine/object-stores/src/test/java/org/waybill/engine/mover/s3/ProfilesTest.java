package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestCredentials;

/** AWS's files of profiles, as its own tools read them. */
class ProfilesTest {
    @TempDir
    private Path here;

    private S3Server server;
    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        server = S3Server.start(here, here.resolve("buckets/bucket"));
        for (String name : List.of("aws.endpointUrlS3", "aws.accessKeyId", "aws.secretAccessKey", "aws.region")) {
            System.clearProperty(name);
        }
    }

    @AfterEach
    void stop() {
        server.close();
        System.clearProperty("aws.profile");
        System.clearProperty("aws.endpointUrl");
    }

    private void files(String config, String credentials) throws Exception {
        System.setProperty(
                "aws.configFile",
                Files.writeString(here.resolve("config"), config).toString());
        System.setProperty(
                "aws.sharedCredentialsFile",
                Files.writeString(here.resolve("credentials"), credentials).toString());
    }

    private boolean sees(String bucket) throws TransferException, InterruptedException {
        Location location = new Location("s3", null, bucket, 0, "/");
        try (Store store =
                new S3Stores().opener(new TestCredentials()).open(location, (code, _) -> told.add(code), 0)) {
            return store.list("/").stream().anyMatch(entry -> entry.name().equals("a"));
        }
    }

    private TransferException failure() {
        return catchThrowableOfType(TransferException.class, () -> sees("bucket"));
    }

    private String keys() {
        return "aws_access_key_id=" + S3Server.USER + "\naws_secret_access_key=" + S3Server.PASSWORD + "\n";
    }

    @Test
    void aProfileHasKeysEndpointAndRegion() throws Exception {
        Files.writeString(here.resolve("buckets/bucket/a"), "content");
        files("[default]\nregion=us-east-1\nendpoint_url=" + server.url() + "\n", "[default]\n" + keys());
        assertThat(sees("bucket")).isTrue();
        System.setProperty("aws.profile", "default");
        assertThat(sees("bucket")).isTrue();
        files(
                "[profile lab]\nservices=lab\n[services lab]\ns3=\n  endpoint_url=" + server.url() + "\n",
                "[lab]\n" + keys());
        System.setProperty("aws.profile", "lab");
        assertThat(sees("bucket")).isTrue();
        assertThat(told).doesNotContain("ANONYMOUS");
    }

    @Test
    void theUsualProfileNeedNotBeThereThoughItIsNamed() throws Exception {
        Files.writeString(here.resolve("buckets/bucket/a"), "content");
        files("", "");
        server.settings().forEach(System::setProperty);
        files("", "");
        System.setProperty("aws.profile", "default");
        assertThat(sees("bucket")).isTrue();
        System.setProperty("aws.profile", "lab");
        assertThat(failure())
                .hasMessageContaining("AWS_PROFILE names lab")
                .hasMessageContaining("they have no profile")
                .extracting(TransferException::reason)
                .isEqualTo(Reason.BAD_INPUT);
        files("", "[one]\n" + keys());
        assertThat(failure()).hasMessageContaining("expected one of one");
    }

    @Test
    void aProfileWithoutKeysAsksAsNoOne() throws Exception {
        files("[default]\nregion=us-east-1\nendpoint_url=" + server.url() + "\n", "");
        TransferException e = failure();
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.PERMISSION);
        assertThat(e).hasMessageContaining("asked without a key");
        assertThat(told).contains("ANONYMOUS");
    }

    @Test
    void aProfileThatGivesNoKeysSaysWhy() throws Exception {
        files("[default]\nendpoint_url=" + server.url() + "\ncredential_process=/nowhere/keys\n", "");
        TransferException e = failure();
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e).hasMessageContaining("profile default");
    }

    @Test
    void whatCannotBeReadIsOneLineWithoutSecrets() throws Exception {
        files("[default]\nregion us-east-1\n", "[default]\naws_secret_access_key " + S3Server.PASSWORD + "\n");
        TransferException e = failure();
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e.getMessage()).contains("AWS's files").doesNotContain("\n").doesNotContain(S3Server.PASSWORD);
    }

    @Test
    void anEndpointIsTheUrlOfAServer() throws Exception {
        files("[default]\nendpoint_url=127.0.0.1:9000\n", "");
        assertThat(failure())
                .hasMessage("invalid endpoint_url of AWS's files '127.0.0.1:9000': expected https://HOST[:PORT]");
        for (String wrong :
                List.of("ftp://h", "https://h:99999", "https://h?x=1", "https://a b", "https://key:topsecret@h")) {
            System.setProperty("aws.endpointUrl", wrong);
            TransferException e = failure();
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.getMessage()).startsWith("invalid AWS_ENDPOINT_URL '").doesNotContain("topsecret");
        }
        Files.writeString(here.resolve("buckets/bucket/a"), "content");
        files("[default]\n", "[default]\n" + keys());
        System.setProperty("aws.endpointUrl", " " + server.url() + " ");
        assertThat(sees("bucket")).as("spaces around it mean nothing").isTrue();
    }

    @Test
    void aRegionIsAName() throws Exception {
        files("[default]\nregion=eu west\n", "");
        assertThat(failure()).hasMessageContaining("invalid AWS region 'eu west'");
    }

    @Test
    void aProfileOfSingleSignOnNamesTheWay() throws Exception {
        files(
                "[profile lab]\nsso_session=lab\nsso_account_id=1\nsso_role_name=r\nendpoint_url=" + server.url()
                        + "\n[sso-session lab]\nsso_start_url=https://lab.example.org\nsso_region=us-east-1\n",
                "");
        System.setProperty("aws.profile", "lab");
        TransferException e = failure();
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e)
                .hasMessageContaining("aws configure export-credentials --profile lab --format env")
                .hasMessageContaining("credential_process");
        assertThat(e.getMessage()).doesNotContain("\n");
    }
}
