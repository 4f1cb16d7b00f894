package org.waybill.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChannelOpenerTest {
    @Test
    void oneChannelCarriesAGigabitAndFasterLinesBeginWithMore() {
        assertThat(ChannelOpener.recommended(0, 8)).as("unknown rate").isEqualTo(1);
        assertThat(ChannelOpener.recommended(100_000_000, 8)).isEqualTo(1);
        assertThat(ChannelOpener.recommended(1_000_000_000, 8)).isEqualTo(1);
        assertThat(ChannelOpener.recommended(3_000_000_000L, 8)).isBetween(2, 4);
        assertThat(ChannelOpener.recommended(10_000_000_000L, 4)).isEqualTo(4);
    }
}
