package org.waybill.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairSharesTest {
    private final FairShares<String> places = new FairShares<>(64);

    private int takeAll(String who) {
        int count = 0;
        while (places.take(who, 1)) {
            count++;
        }
        return count;
    }

    @Test
    void oneAloneHasHalfAndEachNewcomerFindsRoom() {
        assertThat(takeAll("greedy")).isEqualTo(32);
        assertThat(takeAll("second")).isEqualTo(16);
        assertThat(takeAll("third")).isEqualTo(8);
        assertThat(places.take("modest", 1)).isTrue();
        assertThat(places.take("greedy", 1)).isFalse();
    }

    @Test
    void whatIsGivenBackIsForOthers() {
        takeAll("greedy");
        takeAll("second");
        for (int i = 0; i < 32; i++) {
            places.give("greedy", 1);
        }
        assertThat(places.heldBy("greedy")).isZero();
        assertThat(takeAll("second")).isEqualTo(16);
        for (int i = 0; i < 32; i++) {
            places.give("second", 1);
        }
        assertThat(places.taken()).isZero();
    }

    @Test
    void theOnlyPlaceCanBeTakenAndSeveralAtOnceAreAllOrNone() {
        FairShares<String> one = new FairShares<>(1);
        assertThat(one.take("a", 1)).isTrue();
        assertThat(one.take("b", 1)).isFalse();
        assertThat(new FairShares<String>(8).take("a", 9)).isFalse();
        assertThat(new FairShares<String>(8).take("a", 8)).isTrue();
    }
}
