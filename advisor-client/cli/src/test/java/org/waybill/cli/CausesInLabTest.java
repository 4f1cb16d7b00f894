package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/** What bounded a move by another's protocol, where a laboratory bounds it in a known way. */
@Timeout(240)
@Tag("alone")
class CausesInLabTest {
    @TempDir
    private Path directory;

    private Path file(String name, long bytes) throws Exception {
        Path file = directory.resolve(name);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
        return file;
    }

    private static JsonNode cause(Cli.Result move) {
        assertThat(move.code()).as(move.err()).isZero();
        return move.json().get("cause");
    }

    @Test
    void lossAndWindowsAndLimitsAreNamedWithTheirEvidence() throws Exception {
        Path topology = Files.writeString(directory.resolve("causes.topo"), """
            mtu 1500
            seed 1
            tick 0
            host A 10.77.1.1
            host B 10.77.2.1
            duplex A B rate=50mbit delay=20ms queue=200ms
            """);
        Path large = file("large", 4 << 20);
        String far = "sftp://root@10.77.2.1" + directory;
        try (Lab lab = Lab.wan("causes", topology);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", "10.77.2.1"), directory)) {
            LabCli cli = new LabCli(lab, "A", directory);
            JsonNode limited = cause(cli.run(
                    "move", "--json", "--transport", "sftp", "--rate", "10mbit", large.toString(), far + "/limited"));
            assertThat(limited.get("code").asString()).as(limited.toString()).isEqualTo("LIMIT");

            lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_rmem=4096 65536 65536");
            JsonNode window =
                    cause(cli.run("move", "--json", "--transport", "sftp", far + "/large", directory + "/window"));
            assertThat(window.get("code").asString()).as(window.toString()).isEqualTo("WINDOW");
            assertThat(window.get("text").asString()).contains("tcp_rmem");
            lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_rmem=4096 131072 6291456");

            lab.control("set", "A", "B", "loss=2%");
            Path small = file("small", 3 << 19);
            JsonNode up = cause(cli.run("move", "--json", "--transport", "sftp", small.toString(), far + "/up"));
            assertThat(up.get("code").asString()).as(up.toString()).isEqualTo("LOSS");
            assertThat(up.get("text").asString()).contains("sent again");

            lab.control("set", "A", "B", "loss=0");
            lab.control("set", "B", "A", "loss=2%");
            JsonNode down =
                    cause(cli.run("move", "--json", "--transport", "sftp", far + "/small", directory + "/down"));
            assertThat(down.get("code").asString()).as(down.toString()).isEqualTo("LOSS");
        }
    }
}
