package org.waybill.client.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;

class LocalCounterTest {
    @TempDir
    Path directory;

    private static Optional<DatasetSize> count(String path, long mostFiles) throws Exception {
        return new LocalCounter(mostFiles, Duration.ofSeconds(10)).count(EndpointParser.parse(path));
    }

    @Test
    void countsFilesAndTreesAndFollowsNoLinks() throws Exception {
        Path file = Files.write(directory.resolve("a"), new byte[10]);
        Path sub = Files.createDirectory(directory.resolve("sub"));
        Files.write(sub.resolve("b"), new byte[100]);
        Files.createSymbolicLink(sub.resolve("loop"), directory);
        assertThat(count(file.toString(), 100)).contains(new DatasetSize(new Dataset(10, 1), false, true));
        assertThat(count(directory.toString(), 100)).contains(new DatasetSize(new Dataset(110, 2), true, true));
    }

    @Test
    void whatAListNamesMustBeThere() throws Exception {
        Files.write(Files.createDirectory(directory.resolve("sub")).resolve("b"), new byte[100]);
        LocalCounter counter = new LocalCounter(10, Duration.ofSeconds(10));
        EntryFilter some = EntryFilter.ALL.choosing(ChosenPaths.of(List.of("sub/b")));
        assertThat(counter.through(some).count(EndpointParser.parse(directory.toString())))
                .contains(new DatasetSize(new Dataset(100, 1), true, true));
        EntryFilter more = EntryFilter.ALL.choosing(ChosenPaths.of(List.of("sub/b", "sub/none")));
        TransferException missing = catchThrowableOfType(
                TransferException.class, () -> counter.through(more).count(EndpointParser.parse(directory.toString())));
        assertThat(missing.reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(missing).hasMessage("no such file or directory: " + directory.resolve("sub/none"));
    }

    @Test
    void stopsAtItsBoundAndSaysSo() throws Exception {
        for (int i = 0; i < 20; i++) {
            Files.write(directory.resolve("f" + i), new byte[1]);
        }
        assertThat(count(directory.toString(), 5)).contains(new DatasetSize(new Dataset(5, 5), true, false));
    }

    @Test
    void saysWhatIsMissing() {
        TransferException missing = catchThrowableOfType(TransferException.class, () -> count("ann@dtn", 1));
        assertThat(missing.reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(missing).hasMessageContaining("user@host:path");
    }

    @Test
    void knowsNothingOfStreamsAndFarEnds() throws Exception {
        assertThat(count("-", 1)).isEmpty();
        assertThat(count("dtn:x", 1)).isEmpty();
    }
}
