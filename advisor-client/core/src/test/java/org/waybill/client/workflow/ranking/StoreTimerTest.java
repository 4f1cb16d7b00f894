package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;

class StoreTimerTest {
    @Test
    void aServerThatTheUserDidNotNameHearsNothingInTheClear() {
        StoreTimer timer = new StoreTimer(
                new EndTransfers(List.of(), null, ProbeContext.system()), ProbeContext.system(), null, _ -> {});
        for (boolean push : new boolean[] {true, false}) {
            assertThat(timer.canTime(option(Protocol.FTP, push, false)))
                    .as("user@host:path is not ftp")
                    .isFalse();
            assertThat(timer.canTime(option(Protocol.FTP, push, true)))
                    .as("ftp://user@host/path is")
                    .isTrue();
            assertThat(timer.canTime(option(Protocol.FTPS, push, false)))
                    .as("is encrypted")
                    .isTrue();
        }
    }

    private static Candidate option(Protocol protocol, boolean push, boolean sure) {
        Location here = Location.local("/tmp/x");
        Location far = new Location(protocol.scheme(), "ann", "dtn.example.org", 0, "/data/secret");
        return new Candidate(
                Tool.WAYBILL,
                protocol,
                protocol.transports().getFirst().name(),
                push ? here : far,
                push ? far : here,
                List.of(),
                0,
                false,
                sure,
                true);
    }

    @Test
    void itTimesTransfersBetweenServersByTheProtocolsWhoseMoversCanMakeThem() {
        Set<String> able = TestMovers.of(new TestCredentials()).all().stream()
                .filter(mover -> mover.capabilities().contains(Capability.THIRD_PARTY_COPY))
                .map(Mover::name)
                .collect(Collectors.toSet());
        assertThat(StoreTimer.SERVER_TO_SERVER)
                .containsExactlyInAnyOrderElementsOf(Protocols.movingFiles()
                        // a web server that is no WebDAV server copies from no other
                        .filter(Protocol::isThirdParty)
                        .filter(one -> one.transports().stream().anyMatch(carrier -> able.contains(carrier.name())))
                        .toList());
    }
}
