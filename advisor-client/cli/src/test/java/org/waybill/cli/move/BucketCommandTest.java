package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.S3Server;

/** Buckets, by whole commands. */
@Timeout(120)
class BucketCommandTest {
    @TempDir
    private Path directory;

    private String done(Cli cli, String... line) {
        Cli.Result result = cli.run(line);
        assertThat(result.code()).as(result.arguments() + result.err()).isZero();
        return result.out();
    }

    @Test
    void aTreeGoesToABucketComesBackAndIsTheSame() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("run7/deep")).getParent();
        Files.writeString(tree.resolve("a.h5"), "content");
        Files.writeString(tree.resolve("deep/b ?.h5"), "more");
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            done(cli, "copy", tree.toString(), "s3://bucket/data/");
            assertThat(done(cli, "ls", "-l", "s3://bucket/data/")).contains("run7");
            Path back = directory.resolve("back");
            done(cli, "sync", "s3://bucket/data/run7/", back + "/");
            assertThat(back.resolve("deep/b ?.h5")).hasContent("more");
            assertThat(Files.getLastModifiedTime(back.resolve("a.h5")))
                    .isEqualTo(Files.getLastModifiedTime(tree.resolve("a.h5")));
            done(cli, "check", tree + "/", "s3://bucket/data/run7/");
            assertThat(done(cli, "advise", tree.toString(), "s3://bucket/data/"))
                    .contains("s3");
        }
    }

    @Test
    void theSecretKeyIsInTheVault() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), S3Server.PASSWORD + "\n");
        Path bucket = Files.createDirectories(directory.resolve("buckets/bucket"));
        Files.writeString(bucket.resolve("a.h5"), "content");
        Cli cli = new Cli(directory);
        String url = "s3://" + S3Server.USER + "@bucket/a.h5";
        try (S3Server server = S3Server.start(directory, bucket)) {
            System.setProperty("aws.secretAccessKey", "wrong");
            done(cli, "account", "add", url, "--password-file", password.toString());
            done(cli, "copy", url, directory.resolve("copy").toString());
            assertThat(directory.resolve("copy")).hasContent("content");
        }
    }
}
