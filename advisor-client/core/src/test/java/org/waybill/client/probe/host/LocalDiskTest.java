package org.waybill.client.probe.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {
    @TempDir
    private Path directory;

    @Test
    void aDiskIsTimedWhereDataWillBeAndNothingIsLeft() throws Exception {
        Double rate = LocalDisk.slowWriteBytesPerSecond(directory.resolve("new/deeper/file"));
        assertThat(rate == null || rate > 1e5).isTrue(); // null: fast
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void devicesAndPlacesThatTakeNoFileAreLeftAlone() {
        assertThat(LocalDisk.slowWriteBytesPerSecond(Path.of("/dev/null"))).isNull();
        assertThat(LocalDisk.slowWriteBytesPerSecond(Path.of("/proc/waybill"))).isNull();
    }

    @Test
    void theQuotaThatAMachineTellsOfIsPartOfItsFacts() {
        HostFacts facts = RemoteHost.parse("\n@waybill meminfo\nMemTotal: 16316412 kB\n\n@waybill cpus\n8\n"
                + "\n@waybill quota\nquota 25000 100000 /sys/fs/cgroup/x/cpu.max\nnr_periods 9\n");
        assertThat(facts.quotaCores()).isEqualTo(0.25);
        assertThat(facts.cores()).isEqualTo(0.25);
        assertThat(RemoteHost.script("/x")).contains("/proc/self/cgroup");
    }
}
