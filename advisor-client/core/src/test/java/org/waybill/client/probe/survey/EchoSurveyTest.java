package org.waybill.client.probe.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.icmp.SystemPingProbe;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What is said where this process may open no socket for ICMP and ping, if there is one, does not help. */
class EchoSurveyTest {
    private static final CanRun NO_SOCKET = new CanRun.No("no socket for ICMP may be opened");
    private static final ProbeSpec SPEC =
            new ProbeSpec("B", InetAddress.ofLiteral("192.0.2.1"), 0, Duration.ofSeconds(6), 1 << 20);
    /** Of iputils, without its capability. */
    private static final String IPUTILS = """
        ping: socktype: SOCK_RAW
        ping: socket: Operation not permitted
        ping: => missing cap_net_raw+p capability or setuid?
        """;

    private static final String BUSYBOX = "ping: permission denied (are you root?)\n";
    private static final String ONE_REPLY = "64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=12.5 ms\n";

    /** A ping that prints the same each time. */
    private record Says(boolean has, String text, String errors) implements HostCommands {
        @Override
        public boolean has(String tool) {
            return has;
        }

        @Override
        public Output run(List<String> command, Duration limit) {
            return new Output(text, errors, 2);
        }
    }

    private static Optional<EchoSurvey.Found> measure(HostCommands commands) throws Exception {
        return new EchoSurvey(ProbeContext.system(), _ -> NO_SOCKET, new SystemPingProbe(commands))
                .measure(SPEC, List.of(), 1500);
    }

    private static void fails(HostCommands commands, Reason reason, String message) {
        assertThatThrownBy(() -> measure(commands))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(reason))
                .hasMessage(message);
    }

    @Test
    void whereThereIsNoWayEveryReasonIsGiven() {
        fails(new Says(false, "", ""), Reason.PERMISSION, "no socket for ICMP may be opened; ping is not installed");
    }

    @ParameterizedTest
    @ValueSource(strings = {IPUTILS, BUSYBOX})
    void aPingThatMayOpenNoSocketEitherIsNoHostThatDoesNotAnswer(String errors) {
        fails(
                new Says(true, "PING 192.0.2.1 (192.0.2.1) 24(52) bytes of data.\n", errors),
                Reason.PERMISSION,
                "no socket for ICMP may be opened; " + errors.strip().replace("\n", "; "));
    }

    @Test
    void whatElsePingComplainsOfIsSaid() {
        String unreachable = "ping: connect: Network is unreachable";
        fails(new Says(true, "", unreachable + "\n"), Reason.UNREACHABLE, unreachable);
        fails(
                new HostCommands() {
                    @Override
                    public boolean has(String tool) {
                        return true;
                    }

                    @Override
                    public Output run(List<String> command, Duration limit) throws IOException {
                        throw new IOException("no more processes");
                    }
                },
                Reason.UNREACHABLE,
                "ping: no more processes");
    }

    @Test
    void aSilentPingMeansThatNobodyAnswered() throws Exception {
        assertThat(measure(new Says(true, "PING 192.0.2.1 (192.0.2.1) 24(52) bytes of data.\n", "")))
                .isEmpty();
    }

    @Test
    void aFewRepliesTellTheRoundTripAndWhyThereIsNoMore() throws Exception {
        assertThat(measure(new Says(true, ONE_REPLY, "ping: a warning\n"))).hasValueSatisfying(found -> {
            assertThat(found.method()).isEqualTo("ping-sizes");
            assertThat(found.finding().rttMillis()).isEqualTo(12.5);
            assertThat(found.finding().bottleneckBitsPerSecond()).isNull();
            assertThat(found.finding().diagnostics())
                    .startsWith("too few replies for a fit")
                    .contains("a warning")
                    .doesNotContain("null");
        });
    }
}
