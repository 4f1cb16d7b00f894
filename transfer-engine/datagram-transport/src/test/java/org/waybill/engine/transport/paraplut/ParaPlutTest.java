package org.waybill.engine.transport.paraplut;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.plut.PlutRateController;

class ParaPlutTest {
    /** Goodput of m channels on a host of {@code cores}, each of which one channel can fill. */
    private static double goodput(int channels, double cores) {
        return 1e9 * Math.min(channels, cores) * (1 - 0.02 * Math.max(0, channels - cores));
    }

    private static int settle(ChannelTuner tuner, double cores, int load) {
        for (int i = 0; i < 30; i++) {
            tuner.onPartition(goodput(tuner.channels(), cores), load);
        }
        return tuner.channels();
    }

    @Test
    void channelsAreAddedWhileGoodputGrows() {
        assertThat(settle(new ChannelTuner(1, 16), 4, 0)).isEqualTo(4);
        assertThat(settle(new ChannelTuner(1, 3), 8, 0))
                .as("no more than allowed")
                .isEqualTo(3);
        assertThat(settle(new ChannelTuner(1, 16), 1, 0)).isEqualTo(1);
    }

    @Test
    void theModelsNumberIsTheStartAndNotTheEnd() {
        assertThat(settle(new ChannelTuner(3, 16), 6, 0)).isEqualTo(6);
    }

    @Test
    void channelsThatNoLongerPayAreGivenUp() {
        ChannelTuner tuner = new ChannelTuner(1, 16);
        assertThat(settle(tuner, 6, 0)).isEqualTo(6);
        assertThat(settle(tuner, 2, 4)).as("four processes came").isEqualTo(2);
        assertThat(settle(tuner, 6, 0)).as("and went").isEqualTo(6);
    }

    @Test
    void aChannelThatCannotBeHadIsNotAskedForAgain() {
        ChannelTuner tuner = new ChannelTuner(1, 16);
        int wanted = tuner.onPartition(goodput(1, 6), 1);
        assertThat(tuner.onPartition(goodput(wanted, 6), 1)).isEqualTo(3);
        tuner.onRefused(2, 1);
        assertThat(settle(tuner, 6, 1)).as("those that there are stay").isEqualTo(2);
        assertThat(settle(tuner, 1, 2))
                .as("they are still given up when they do not pay")
                .isEqualTo(1);
        assertThat(settle(tuner, 6, 0))
                .as("and come back, up to what there is memory for")
                .isEqualTo(2);
    }

    @Test
    void aNewChannelGetsWhatIsLeftButNotMoreThanOneCanTake() {
        assertThat(ChannelTuner.rateOfNewChannel(1e9, 7e8, 5e8)).isEqualTo(3e8);
        assertThat(ChannelTuner.rateOfNewChannel(1e9, 2e8, 5e8)).isEqualTo(5e8);
        assertThat(ChannelTuner.rateOfNewChannel(1e9, 1.1e9, 0)).isZero();
    }

    @Test
    void channelsTogetherNeverGetMoreThanTheirRate() {
        RateShares shares = new RateShares(1_000_000_000);
        List<PlutRateController> channels = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            PlutRateController channel = new PlutRateController(1_000_000_000, true);
            shares.add(channel);
            channels.add(channel);
            assertThat(sum(channels)).as("%d channels", i + 1).isBetween(980_000_000L, 1_000_000_000L);
        }
        assertThat(channels).allMatch(channel -> channel.bitsPerSecond(0.95) > 40_000_000);
        shares.remove(channels.removeFirst());
        assertThat(sum(channels)).isBetween(980_000_000L, 1_000_000_000L);
    }

    private static long sum(List<PlutRateController> channels) {
        return channels.stream()
                .mapToLong(channel -> channel.bitsPerSecond(0.95))
                .sum();
    }
}
