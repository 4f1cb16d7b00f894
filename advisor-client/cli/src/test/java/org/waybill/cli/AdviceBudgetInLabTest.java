package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/**
 * All of {@code advise} over a long path: what it sends and receives. Its time is printed: other work decides it too.
 */
@Timeout(300)
class AdviceBudgetInLabTest {
    private static final long FILE_BYTES = 512L << 20;

    @TempDir
    private Path directory;

    @Test
    void overAHundredMillisecondsItKeepsItsBytes() throws Exception {
        Path file = directory.resolve("big");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(FILE_BYTES);
        }
        Path topology = Files.writeString(directory.resolve("far.topo"), """
            mtu 1500
            seed 1
            tick 0
            host A 10.77.1.1
            host B 10.77.2.1
            duplex A B rate=100mbit delay=50ms queue=100ms
            """);
        try (Lab lab = Lab.wan("far", topology);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", "10.77.2.1"), directory)) {
            lab.names("10.77.1.1 a.example.org\n10.77.2.1 b.example.org\n", "A", "B");
            LabCli cli = new LabCli(lab, "A", directory);
            String to = "root@10.77.2.1:" + directory.resolve("copy");
            long before = bytes(lab);
            long startNs = System.nanoTime();
            Cli.Result result = cli.run("advise", "--json", file.toString(), to);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            long bytes = bytes(lab) - before;
            assertThat(result.code()).as(result.err()).isZero();
            JsonNode best = result.json().get("workflows").get(0);
            System.out.printf(
                    Locale.ROOT,
                    "advise over 100 ms: %.1f s, %.2f MB on the wire, best way %s from %s%n",
                    seconds,
                    bytes / 1e6,
                    best.get("transport").asString(),
                    best.get("estimate").get("basis").asString());
            long budget = Math.max(4L << 20, FILE_BYTES / 100);
            // ICMP's packets, greetings, headers and acknowledgements included
            assertThat(bytes).isLessThan(budget);
        }
    }

    private static long bytes(Lab lab) throws Exception {
        String wan = lab.in("A", "cat", "/proc/net/dev")
                .lines()
                .filter(line -> line.contains("wan0:"))
                .findFirst()
                .orElseThrow();
        String[] fields = wan.substring(wan.indexOf(':') + 1).strip().split("\\s+");
        return Long.parseLong(fields[0]) + Long.parseLong(fields[8]);
    }
}
