package org.waybill.engine.transport.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.simulation.SimulatedTransfer.Incidents;

/** What a transfer costs besides its bytes at the rate: round trips before the first of them and after the last. */
class BeginningAndEndTest {
    private static final long MS = 1_000_000;
    private static final long ONE_WAY_NS = 50 * MS;
    private static final long RATE = 100_000_000;
    private static final int FILE_BYTES = 6_000_000;
    private static final int SEEDS = 30;

    private static SimulatedTransfer transfer(long seed, double loss, boolean cookieKnown) {
        SimulatedTransfer transfer = new SimulatedTransfer(
                        seed,
                        Conditions.clean(ONE_WAY_NS, 2 * RATE).withLoss(loss),
                        Incidents.NONE,
                        FILE_BYTES,
                        RateController.fixed(RATE),
                        AckPolicy.every(10 * MS))
                .large()
                .withoutCipher()
                .withCookieKnown(cookieKnown)
                .watching(MS, _ -> {});
        assertThat(transfer.run(300_000 * MS)).as("%s", transfer).isTrue();
        assertThat(transfer.isFileEqual()).isTrue();
        return transfer;
    }

    /** Milliseconds until the first data are there. */
    private static int firstData(SimulatedTransfer transfer) {
        List<Long> bins = transfer.storedEachBin();
        return IntStream.range(0, bins.size())
                .filter(i -> bins.get(i) > 0)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void dataFollowTheFirstWordOfAnInitiatorThatHasTheCookie() {
        int seen = 0;
        for (long seed = 0; seed < 8; seed++) {
            SimulatedTransfer with = transfer(seed, 0, true);
            SimulatedTransfer without = transfer(seed, 0, false);
            if (with.isSenderInitiator()) {
                seen++;
                assertThat(firstData(with)).as("seed %d", seed).isBetween(50, 55);
                // HELLO, COOKIE, and HELLO with the cookie
                assertThat(firstData(without)).as("seed %d", seed).isBetween(150, 155);
            }
        }
        assertThat(seen).isPositive();
    }

    @Test
    void aLostFirstWordIsMadeUpFor() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(transfer(seed, 0.3, true).isEachByteWrittenOnce())
                    .as("seed %d", seed)
                    .isTrue();
        }
    }

    /** Behind a translator of addresses the cookie does not fit: the data sent with the first word are repeated. */
    @Test
    void aCookieThatDoesNotFitCostsARoundTripAndNoMore() {
        for (long seed = 0; seed < 8; seed++) {
            SimulatedTransfer transfer = new SimulatedTransfer(
                            seed,
                            Conditions.clean(ONE_WAY_NS, 2 * RATE),
                            Incidents.NONE,
                            FILE_BYTES,
                            RateController.fixed(RATE),
                            AckPolicy.every(10 * MS))
                    .large()
                    .withoutCipher()
                    .withCookieKnown(true)
                    .behindATranslator()
                    .watching(MS, _ -> {});
            assertThat(transfer.run(300_000 * MS)).as("%s", transfer).isTrue();
            assertThat(transfer.isFileEqual()).isTrue();
            assertThat(firstData(transfer)).as("seed %d", seed).isLessThan(210);
        }
    }

    /** A loss among the last packets is known a round trip after they went out, and repaired half a one later. */
    @Test
    void theLastPacketsAreInsured() {
        double idealNs = FILE_BYTES * 8e9 / (RATE * (1_472 - 20 - 8 - 4) / 1_500.0 * 0.99);
        double meanTail = LongStream.range(0, SEEDS)
                .mapToDouble(seed -> {
                    SimulatedTransfer transfer = transfer(seed, 0.01, true);
                    double began = transfer.isSenderInitiator() ? ONE_WAY_NS : 2 * ONE_WAY_NS;
                    return (transfer.completeNs() - began - idealNs) / (2 * ONE_WAY_NS);
                })
                .average()
                .orElseThrow();
        assertThat(meanTail).as("round trips after the last fresh byte was due").isLessThan(0.9);
    }

    /** What a stream's reader has to wait for: a repetition that is lost itself would cost another round trip. */
    @Test
    void whatWaitsForARepetitionWaitsForOneRoundTrip() {
        int bytes = 40_000_000;
        double roundTrip = 2 * ONE_WAY_NS / 8e9 * RATE;
        List<Long> waiting = new ArrayList<>();
        SimulatedTransfer[] running = new SimulatedTransfer[1];
        running[0] = new SimulatedTransfer(
                        7,
                        Conditions.clean(ONE_WAY_NS, 2 * RATE).withLoss(0.01),
                        Incidents.NONE,
                        bytes,
                        RateController.fixed(RATE),
                        AckPolicy.every(10 * MS))
                .large()
                .withoutCipher()
                .withCookieKnown(true)
                .watching(10 * MS, atNs -> {
                    if (atNs > 500 * MS && atNs < 3_000 * MS) {
                        waiting.add(running[0].bytesOutOfOrder());
                    }
                });
        assertThat(running[0].run(60_000 * MS)).isTrue();
        double mean = waiting.stream().mapToLong(Long::longValue).average().orElseThrow() / roundTrip;
        double most = waiting.stream().mapToLong(Long::longValue).max().orElseThrow() / roundTrip;
        assertThat(mean).as("round trips' data, on average").isLessThan(1.25);
        assertThat(most).as("round trips' data, at most").isLessThan(1.6);
    }
}
