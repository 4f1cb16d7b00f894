package org.waybill.client.probe.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.doctor.Doctor;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.doctor.Finding;
import org.waybill.client.doctor.HostUnderTest;
import org.waybill.client.doctor.PathMeasurements;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.lab.LabCommands;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;

/** Everything that is asked about a path, against a path that is known; and a pair of hosts with planted faults. */
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
    void aKnownPathAndPlantedFaults() throws Exception {
        try (Lab lab = Lab.wan("survey", Files.writeString(directory.resolve("survey.topo"), TOPOLOGY))) {
            ProbeSpec spec = new ProbeSpec("B", InetAddress.ofLiteral("10.77.2.1"), 0, Duration.ofSeconds(8), 4 << 20);
            PathSurvey survey = new PathSurvey(PathDiscovery.from(new LabCommands(lab, "A")), ProbeContext.system());
            PathSurvey.Found quick = InNamespace.call(lab.namespace("A"), () -> survey.quick(spec));
            PathSurvey.Found thorough = InNamespace.call(lab.namespace("A"), () -> survey.thorough(spec));
            for (PathSurvey.Found found : new PathSurvey.Found[] {quick, thorough}) {
                PathFacts path = found.path();
                assertThat(path.hops()).as(found.toString()).hasSize(4);
                assertThat(path.rttMillis()).as(found.toString()).isNotNull().isBetween(19.5, 60.0);
                assertThat(path.bottleneckBitsPerSecond()).as(found.toString()).isNotNull()
                        .isCloseTo(40e6, within(16e6));
                assertThat(path.method()).isEqualTo("tracepath+icmp-sizes");
                assertThat(path.samples()).isPositive();
                assertThat(path.errorPercent()).isPositive();
                assertThat(found.pathMtuBytes()).isEqualTo(1500);
            }
            assertThat(plantedFaults(lab, thorough.path())).extracting(Finding::code).contains(
                    DoctorCode.RECEIVE_WINDOW, DoctorCode.SEND_BUFFER, DoctorCode.CONGESTION_CONTROL,
                    DoctorCode.PATH_MTU, DoctorCode.DISK_WRITE);
        }
    }

    /** Read from the hosts' own tables after they were misconfigured; the slow disk is given. */
    private static List<Finding> plantedFaults(Lab lab, PathFacts path) throws Exception {
        lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_wmem=4096 16384 32768");
        lab.in("B", "sysctl", "-qw", "net.ipv4.tcp_rmem=4096 16384 65536");
        lab.in("A", "sysctl", "-qw", "net.ipv4.tcp_congestion_control=reno");
        lab.in("B", "ip", "link", "set", "dev", "wan0", "mtu", "1280");
        HostUnderTest sender = patient(lab, "A");
        HostUnderTest receiver = patient(lab, "B").measured(3e6, null);
        assertThat(sender.congestionControl()).isEqualTo("reno");
        double rttMillis = path.rttMillis() == null ? 1 : path.rttMillis();
        double bitsPerSecond = path.bottleneckBitsPerSecond() == null ? 1 : path.bottleneckBitsPerSecond();
        return Doctor.examine(sender, receiver, new PathMeasurements(rttMillis, bitsPerSecond, 1500, 0.01, true));
    }

    private static HostUnderTest patient(Lab lab, String host) throws Exception {
        HostFacts facts = InNamespace.call(lab.namespace(host), () -> new LocalHost(Path.of("/")).examine("/tmp"));
        HostUnderTest known = HostUnderTest.of(facts.named(host, List.of()));
        // a thread in another namespace still sees its process's interfaces; a command there sees the host's own
        int mtuBytes = Integer.parseInt(lab.in(host, "cat", "/sys/class/net/wan0/mtu").strip());
        return new HostUnderTest(host, known.receiveBufferMaxBytes(), known.sendBufferMaxBytes(),
                known.socketReceiveMaxBytes(), known.socketSendMaxBytes(), known.congestionControl(),
                known.congestionControls(), mtuBytes, known.cpus(), known.loadAverage(), null, null);
    }
}
