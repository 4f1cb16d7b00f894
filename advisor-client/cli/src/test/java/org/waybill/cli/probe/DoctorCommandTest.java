package org.waybill.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.cli.command.CommandFailure;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.doctor.DoctorFacts;
import org.waybill.client.doctor.DoctorRun;
import org.waybill.client.doctor.Finding;
import org.waybill.client.doctor.NameMeasurements;
import org.waybill.client.doctor.PathMeasurements;
import org.waybill.client.doctor.RemoteHostUnderTest;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** Whether what was found on the way explains that a host could not be examined. */
class DoctorCommandTest {
    @ParameterizedTest
    @CsvSource({
        "UNREACHABLE, b:22: it timed out, MTU_BLACK_HOLE, true",
        "UNREACHABLE, b:22: it timed out, PATH_LOSS, true",
        "CONNECTION_LOST, b:22: no answer, PATH_LOSS, true",
        "UNKNOWN_HOST, b: no address, SLOW_DNS, true",
        "UNREACHABLE, b:22: it timed out, CPU_LOAD, false",
        // there is another one, which answers
        "AUTHENTICATION, b: no key was accepted, DEAD_ADDRESS, false",
        "UNREACHABLE, b:22: it timed out, DEAD_ADDRESS, false",
        "UNREACHABLE, b:22: it timed out, DEAD_IPV6, false",
        // an answer came
        "AUTHENTICATION, b: no key was accepted, PATH_LOSS, false",
        "HOST_KEY, b: the host key changed, SLOW_DNS, false",
        "UNREACHABLE, b: port 22 is closed, PATH_LOSS, false",
        "UNREACHABLE, b:22 cannot be reached: the server closed the connection, PATH_LOSS, false"
    })
    void onlyWhatKeepsAnswersAwayExplainsAFailure(Reason reason, String message, DoctorCode code, boolean explained) {
        Finding finding = new Finding(code, "", "", "", null, null, null, "", "");
        CommandFailure failure =
                DoctorCommand.unexplained("b", found(null, new TransferException(reason, message)), List.of(finding));
        if (explained) {
            assertThat(failure).isNull();
        } else {
            assertThat(failure)
                    .hasMessage(message)
                    .extracting(CommandFailure::reason)
                    .isEqualTo(reason);
        }
    }

    @Test
    void aHostThatTellsNothingOfItselfIsAFailureWhateverElseWasFound() {
        Finding loss = new Finding(DoctorCode.PATH_LOSS, "", "", "", null, null, null, "", "");
        assertThat(DoctorCommand.unexplained("b", found(host(HostFacts.UNKNOWN), null), List.of(loss)))
                .hasMessageContaining("its SSH server runs no POSIX shell");
        assertThat(DoctorCommand.unexplained("b", found(host("ssh"), null), List.of(loss)))
                .isNull();
        Finding hole = new Finding(DoctorCode.MTU_BLACK_HOLE, "", "", "", null, null, null, "", "");
        assertThat(DoctorCommand.unexplained("b", found(host(HostFacts.UNKNOWN), null), List.of(hole)))
                .as("what it says may be lost on the way")
                .isNull();
    }

    private static RemoteHostUnderTest host(String basis) {
        HostFacts none = HostFacts.unknown("b", List.of());
        return new RemoteHostUnderTest(
                basis.equals(HostFacts.UNKNOWN) ? none : none.withBasis(basis), null, null, null, null);
    }

    private static DoctorRun.Found found(@Nullable RemoteHostUnderTest far, @Nullable TransferException problem) {
        RemoteHostUnderTest unknown = host(HostFacts.UNKNOWN);
        return new DoctorRun.Found(
                unknown,
                far,
                new DoctorFacts(
                        unknown,
                        unknown,
                        PathMeasurements.reference(),
                        null,
                        null,
                        new NameMeasurements("b", 0, List.of())),
                problem);
    }
}
