package org.waybill.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.cli.command.CommandFailure;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class BandwidthProbesTest {
    @Test
    void theRemedyIsNamedWherePermissionIsWantedAndOnlyThere() {
        CommandFailure refused = BandwidthProbes.unsent(
                new TransferException(Reason.PERMISSION, "no ICMP socket; ping: socket: Operation not permitted"));
        assertThat(refused.reason().exitCode()).isEqualTo(6);
        assertThat(refused)
                .hasMessageStartingWith("cannot send ICMP echo requests: no ICMP socket; ping: ")
                .hasMessageContaining("net.ipv4.ping_group_range");
        CommandFailure unreachable = BandwidthProbes.unsent(
                new TransferException(Reason.UNREACHABLE, "ping: connect: Network is unreachable"));
        assertThat(unreachable.reason().exitCode()).isEqualTo(4);
        assertThat(unreachable).hasMessage("cannot send ICMP echo requests: ping: connect: Network is unreachable");
    }
}
