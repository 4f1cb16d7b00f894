package org.waybill.client.probe.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Anybody may send to a receiver's port: only this session's and this train's datagrams count. */
class TrainDatagramFuzzTest {
    private static final long SESSION = 0x0123456789abcdefL;
    private static final int TRAIN = 7;

    @Test
    void whateverComesIsAPacketOfThisTrainOrNothing() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            int number = random.nextInt(1000);
            byte[] good = TrainDatagram.create(SESSION, TRAIN, TrainDatagram.HEADER_BYTES + random.nextInt(100));
            TrainDatagram.number(good, number);
            assertThat(TrainDatagram.packet(good, SESSION, TRAIN)).isEqualTo(number);

            byte[] foreign = good.clone();
            foreign[random.nextInt(12)] ^= (byte) (1 + random.nextInt(255));
            assertThat(TrainDatagram.packet(foreign, SESSION, TRAIN))
                    .as("seed " + seed)
                    .isEqualTo(-1);
            byte[] cut = Arrays.copyOf(good, random.nextInt(TrainDatagram.HEADER_BYTES));
            assertThat(TrainDatagram.packet(cut, SESSION, TRAIN))
                    .as("seed " + seed)
                    .isEqualTo(-1);
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            assertThat(TrainDatagram.packet(noise, SESSION, TRAIN))
                    .as("seed " + seed)
                    .isEqualTo(-1);
        }
    }
}
