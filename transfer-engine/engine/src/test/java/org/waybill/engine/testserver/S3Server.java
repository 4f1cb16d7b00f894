package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;

/**
 * versitygw: objects that are files below a directory, signatures and checksums verified. While it runs, AWS's settings of
 * this JVM lead to it.
 */
public final class S3Server implements AutoCloseable {
    public static final String USER = "waybill";
    public static final String PASSWORD = "correct-horse";

    private static final String MODULE = "github.com/versity/versitygw/cmd/versitygw";

    private final Path home;
    private final Path bucket;
    private final int port;
    private final TestAuthority.@Nullable Identity identity;
    private ServerProcess process;

    private S3Server(Path home, Path bucket, int port, TestAuthority.@Nullable Identity identity) {
        this.home = home;
        this.identity = identity;
        this.bucket = bucket;
        this.port = port;
        this.process = start();
    }

    /** @param bucket a directory whose name is one's */
    public static S3Server start(Path directory, Path bucket) {
        return start(directory, bucket, null);
    }

    public static S3Server startTls(Path directory, Path bucket, TestAuthority.Identity identity) {
        return start(directory, bucket, identity);
    }

    private static S3Server start(Path directory, Path bucket, TestAuthority.@Nullable Identity identity) {
        try {
            Files.createDirectories(bucket);
            Path home = Files.createTempDirectory(directory, "versitygw");
            S3Server server = new S3Server(home, bucket, TestPorts.free(), identity);
            server.settings().forEach(System::setProperty);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerProcess start() {
        String program = Packages.find("versitygw")
                .orElseGet(() -> Packages.missing("versitygw is not installed: go install " + MODULE + "@v1.8.0"))
                .toString();
        List<String> command = new ArrayList<>(
                List.of(program, "--access", USER, "--secret", PASSWORD, "--port", "127.0.0.1:" + port, "--quiet"));
        if (identity != null) {
            command.addAll(List.of(
                    "--cert",
                    identity.certificate().toString(),
                    "--key",
                    identity.key().toString()));
        }
        command.addAll(List.of("posix", String.valueOf(bucket.getParent())));
        return ServerProcess.start(home, port, Map.of(), command);
    }

    /** What AWS's tools read, under the names of the properties of the JVM. */
    public Map<String, String> settings() {
        return Map.of(
                "aws.endpointUrlS3",
                url(),
                "aws.accessKeyId",
                USER,
                "aws.secretAccessKey",
                PASSWORD,
                "aws.region",
                "us-east-1",
                "aws.configFile",
                "/dev/null",
                "aws.sharedCredentialsFile",
                "/dev/null");
    }

    public String url() {
        return (identity == null ? "http" : "https") + "://127.0.0.1:" + port;
    }

    public String bucket() {
        return String.valueOf(bucket.getFileName());
    }

    public Location location(String path) {
        return new Location("s3", null, bucket(), 0, path);
    }

    /** Ends the process, and with it all connections, and starts it again. */
    public void cutConnections() {
        process.close();
        process = start();
    }

    @Override
    public void close() {
        settings().keySet().forEach(System::clearProperty);
        process.close();
    }
}
