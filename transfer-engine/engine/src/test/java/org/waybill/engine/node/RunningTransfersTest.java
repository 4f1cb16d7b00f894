package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.identity.Fingerprint;

@Timeout(20)
class RunningTransfersTest {
    private static final byte[] NAME = {1, 2, 3};

    private final RunningTransfers running = new RunningTransfers();
    private final AtomicInteger ended = new AtomicInteger();

    private RunningTransfers.Attempt begin(int client, byte[] name) throws InterruptedException {
        return running.begin(fingerprint(client), name, ended::incrementAndGet);
    }

    private static Fingerprint fingerprint(int client) {
        return Fingerprint.parse(String.format("%064x", client));
    }

    @Test
    void whoComesBackWaitsUntilTheEarlierAttemptHoldsNothing() throws Exception {
        RunningTransfers.Attempt first = begin(1, NAME);
        Thread second = Thread.ofVirtual().start(() -> {
            try (RunningTransfers.Attempt _ = begin(1, NAME)) {
                ended.addAndGet(100);
            } catch (InterruptedException _) {
                ended.addAndGet(1000);
            }
        });
        while (ended.get() == 0 || second.getState() == Thread.State.RUNNABLE) {
            Thread.sleep(1);
        }
        assertThat(ended).as("told to end, and waited for").hasValue(1);
        first.close();
        second.join();
        assertThat(ended).hasValue(101);
    }

    @Test
    void nobodyEndsWhatAnotherClientHasUnderWayOrTransfersWithoutNamesOrOnesThatAreOver() throws Exception {
        try (RunningTransfers.Attempt _ = begin(1, NAME);
                RunningTransfers.Attempt _ = begin(2, NAME);
                RunningTransfers.Attempt _ = begin(1, new byte[] {4});
                RunningTransfers.Attempt _ = begin(1, new byte[0]);
                RunningTransfers.Attempt _ = begin(1, new byte[0])) {
            assertThat(ended).hasValue(0);
        }
        begin(1, NAME).close();
        begin(1, NAME).close();
        assertThat(ended).hasValue(0);
    }
}
