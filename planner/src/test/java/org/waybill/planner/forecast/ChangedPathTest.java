package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A path that carries half of what it did: the second transfer is forecast right, by whichever option the first. */
class ChangedPathTest {
    private static final PathFacts FACTS = PathFacts.probed(20.0, 0.0, 1e8);

    @Test
    void theSameOptionHasLearnedAHalvedCapacityFromOneTransfer() {
        for (int before : new int[] {1, 2, 4, 8, 20}) {
            List<PastTransfer> history = usual(before, "sftp");
            history.add(moved(before, "sftp", 20));
            assertForecast(history, "sftp", before + " transfers before");
        }
    }

    @Test
    void anotherOptionLearnsItFromTheOneThatMovedTheData() {
        for (String other : List.of("scp", "ftp", "tcp")) {
            for (int before : new int[] {1, 2, 4, 8, 20}) {
                List<PastTransfer> history = usual(before, "sftp");
                usual(before, other).forEach(history::add);
                history.add(moved(2 * before, other, 20));
                assertForecast(history, "sftp", other + " after " + before + " transfers");
                history.add(moved(2 * before + 1, other, 20));
                assertForecast(history, "sftp", other + " twice after " + before + " transfers");
            }
        }
    }

    @Test
    void oneTransferThatWasHeldUpIsForgottenAfterTheNext() {
        List<PastTransfer> history = usual(8, "sftp");
        history.add(moved(8, "sftp", 20));
        history.add(moved(9, "sftp", 10.1));
        history.add(moved(10, "sftp", 9.9));
        assertThat(forecast(history, "sftp")).isBetween(9.0, 11.0);
    }

    private static void assertForecast(List<PastTransfer> history, String transport, String when) {
        double seconds = forecast(history, transport);
        assertThat(seconds).as(when).isBetween(18.0, 22.0);
    }

    private static double forecast(List<PastTransfer> history, String transport) {
        return TransferForecaster.forecast(history, moved(0, transport, 1).asQuery(), FACTS)
                .secondsP50();
    }

    private static List<PastTransfer> usual(int count, String transport) {
        Random random = new Random(count);
        List<PastTransfer> history = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            history.add(moved(i, transport, 10 * Math.exp(.03 * random.nextGaussian())));
        }
        return history;
    }

    private static PastTransfer moved(int number, String transport, double seconds) {
        return new PastTransfer(number * 60_000L, transport, "", 1, DataClass.DISK, 117_500_000, 1, seconds);
    }
}
