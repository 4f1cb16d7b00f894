package org.waybill.client.probe.icmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueueDelayTest {
    @Test
    void aQueueGoesSlowlyAndJitterDoesNot() {
        Random random = new Random(5);
        double[] jitter = random.doubles(300, 40, 52).toArray();
        double[] queue = new double[300];
        for (int i = 0; i < queue.length; i++) {
            queue[i] = 50 + 4 * Math.sin(i / 40.0) + random.nextDouble();
        }
        assertThat(QueueDelay.millis(jitter)).isZero();
        double[] stalled = random.doubles(300, 40, 40.2).toArray();
        Arrays.setAll(stalled, i -> i / 4 % 20 == 7 ? 75 - i % 4 * 10 : stalled[i]);
        assertThat(QueueDelay.millis(stalled)).as("a busy machine").isLessThan(0.5);
        assertThat(QueueDelay.millis(queue)).isBetween(5.0, 10.0);
        assertThat(QueueDelay.millis(new double[] {40})).isZero();
    }

    @Test
    void aQueueOfAFewPacketsIsNobodys() {
        assertThat(QueueDelay.isOthers(10, 100, 2e6))
                .as("two packets at 2 Mbit/s")
                .isFalse();
        assertThat(QueueDelay.isOthers(10, 100, 1e8)).isTrue();
        assertThat(QueueDelay.isOthers(10, 400, 1e8))
                .as("jitter of a long path")
                .isFalse();
    }
}
