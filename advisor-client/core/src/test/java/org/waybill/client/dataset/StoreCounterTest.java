package org.waybill.client.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;

/** Counting at a real SSH server. */
class StoreCounterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void walksThroughDirectoriesAsFarAsItMay() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int i = 0; i < 30; i++) {
            Path sub = i % 10 == 0 ? Files.createDirectory(tree.resolve("d" + i / 10)) : tree.resolve("d" + i / 10);
            Files.write(sub.resolve("f" + i), new byte[100]);
        }
        try (SshServer server = SshServer.start(directory)) {
            Endpoint source = new Endpoint(server.location(tree.toString()), true);
            DatasetCounter counter = new CompositeCounter(List.of(
                    new LocalCounter(1000, PATIENCE),
                    new StoreCounter(List.of(SftpStore.provider(server.credentials(), null)), 1000, PATIENCE)));
            assertThat(counter.count(source)).contains(new DatasetSize(new Dataset(3000, 30), true, true));
            EntryFilter list = EntryFilter.ALL.choosing(ChosenPaths.of(List.of("d0/f1", "d1/none")));
            assertThatThrownBy(() -> counter.through(list).count(source))
                    .hasMessageContaining("no such file or directory: " + tree + "/d1/none at ");
            // the two directories after which it is known to be more than enough
            assertThat(counter.upTo(15).count(source)).contains(new DatasetSize(new Dataset(2000, 20), true, false));
            assertThat(counter.upTo(5000).count(source)).contains(new DatasetSize(new Dataset(3000, 30), true, true));
        }
    }

    @Test
    void saysWhatItCouldCount() {
        DatasetCounter counter = new CompositeCounter(List.of(
                new LocalCounter(1, PATIENCE),
                new StoreCounter(List.of(SftpStore.provider(new TestCredentials(), null)), 1, PATIENCE)));
        assertThat(List.of("file", "user@host:file", "sftp://host/file"))
                .map(EndpointParser::parse)
                .allMatch(counter::canCount);
        assertThat(List.of("-", "waybill://host/file"))
                .map(EndpointParser::parse)
                .noneMatch(counter::canCount);
    }
}
