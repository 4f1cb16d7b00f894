package org.waybill.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.engine.Location;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestCredentials;
import tools.jackson.databind.JsonNode;

/** {@code waybill storage clean}. */
@Timeout(120)
class StorageCleanTest {
    private static final int PART_BYTES = 8 << 20;

    @TempDir
    private Path directory;

    /** Begins a large file, and sends its first part; returns what the home notes of it. */
    private String leave(Cli cli, String path) throws Exception {
        Endpoint end = new Endpoint(new Location("s3", null, "bucket", 0, path), true);
        try (EndpointStores.Opened at =
                new EndpointStores(new WaybillHome(cli.home()), new TestCredentials(), null, (_, _) -> {}).open(end)) {
            Entry source = new Entry("/source", Entry.Kind.FILE, 3 * PART_BYTES, Instant.EPOCH, -1, null, true);
            String name = at.store().begin(path, "/.waybill-0123456789ab-0123456789ab.part", "", source);
            at.store().write(name, 0, new ByteArrayInputStream(new byte[PART_BYTES]), PART_BYTES);
            return name;
        }
    }

    private static List<String> states(Cli.Result result) {
        return result.json()
                .get("uploads")
                .valueStream()
                .map(one -> one.get("key").asString() + " " + one.get("state").asString())
                .sorted()
                .toList();
    }

    @Test
    void uploadsThatNoOneGoesOnWithAreListedAndRemovedOnRequest() throws Exception {
        Cli cli = new Cli(directory);
        try (S3Server server = S3Server.start(directory, directory.resolve("buckets/bucket"))) {
            String known = leave(cli, "/known");
            Path locks = Files.createDirectories(new WaybillHome(cli.home()).locks());
            Files.writeString(locks.resolve(HomeKey.names(cli.home()).stem("s3://bucket /known") + ".part"), known);
            leave(cli, "/data/a");
            leave(cli, "/data/b");

            Cli.Result young = cli.run("storage", "clean", "--json", "s3://bucket");
            assertThat(young.code()).as(young.err()).isZero();
            assertThat(states(young)).containsExactly("data/a RECENT", "data/b RECENT", "known KNOWN");
            JsonNode first = young.json().get("uploads").get(0);
            assertThat(first.get("parts").asInt()).isOne();
            assertThat(first.get("bytes").asLong()).isEqualTo(PART_BYTES);

            Cli.Result listed = cli.run("storage", "clean", "-n", "--older-than", "0m", "s3://bucket/data/");
            assertThat(listed.code()).as(listed.err()).isZero();
            assertThat(listed.out())
                    .contains("data/a", "8.00 MiB", "would be removed")
                    .doesNotContain("known");

            Cli.Result unasked = cli.run("storage", "clean", "--json", "--older-than", "0m", "s3://bucket");
            assertThat(unasked.code()).isEqualTo(12);
            assertThat(unasked.err()).contains("nothing was removed: --yes removes them");
            assertThat(states(unasked)).containsExactly("data/a OLD", "data/b OLD", "known KNOWN");

            Cli.Result removed =
                    cli.run("storage", "clean", "--json", "--yes", "--older-than", "0m", "s3://bucket/data/a");
            assertThat(removed.code()).as(removed.err()).isZero();
            assertThat(states(removed)).containsExactly("data/a REMOVED");
            assertThat(removed.json().get("removedBytes").asLong()).isEqualTo(PART_BYTES);
            assertThat(states(cli.run("storage", "clean", "--json", "--yes", "--older-than", "0m", "s3://bucket")))
                    .containsExactly("data/b REMOVED", "known KNOWN");
            assertThat(states(
                            cli.run("storage", "clean", "--json", "--all", "-y", "--older-than", "0m", "s3://bucket")))
                    .containsExactly("known REMOVED");
            assertThat(cli.run("storage", "clean", "s3://bucket").out()).isEqualTo("no unfinished uploads\n");
        }
    }

    @Test
    void onlyBucketsHaveSome() {
        Cli cli = new Cli(directory);
        Cli.Result result = cli.run("storage", "clean", directory.toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("is no bucket: expected s3://BUCKET");
    }
}
