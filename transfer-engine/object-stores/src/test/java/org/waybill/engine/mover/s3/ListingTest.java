package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.S3Server;

class ListingTest {
    /** A page has at most 1,000 names, of files and directories together. */
    @Test
    void aDirectoryOfSeveralPagesIsListedWhole(@TempDir Path here) throws Exception {
        Path bucket = here.resolve("buckets/bucket");
        Set<String> names = new TreeSet<>();
        Path many = Files.createDirectories(bucket.resolve("a b%2F+é/many"));
        for (int i = 0; i < 1_100; i++) {
            Files.createFile(many.resolve("name " + i));
            Files.createFile(Files.createDirectory(many.resolve("name+" + i)).resolve("x"));
            names.addAll(List.of("name " + i, "name+" + i));
        }
        try (S3Server server = S3Server.start(here, bucket);
                Store store = S3Store.open(ScaledMover.account(server), 1)) {
            List<Entry> listed = store.list("/a b%2F+é/many");
            assertThat(listed).hasSize(names.size());
            assertThat(listed)
                    .allMatch(entry -> entry.isDirectory() == entry.name().startsWith("name+"));
            assertThat(new TreeSet<>(listed.stream().map(Entry::name).toList())).isEqualTo(names);
        }
    }
}
