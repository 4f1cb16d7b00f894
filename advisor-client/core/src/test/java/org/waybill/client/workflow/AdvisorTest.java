package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.protocol.Protocol;

/** Advice between this machine and real servers on it, without any service. */
class AdvisorTest extends AdvisorCase {
    @Test
    void ranksTheWaysToARealSshServer() throws Exception {
        Path file = Files.write(directory.resolve("run 7.h5"), new byte[1 << 20]);
        try (SshServer server = SshServer.start(directory)) {
            Advice advice = advise(file.toString(), "sftp://127.0.0.1:" + server.port() + directory + "/out/");
            assertThat(advice.scenario()).isEqualTo(Scenario.LOCAL_TO_REMOTE);
            assertThat(advice.protocols())
                    .filteredOn(protocol -> protocol.available())
                    .extracting(protocol -> protocol.name())
                    .contains("sftp", "scp");
            assertThat(advice.workflows()).extracting(Workflow::tool).contains("sftp", "scp", "rsync", "rclone");
            assertThat(advice.workflows()).first().satisfies(best -> {
                assertThat(best.estimate().secondsP50()).isBetween(0.001, 60.0);
                assertThat(best.movable()).isTrue();
                assertThat(best.reasons())
                        .extracting(Remark::code)
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
            Advice secure = advisor()
                    .advise(new AdviceRequest(
                            from, to, null, List.of(Protocol.FTP), true, null, false, 0, List.of(), EntryFilter.ALL))
                    .advice();
            assertThat(secure.workflows()).extracting(Workflow::transport).doesNotContain("ftp");
            assertThat(secure.warnings())
                    .extracting(Remark::code)
                    .contains(ReasonCode.CLEARTEXT_LEFT_OUT, ReasonCode.PREFERENCE_UNAVAILABLE);
        }
    }

    @Test
    void saysWhyThereIsNothingToAdviseAbout() {
        TransferException missing = catchThrowableOfType(
                TransferException.class,
                () -> advise(directory.resolve("absent").toString(), "sftp://127.0.0.1/x"));
        assertThat(missing.reason()).isEqualTo(Reason.NOT_FOUND);
        TransferException unknown = catchThrowableOfType(
                TransferException.class, () -> advise("/etc/hostname", "sftp://no-such-host.invalid/x"));
        assertThat(unknown.reason()).isEqualTo(Reason.UNKNOWN_HOST);
    }

    @Test
    void betweenTwoOtherMachinesItSaysWhichWayTheDataGo() throws Exception {
        Path root = Files.createDirectory(directory.resolve("ftp"));
        Files.write(root.resolve("x"), new byte[100]);
        try (SshServer ssh = SshServer.start(directory);
                FtpServer ftp = FtpServer.start(directory, root)) {
            Endpoint from = EndpointParser.parse("ftp://127.0.0.1:" + ftp.port() + "/ftp/x");
            Endpoint to = EndpointParser.parse("sftp://127.0.0.1:" + ssh.port() + directory + "/y");
            Advice advice = advisor().advise(AdviceRequest.of(from, to)).advice();
            assertThat(advice.scenario()).isEqualTo(Scenario.THIRD_PARTY);
            assertThat(advice.workflows()).first().satisfies(best -> {
                assertThat(best.title()).isEqualTo("FTP to SFTP with rclone, through this machine");
                assertThat(best.reasons())
                        .extracting(Remark::code)
                        .contains(ReasonCode.THROUGH_THIS_MACHINE, ReasonCode.CLEARTEXT, ReasonCode.FORECAST_UNKNOWN);
            });
            assertThat(advice.warnings()).extracting(Remark::code).contains(ReasonCode.SIZE_UNKNOWN);
        }
    }
}
