package org.waybill.client.probe.icmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** Three links of 10 Mbit/s: trains are of the largest packets, and wait for each of the links. */
    @Test
    void whatTheSizeTakesOverAllLinksIsNoQueue() {
        Random random = new Random(8);
        List<Echoes.Heard> heard = new ArrayList<>();
        double nsPerByte = 3 * 16e9 / 1e7;
        for (int i = 0; i < 108; i++) {
            int bytes = i < 96 ? 60 + 288 * random.nextInt(6) : 1500;
            heard.add(
                    new Echoes.Heard(i >= 96, bytes, Math.round(60e6 + nsPerByte * bytes + 1e5 * random.nextDouble())));
        }
        assertThat(QueueDelay.millis(heard, nsPerByte)).isLessThan(0.5);
        for (int i = 0; i < heard.size(); i++) {
            Echoes.Heard one = heard.get(i);
            heard.set(i, new Echoes.Heard(one.train(), one.packetBytes(), one.rttNs() + i * 200_000L));
        }
        assertThat(QueueDelay.millis(heard, nsPerByte)).as("a queue that fills").isBetween(12.0, 22.0);
    }

    /** Over 20 ms with a queue of 70 ms others' windows rise and fall within 30 echoes, so that the shortest of ten jump. */
    @Test
    void aShortQueueGoesSlowlyFromEchoToEcho() {
        Random random = new Random(4);
        double[] queue = new double[96];
        Arrays.setAll(queue, i -> 50 + 40.0 * (i % 17) / 17 + random.nextDouble());
        assertThat(QueueDelay.millis(queue)).isBetween(2.0, 40.0);
        double[] jitter = random.doubles(96, 40, 90).toArray();
        assertThat(QueueDelay.millis(jitter)).isZero();
    }

    /** Six ms of 380 in the two seconds of the echoes: CUBIC near the window of its last loss. */
    @Test
    void aLongQueueChangesLittleInSeconds() {
        assertThat(QueueDelay.isOthers(6, 380, 2e7)).isTrue();
    }

    @Test
    void aQueueOfAFewPacketsIsNobodys() {
        assertThat(QueueDelay.isOthers(10, 100, 2e6))
                .as("two packets at 2 Mbit/s")
                .isFalse();
        assertThat(QueueDelay.isOthers(10, 100, 1e8)).isTrue();
        assertThat(QueueDelay.isOthers(3, 400, 1e8)).as("jitter of a long path").isFalse();
    }
}
