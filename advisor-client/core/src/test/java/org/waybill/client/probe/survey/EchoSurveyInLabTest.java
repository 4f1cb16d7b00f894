package org.waybill.client.probe.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.icmp.SystemPingProbe;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.engine.testserver.lab.Lab;

/** What is left to a process that may open no socket for ICMP. */
@Tag("alone")
class EchoSurveyInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        duplex A B rate=4mbit delay=15ms
        """;
    private static final CanRun NO_SOCKET = new CanRun.No("no socket for ICMP may be opened");

    @TempDir
    private Path directory;

    private static ProbeSpec spec(String address) {
        return new ProbeSpec("B", InetAddress.ofLiteral(address), 0, Duration.ofSeconds(6), 1 << 20);
    }

    @Test
    void theSystemsPingIsAskedThen() throws Exception {
        try (Lab lab = Lab.wan("echo", Files.writeString(directory.resolve("echo.topo"), TOPOLOGY))) {
            EchoSurvey survey = new EchoSurvey(
                    ProbeContext.system(), _ -> NO_SOCKET, new SystemPingProbe(new LabCommands(lab, "A")));
            EchoSurvey.Found found =
                    survey.measure(spec("10.77.2.1"), List.of(), 1500).orElseThrow();
            assertThat(found.method()).isEqualTo("ping-sizes");
            // the emulator delays, never hastens; the rate that ping finds is the matter of SystemPingTest
            assertThat(found.finding().rttMillis()).isBetween(29.5, 1000.0);
            assertThat(found.finding().lossRatio())
                    .as("ping does not count them")
                    .isNull();
            assertThat(survey.measure(spec("10.77.2.99"), List.of(), 1500))
                    .as("nobody there")
                    .isEmpty();
        }
    }
}
