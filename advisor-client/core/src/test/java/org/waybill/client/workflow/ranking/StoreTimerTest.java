package org.waybill.client.workflow.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.protocol.Protocols;

class StoreTimerTest {
    @Test
    void itTimesTransfersBetweenServersByTheProtocolsWhoseMoversCanMakeThem() {
        Set<String> able = TestMovers.of(new TestCredentials()).all().stream()
                .filter(mover -> mover.capabilities().contains(Capability.THIRD_PARTY_COPY))
                .map(Mover::name)
                .collect(Collectors.toSet());
        assertThat(StoreTimer.SERVER_TO_SERVER)
                .containsExactlyInAnyOrderElementsOf(Protocols.movingFiles()
                        .filter(one -> one.transports().stream().anyMatch(carrier -> able.contains(carrier.name())))
                        .toList());
    }
}
