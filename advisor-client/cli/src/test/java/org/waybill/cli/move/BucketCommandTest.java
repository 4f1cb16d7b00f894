package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.S3Server;
import tools.jackson.databind.JsonNode;

/** Buckets, by whole commands. */
@Timeout(120)
class BucketCommandTest {
    @TempDir
    private Path directory;

    @Test
    void aTreeGoesToABucketComesBackAndIsTheSame() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("run7/deep")).getParent();
        Files.writeString(tree.resolve("a.h5"), "content");
        Files.writeString(tree.resolve("deep/b ?.h5"), "more");
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            cli.done("copy", tree.toString(), "s3://bucket/data/");
            assertThat(cli.done("ls", "-l", "s3://bucket/data/")).contains("run7");
            Path back = directory.resolve("back");
            cli.done("sync", "s3://bucket/data/run7/", back + "/");
            assertThat(back.resolve("deep/b ?.h5")).hasContent("more");
            assertThat(Files.getLastModifiedTime(back.resolve("a.h5")))
                    .isEqualTo(Files.getLastModifiedTime(tree.resolve("a.h5")));
            cli.done("check", tree + "/", "s3://bucket/data/run7/");
            String advice = cli.done("advise", "--json", tree.toString(), "s3://bucket/data/");
            assertThat(advice).contains("\"title\" : \"S3 with waybill\"").doesNotContain(".netrc");
        }
    }

    /** A sync opens its source twice, and said so twice. */
    @Test
    void thatAServerDoesNotEncryptIsSaidOnceInACommand() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("buckets/bucket/run7"));
        Files.writeString(tree.resolve("a.h5"), "content");
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            Cli.Result synced = cli.run("sync", "s3://bucket/run7/", directory.resolve("back") + "/");
            assertThat(synced.code()).as(synced.err()).isZero();
            assertThat(synced.err()).containsOnlyOnce("is not encrypted");
        }
    }

    /** It said so of all buckets, also of those at a server that is asked by HTTP. */
    @Test
    void adviceCallsABucketEncryptedOnlyWhereItsServerIs() throws Exception {
        String file = Files.writeString(directory.resolve("a.h5"), "content").toString();
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            JsonNode advice =
                    cli.run("advise", "--json", file, "s3://bucket/data/").json();
            assertThat(advice.get("workflows").size()).isPositive();
            assertThat(advice.get("workflows")).allSatisfy(option -> {
                assertThat(option.get("security").asString()).startsWith("data are not encrypted");
                assertThat(option.get("reasons").toString())
                        .contains("CLEARTEXT")
                        .doesNotContain("ENCRYPTED");
            });
            assertThat(cli.done("advise", file, "s3://bucket/data/"))
                    .contains("s3 at port " + URI.create(server.url()).getPort());
            Cli.Result secure = cli.run("advise", "--secure", file, "s3://bucket/data/");
            assertThat(secure.code()).isNotZero();
            assertThat(secure.out()).contains("excluded, because the data would not be encrypted");
            assertThat(cli.run("script", "--secure", file, "s3://bucket/data/").code())
                    .isNotZero();
            System.setProperty("aws.endpointUrlS3", "https://store.example.org:9000");
            assertThat(cli.done("advise", "--secure", file, "s3://bucket/data/"))
                    .contains("data and log-in are encrypted", "s3 at port 9000");
        }
    }

    @Test
    void aCopyBetweenBucketsIsTheServersOwnAndAdviceForecastsIt() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("run7/deep")).getParent();
        Files.writeString(tree.resolve("a.h5"), "content");
        Files.write(tree.resolve("deep/large"), new byte[20 << 20]);
        Path archive = Files.createDirectories(directory.resolve("buckets/archive"));
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            cli.done("copy", tree.toString(), "s3://bucket/data/");
            JsonNode best = cli.run("advise", "--json", "s3://bucket/data/run7", "s3://archive/2026/")
                    .json()
                    .get("workflows")
                    .get(0);
            assertThat(best.get("title").asString()).isEqualTo("S3 with waybill, by the server itself");
            assertThat(best.get("estimate").get("secondsP50").asDouble()).isPositive();
            assertThat(best.get("reasons").toString()).contains("stay within the server", "requests of");
            Cli.Result copied = cli.run("copy", "-v", "s3://bucket/data/run7", "s3://archive/2026/");
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(copied.err()).contains("s3://archive copies from s3://bucket itself");
            assertThat(copied.out()).contains("verified");
            assertThat(archive.resolve("2026/run7/a.h5")).hasContent("content");
            assertThat(archive.resolve("2026/run7/deep/large")).hasSize(20 << 20);
            assertThat(cli.done("sync", "s3://bucket/data/run7/", "s3://archive/2026/run7/"))
                    .contains("nothing to copy");
        }
    }

    /** Also a large one, of which the server has no SHA-256. */
    @Test
    void aSyncSendsNothingThatIsThere() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree/deep")).getParent();
        Files.writeString(tree.resolve("deep/small"), "content");
        Files.write(tree.resolve("large"), new byte[9 << 20]);
        Path back = directory.resolve("back");
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            cli.done("copy", tree + "/", "s3://bucket/data/");
            assertThat(cli.done("sync", tree + "/", "s3://bucket/data/")).contains("nothing to copy");
            cli.done("sync", "s3://bucket/data/", back + "/");
            assertThat(cli.done("sync", "s3://bucket/data/", back + "/")).contains("nothing to copy");
            Files.setLastModifiedTime(back.resolve("deep/small"), FileTime.from(Instant.parse("2021-06-07T08:09:10Z")));
            assertThat(cli.done("sync", "--dry-run", back + "/", "s3://bucket/data/"))
                    .contains("deep/small: time 2021-06-07T08:09:10Z");
        }
    }

    /** A listing shows when an object was written: that is not the time of its file. */
    @Test
    void filesAreChosenByTheirOwnTime() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree"));
        Files.writeString(tree.resolve("new"), "content");
        Path old = Files.writeString(tree.resolve("old"), "content");
        Path kept = Files.writeString(tree.resolve("kept"), "content");
        for (Path one : new Path[] {old, kept}) {
            Files.setLastModifiedTime(one, FileTime.from(Instant.parse("2021-06-07T08:09:10Z")));
        }
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            cli.done("copy", tree + "/", "s3://bucket/data/");
            Files.delete(old);
            cli.done("check", "--max-age", "2d", tree + "/", "s3://bucket/data/");
            cli.done("check", "--max-age", "2d", "s3://bucket/data/", tree + "/");
            cli.done("sync", "--delete", "--max-age", "2d", tree + "/", "s3://bucket/data/");
            assertThat(directory.resolve("buckets/bucket/data/old")).exists();
            cli.done("sync", "--delete", "--max-delete", "1", "--min-age", "2d", tree + "/", "s3://bucket/data/");
            assertThat(directory.resolve("buckets/bucket/data/old")).doesNotExist();
            assertThat(directory.resolve("buckets/bucket/data")).isDirectoryContaining("glob:**/new");
            assertThat(directory.resolve("buckets/bucket/data/kept")).exists();
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
            cli.done("account", "add", url, "--password-file", password.toString());
            cli.done("copy", url, directory.resolve("copy").toString());
            assertThat(directory.resolve("copy")).hasContent("content");
        }
    }
}
