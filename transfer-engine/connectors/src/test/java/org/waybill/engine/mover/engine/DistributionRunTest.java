package org.waybill.engine.mover.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.engine.Distributor.Delivery;

class DistributionRunTest {
    private static Location sink(String host) {
        return new Location("waybill", null, host, 0, "/in/f");
    }

    private static Delivery made(String host, @Nullable String sender, String sha256) {
        String from = sender == null ? "" : DistributionRun.name(sink(sender));
        return new Delivery(sink(host), from, 4, 1, 1, sha256, 1, null, List.of());
    }

    /** A served an older file for a moment; what B had of it C got, and D came from the source. */
    @Test
    void aCopyOfAWrongCopyIsWrongToo() {
        List<Delivery> compared = DistributionRun.compared(
                List.of(made("c", "b", "old"), made("b", "a", "old"), made("a", null, "new"), made("d", "a", "new")));
        assertThat(compared).extracting(one -> one.sink().host()).containsExactly("c", "b", "a", "d");
        assertThat(compared.subList(0, 2))
                .allSatisfy(one -> assertThat(one.failure()).isNotNull())
                .allSatisfy(one -> assertThat(one.failure().reason()).isEqualTo(Reason.WRONG_CONTENT));
        assertThat(compared.subList(2, 4))
                .allSatisfy(one -> assertThat(one.failure()).isNull());
    }
}
