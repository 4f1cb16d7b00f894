package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.Protocol;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;

/** Advice between this machine and real servers on it, without any service. */
class AdvisorTest {
    @TempDir
    Path directory;

    @Test
    void ranksTheWaysToARealSshServer() throws Exception {
        Path file = Files.write(directory.resolve("run 7.h5"), new byte[1 << 20]);
        try (SshServer server = SshServer.start(directory)) {
            Advice advice = advise(file.toString(), "sftp://127.0.0.1:" + server.port() + directory + "/out/");
            assertThat(advice.scenario()).isEqualTo(Scenario.LOCAL_TO_REMOTE);
            assertThat(advice.protocols()).filteredOn(protocol -> protocol.available())
                    .extracting(protocol -> protocol.name()).contains("sftp", "scp");
            assertThat(advice.workflows()).extracting(Workflow::tool).contains("sftp", "scp", "rsync", "rclone");
            assertThat(advice.workflows()).first().satisfies(best -> {
                assertThat(best.estimate().secondsP50()).isBetween(0.001, 60.0);
                assertThat(best.movable()).isTrue();
                assertThat(best.reasons()).extracting(Remark::code)
                        .contains(ReasonCode.SHORTEST_TIME, ReasonCode.FORECAST_MODEL, ReasonCode.ENCRYPTED);
                assertThat(best.steps()).isNotEmpty();
            });
            assertThat(advice.source().totalMemoryBytes()).isPositive();
            assertThat(advice.warnings()).extracting(Remark::code).contains(ReasonCode.SERVICE_UNAVAILABLE);
        }
    }

    @Test
    void leavesOutWhatTravelsInClearWhenAskedTo() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[100]);
        Path root = Files.createDirectory(directory.resolve("ftp"));
        try (FtpServer server = FtpServer.start(directory, root)) {
            Endpoint from = EndpointParser.parse(file.toString());
            Endpoint to = EndpointParser.parse("ftp://127.0.0.1:" + server.port() + "/ftp/x");
            Advice open = advisor().advise(AdviceRequest.of(from, to)).advice();
            assertThat(open.workflows()).extracting(Workflow::transport).contains("ftp");
            Advice secure = advisor().advise(new AdviceRequest(from, to, null, List.of(Protocol.FTP), true, null, false,
                    0)).advice();
            assertThat(secure.workflows()).extracting(Workflow::transport).doesNotContain("ftp");
            assertThat(secure.warnings()).extracting(Remark::code)
                    .contains(ReasonCode.CLEARTEXT_LEFT_OUT, ReasonCode.PREFERENCE_UNAVAILABLE);
        }
    }

    @Test
    void saysWhyThereIsNothingToAdviseAbout() {
        TransferException missing = catchThrowableOfType(TransferException.class,
                () -> advise(directory.resolve("absent").toString(), "sftp://127.0.0.1/x"));
        assertThat(missing.reason()).isEqualTo(Reason.NOT_FOUND);
        TransferException unknown = catchThrowableOfType(TransferException.class,
                () -> advise("/etc/hostname", "sftp://no-such-host.invalid/x"));
        assertThat(unknown.reason()).isEqualTo(Reason.UNKNOWN_HOST);
    }

    private static Advice advise(String from, String to) throws TransferException, InterruptedException {
        return advisor().advise(AdviceRequest.of(EndpointParser.parse(from), EndpointParser.parse(to))).advice();
    }

    private static Advisor advisor() {
        LocalHost localHost = new LocalHost(Path.of("/"));
        return new Advisor(new AdvisorPorts(HostResolver.system(Duration.ofSeconds(5)),
                new Discovery(DiscoveryBudget.USUAL), null, Duration.ofSeconds(1),
                (end, port) -> end.isLocal() ? localHost.examine(end.location().path())
                        : HostFacts.unknown(end.host(), List.of()),
                new LocalCounter(1_000_000, Duration.ofSeconds(2)), PathSurveyor.NONE, TransferTimer.NONE,
                tool -> true, InstantSource.system(), note -> { }));
    }
}
