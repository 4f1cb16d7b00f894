package org.waybill.client.probe.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
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
        // simulates a disk of 1.5 MB/s: the first piece of 256 KiB takes 0.17 s, the second 0.7
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
        assertThat(examined(data.resolve("new"), tools, HostExaminer.Disk.WRITE).diskWriteBytesPerSecond())
                .isBetween(1.49e6, 1.55e6);
        assertThat(tools.resolve("dd.bad")).doesNotExist();
        Double real = examined(Files.writeString(data.resolve("old"), "x"), directory, HostExaminer.Disk.WRITE)
                .diskWriteBytesPerSecond();
        assertThat(real == null || real > 1e5).isTrue(); // null: fast
        // it reports no size, so the tool is tried
        assertThat(examined(Path.of("/proc/waybill"), directory, HostExaminer.Disk.WRITE)
                        .diskWriteBytesPerSecond())
                .isNull();
        assertThat(data).isDirectoryContaining(one -> one.endsWith("old")).isDirectoryNotContaining("glob:**waybill*");
    }

    private static HostFacts examined(Path path, Path tools, HostExaminer.Disk disk) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", RemoteHost.script(path.toString(), disk));
        shell.environment().merge("PATH", tools.toString(), (usual, first) -> first + ":" + usual);
        Process process = shell.start();
        return RemoteHost.parse(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    /** Seen of a disk that takes 7.4 MB/s: 256 KiB were written at 213 MB/s, and counted. */
    @Test
    void whatACacheOrAQuotasAllowanceTakesInAMomentIsNotTheDisksRate() {
        String said = "\n@waybill meminfo\nMemTotal: 16316412 kB\n\n@waybill disk\n"
                + "262144 bytes (262 kB, 256 KiB) copied, 0.00123 s, 213 MB/s\n"
                + "1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.0412 s, 25 MB/s\n"
                + "4194304 bytes (4.2 MB, 4.0 MiB) copied, 0.56 s, 7.5 MB/s\n";
        assertThat(RemoteHost.parse(said).diskWriteBytesPerSecond()).isBetween(7.4e6, 7.6e6);
        assertThat(RemoteHost.parse(said.replace("0.56 s", "0.01 s")).diskWriteBytesPerSecond())
                .as("fast")
                .isNull();
    }

    @Test
    void aFarFileIsReadFromARandomPlaceOnUntilAPieceTakesLong() throws Exception {
        // simulates a disk of 1.5 MB/s, which the page cache of this machine would hide, and what is read ahead of it:
        // 1 MiB
        Path tools = Files.createDirectory(directory.resolve("tools"));
        Path dd = Files.writeString(tools.resolve("dd"), """
            #!/bin/sh
            echo "${5#skip=} ${4#count=} ${6#iflag=}" >> "$0.read"
            case "$4 $6" in 'count=1 ') echo '262144 bytes (262 kB, 256 KiB) copied, 0.17 s, 1.5 MB/s' ;;
            'count=4 ') echo '1048576 bytes (1.0 MB, 1.0 MiB) copied, 1.398 s, 0.7 MB/s' ;;
            'count=4 iflag=direct') echo '1048576 bytes (1.0 MB, 1.0 MiB) copied, 1.398 s, 0.7 MB/s' ;;
            *' iflag=direct') echo '2097152 bytes (2.1 MB, 2.0 MiB) copied, 1.398 s, 1.5 MB/s' ;; esac >&2
            """);
        assertThat(dd.toFile().setExecutable(true)).isTrue();
        Path data = Files.createDirectory(directory.resolve("da'ta"));
        Files.write(data.resolve("small"), new byte[1000]);
        assertThat(examined(data, tools, HostExaminer.Disk.READ).diskReadBytesPerSecond())
                .isNull();
        Path file = data.resolve("run.dat");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(64 << 20);
        }
        for (Path named : List.of(file, data, file, data)) {
            HostFacts facts = examined(named, tools, HostExaminer.Disk.READ);
            assertThat(facts.diskReadBytesPerSecond()).isBetween(1.49e6, 1.55e6);
            assertThat(facts.diskWriteBytesPerSecond()).isNull();
        }
        List<String> read = Files.readAllLines(tools.resolve("dd.read"));
        assertThat(read).hasSize(16);
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < read.size(); i += 4) {
            int place = Integer.parseInt(read.get(i).split(" ")[0]);
            places.add(place);
            assertThat(place).isBetween(0, 256 - 85);
            assertThat(read.subList(i, i + 4))
                    .containsExactly(
                            place + " 1 ", place + 1 + " 4 ", place + 5 + " 4 direct", place + 9 + " 8 direct");
        }
        assertThat(places).as("the last probe's place is in memory").hasSizeGreaterThan(1);
        Files.writeString(dd, "#!/bin/sh\necho '262144 bytes (262 kB, 256 KiB) copied, 0.0001 s, 2.6 GB/s' >&2\n");
        assertThat(examined(file, tools, HostExaminer.Disk.READ).diskReadBytesPerSecond())
                .as("from memory")
                .isNull();
    }

    @Test
    void aFileIsReadFromAnyPlaceBehindWhichThePiecesFitOrHalfOfIt() {
        Random random = new Random(1);
        for (long size : new long[] {4L << 20, 20L << 20, 1L << 30}) {
            LongSummaryStatistics places = LongStream.generate(() -> LocalDisk.start(size, random))
                    .limit(200)
                    .summaryStatistics();
            long last = Math.max(size / 2, size - (31L << 20));
            assertThat(places.getMin()).isBetween(0L, last / 10);
            assertThat(places.getMax()).isBetween(last - last / 10, last);
        }
    }

    @Test
    void aFileThatIsInMemoryIsNoSlowDisk() throws Exception {
        Files.write(directory.resolve("small"), new byte[1000]);
        assertThat(LocalDisk.slowReadBytesPerSecond(directory)).isNull();
        Path file = Files.write(directory.resolve("run.dat"), new byte[8 << 20]);
        for (Path named : List.of(file, directory)) {
            Double rate = LocalDisk.slowReadBytesPerSecond(named);
            // null: fast; on a busy machine memory may seem slower than that, but not as slow as a disk
            assertThat(rate == null || rate > 50e6).as("%s", rate).isTrue();
        }
        assertThat(LocalDisk.slowReadBytesPerSecond(directory.resolve("none"))).isNull();
    }

    @Test
    void theQuotaThatAMachineTellsOfIsPartOfItsFacts() {
        HostFacts facts = RemoteHost.parse("\n@waybill meminfo\nMemTotal: 16316412 kB\n\n@waybill cpus\n8\n"
                + "\n@waybill quota\nquota 25000 100000 /sys/fs/cgroup/x/cpu.max\nnr_periods 9\n");
        assertThat(facts.quotaCores()).isEqualTo(0.25);
        assertThat(facts.cores()).isEqualTo(0.25);
        assertThat(RemoteHost.script("/x", HostExaminer.Disk.UNTIMED)).contains("/proc/self/cgroup");
    }
}
