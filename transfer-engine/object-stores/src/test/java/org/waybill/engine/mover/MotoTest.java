package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.ServerProcess;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.TestPorts;

/** moto, which answers as AWS does in what versitygw leaves out; where it is installed. */
@Timeout(180)
class MotoTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path here;

    private ServerProcess server;
    private Map<String, String> settings = Map.of();
    private final TestListener listener = new TestListener();

    @BeforeEach
    void start() throws Exception {
        Optional<Path> program = Packages.find("moto_server");
        assumeTrue(program.isPresent(), "moto is not installed: pip install 'moto[server]'");
        int port = TestPorts.free();
        server = ServerProcess.start(
                here, port, Map.of(), List.of(program.get().toString(), "-H", "127.0.0.1", "-p", "" + port));
        settings = Map.of(
                "aws.endpointUrlS3", "http://127.0.0.1:" + port,
                "aws.accessKeyId", "key",
                "aws.secretAccessKey", "secret",
                "aws.region", "us-east-1",
                "aws.configFile", "/dev/null",
                "aws.sharedCredentialsFile", "/dev/null");
        settings.forEach(System::setProperty);
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String bucket : List.of("bucket", "other")) {
                HttpRequest make = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + bucket))
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build();
                assertThat(client.send(make, HttpResponse.BodyHandlers.discarding()).statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @AfterEach
    void stop() {
        settings.keySet().forEach(System::clearProperty);
        if (server != null) {
            server.close();
        }
    }

    private static Location at(String bucket, String path) {
        return new Location("s3", null, bucket, 0, path);
    }

    private TransferReport copy(Location from, Location to) throws TransferException, InterruptedException {
        return TestMovers.named("s3", new TestCredentials()).move(TransferRequest.of(from, to), listener);
    }

    @Test
    void copiesWithinTheServerAndSendsNothingAgain() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/deep")).getParent();
        TestFiles.random(tree.resolve("small"), 1000, 1);
        TestFiles.random(tree.resolve("deep/large"), 20 * MIB + 1, 2);
        copy(Location.local(tree.toString()), at("bucket", "/run7"));
        TransferReport within = copy(at("bucket", "/run7/"), at("other", "/run7"));
        assertThat(listener.codes).contains("COPIED_BY_SERVER").doesNotContain("SERVER_COPY_REFUSED", "NOT_VERIFIED");
        assertThat(within.bytes()).isEqualTo(20 * MIB + 1001);
        Path back = here.resolve("back");
        copy(at("other", "/run7/"), Location.local(back.toString()));
        assertThat(back.resolve("deep/large")).hasSameBinaryContentAs(tree.resolve("deep/large"));
        assertThat(Files.getLastModifiedTime(back.resolve("small")))
                .isEqualTo(Files.getLastModifiedTime(tree.resolve("small")));
        assertThat(copy(Location.local(tree + "/"), at("other", "/run7")).foundEverything())
                .isTrue();
    }
}
