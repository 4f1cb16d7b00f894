package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/** Five misconfigurations planted in two hosts of a lab, and a pair of healthy ones next to them. */
@Timeout(180)
class DoctorInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1 cc=cubic
        host B 10.77.2.1 cc=cubic
        duplex A B rate=200mbit delay=50ms queue=100ms
        """;

    @TempDir
    private Path directory;

    @Test
    @Tag("nightly")
    void findsFivePlantedMisconfigurations() throws Exception {
        Path topology = Files.writeString(directory.resolve("doctor.topo"), TOPOLOGY);
        try (Lab lab = Lab.wan("doctor", topology);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", "10.77.2.1"), directory)) {
            LabCli cli = new LabCli(lab, "A", directory);
            assertThat(codes(cli))
                    .doesNotContain(
                            "RECEIVE_WINDOW 10.77.2.1", "SEND_BUFFER ", "PATH_MTU 10.77.2.1", "CONGESTION_CONTROL ");
            lab.in("B", "sysctl", "-qw", "net.ipv4.tcp_rmem=4096 131072 262144");
            lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_wmem=4096 65536 262144");
            lab.in("B", "ip", "link", "set", "dev", "wan0", "mtu", "1280");
            lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_congestion_control=reno");
            List<Process> burners = new ArrayList<>();
            try {
                for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                    burners.add(new ProcessBuilder("nice", "-n", "19", "sh", "-c", "while :; do :; done").start());
                }
                assertThat(codes(cli))
                        .contains(
                                "RECEIVE_WINDOW 10.77.2.1",
                                "SEND_BUFFER ",
                                "PATH_MTU 10.77.2.1",
                                "CONGESTION_CONTROL ",
                                "CPU_LOAD 10.77.2.1");
            } finally {
                burners.forEach(Process::destroyForcibly);
            }
        }
    }

    /** Code and host of each finding; the host is empty for the machine that asks. */
    private List<String> codes(LabCli cli) throws Exception {
        Cli.Result result = cli.run("doctor", "--json", "--dir", directory.toString(), "root@10.77.2.1:" + directory);
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode findings = result.json().get("findings");
        assertThat(StreamSupport.stream(findings.spliterator(), false))
                .allSatisfy(finding -> assertThat(finding.get("fix").asString()).isNotBlank());
        return StreamSupport.stream(findings.spliterator(), false)
                .map(one -> one.get("code").asString() + " " + one.get("host").asString())
                .toList();
    }
}
