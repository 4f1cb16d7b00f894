package org.waybill.client.probe.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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
    void aFarDiskIsWrittenUntilAPieceTakesLongAndNothingIsLeft() throws Exception {
        // stands for a disk of 1.5 MB/s: the first piece of 256 KiB takes 0.17 s, the second 0.7
        Path tools = Files.createDirectory(directory.resolve("tools"));
        Path dd = Files.writeString(tools.resolve("dd"), """
            #!/bin/sh
            touch "${2#of=}"
            case "$4" in count=1) echo '262144 bytes (262 kB, 256 KiB) copied, 0.17 s, 1.5 MB/s' ;;
            count=4) echo '1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.699 s, 1.5 MB/s' ;;
            *) echo 'too much' >> "$0.bad" ;; esac >&2
            """);
        assertThat(dd.toFile().setExecutable(true)).isTrue();
        Path data = Files.createDirectory(directory.resolve("da'ta"));
        assertThat(examined(data.resolve("new"), tools).diskWriteBytesPerSecond())
                .isBetween(1.49e6, 1.55e6);
        assertThat(tools.resolve("dd.bad")).doesNotExist();
        Double real =
                examined(Files.writeString(data.resolve("old"), "x"), directory).diskWriteBytesPerSecond();
        assertThat(real == null || real > 1e5).isTrue(); // null: fast
        assertThat(examined(Path.of("/proc/waybill"), tools).diskWriteBytesPerSecond())
                .isNull();
        assertThat(data).isDirectoryContaining(one -> one.endsWith("old")).isDirectoryNotContaining("glob:**waybill*");
    }

    private static HostFacts examined(Path path, Path tools) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", RemoteHost.script(path.toString(), true));
        shell.environment().merge("PATH", tools.toString(), (usual, first) -> first + ":" + usual);
        Process process = shell.start();
        return RemoteHost.parse(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void theQuotaThatAMachineTellsOfIsPartOfItsFacts() {
        HostFacts facts = RemoteHost.parse("\n@waybill meminfo\nMemTotal: 16316412 kB\n\n@waybill cpus\n8\n"
                + "\n@waybill quota\nquota 25000 100000 /sys/fs/cgroup/x/cpu.max\nnr_periods 9\n");
        assertThat(facts.quotaCores()).isEqualTo(0.25);
        assertThat(facts.cores()).isEqualTo(0.25);
        assertThat(RemoteHost.script("/x", false)).contains("/proc/self/cgroup");
    }
}
