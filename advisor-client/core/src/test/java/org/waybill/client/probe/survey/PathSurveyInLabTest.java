package org.waybill.client.probe.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/** Everything that is asked about a path, against a path that is known. */
@Tag("alone")
class PathSurveyInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        duplex A B rate=40mbit delay=10ms hops=10.77.200.1@1ms,10.77.200.2@4ms,10.77.200.3@9ms
        """;

    @TempDir
    private Path directory;

    @Test
    void aKnownPathIsFoundAsItIs() throws Exception {
        try (Lab lab = Lab.wan("survey", Files.writeString(directory.resolve("survey.topo"), TOPOLOGY))) {
            ProbeSpec spec = new ProbeSpec("B", InetAddress.ofLiteral("10.77.2.1"), 0, Duration.ofSeconds(8), 4 << 20);
            PathSurvey survey = new PathSurvey(PathDiscovery.from(new LabCommands(lab, "A")), ProbeContext.system());
            PathSurvey.Found quick = InNamespace.call(lab.namespace("A"), () -> survey.quick(spec));
            PathSurvey.Found thorough = InNamespace.call(lab.namespace("A"), () -> survey.thorough(spec));
            for (PathSurvey.Found found : new PathSurvey.Found[] {quick, thorough}) {
                PathFacts path = found.path();
                assertThat(path.hops()).as(found.toString()).hasSize(4);
                assertThat(path.rttMillis()).as(found.toString()).isNotNull().isBetween(19.5, 60.0);
                assertThat(path.bottleneckBitsPerSecond())
                        .as(found.toString())
                        .isNotNull()
                        .isCloseTo(40e6, within(16e6));
                assertThat(path.method()).isEqualTo("tracepath+icmp-sizes");
                assertThat(path.samples()).isPositive();
                assertThat(path.errorPercent()).isPositive();
                assertThat(found.pathMtuBytes()).isEqualTo(1500);
            }
        }
    }
}
