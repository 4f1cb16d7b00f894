package org.waybill.engine.testserver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * moto: objects in memory, with the answers of AWS in some things that versitygw leaves out. A test is skipped where it is
 * not installed. While it runs, AWS's settings of this JVM lead to it.
 */
public final class MotoServer implements AutoCloseable {
    private final ServerProcess process;
    private final Map<String, String> settings;

    private MotoServer(ServerProcess process, String url) {
        this.process = process;
        this.settings = Map.of(
                "aws.endpointUrlS3",
                url,
                "aws.accessKeyId",
                "key",
                "aws.secretAccessKey",
                "secret",
                "aws.region",
                "us-east-1",
                "aws.configFile",
                "/dev/null",
                "aws.sharedCredentialsFile",
                "/dev/null");
        settings.forEach(System::setProperty);
    }

    /** With these buckets, which are empty. */
    public static MotoServer start(Path directory, String... buckets) throws IOException, InterruptedException {
        Optional<Path> program = Packages.find("moto_server");
        assumeTrue(program.isPresent(), "moto is not installed: pip install 'moto[server]'");
        int port = TestPorts.free();
        String url = "http://127.0.0.1:" + port;
        ServerProcess process = ServerProcess.start(
                directory, port, Map.of(), List.of(program.get().toString(), "-H", "127.0.0.1", "-p", "" + port));
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String bucket : buckets) {
                client.send(
                        HttpRequest.newBuilder(URI.create(url + "/" + bucket))
                                .PUT(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            }
        }
        return new MotoServer(process, url);
    }

    @Override
    public void close() {
        settings.keySet().forEach(System::clearProperty);
        process.close();
    }
}
