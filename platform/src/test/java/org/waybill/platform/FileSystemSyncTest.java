package org.waybill.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSystemSyncTest {
    private static final long FAR_MORE_BYTES = 1L << 60;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"5.8, true", "6.18.44-generic, true", "10.0-rc1, true", "5.7.19, false", "4.18.0-553.el8, false"})
    void olderKernelsDoNotReportWhatCouldNotBeWritten(String kernel, boolean reports) {
        assertThat(FileSystemSync.reportsErrors(kernel)).isEqualTo(reports);
    }

    @Test
    void syncsUnlessMuchOfOthersWouldBeWaitedFor() throws Exception {
        Optional<FileSystemSync> found = FileSystemSync.of(directory);
        Assumptions.assumeTrue(found.isPresent(), "no file system here is synced as a whole");
        try (FileSystemSync all = found.get()) {
            Files.writeString(directory.resolve("file"), "content");

            assertThat(all.all(FAR_MORE_BYTES)).isTrue();
            assertThat(all.all(-FAR_MORE_BYTES)).isFalse();

            all.close();
            assertThat(all.all(FAR_MORE_BYTES)).isFalse();
        }
    }

    @Test
    void knowsNothingOfFileSystemsThatPassASyncOnToNobody() {
        Path kernels = Path.of("/proc");
        Assumptions.assumeTrue(Files.isDirectory(kernels), "no /proc here");
        assertThat(FileSystemSync.of(kernels)).isEmpty();
        assertThat(FileSystemSync.of(directory.resolve("missing"))).isEmpty();
    }
}
