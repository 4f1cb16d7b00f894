package org.waybill.client.probe.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.probe.lab.TrainsBetween;
import org.waybill.engine.testserver.lab.Lab;

/** Trains over sockets through the emulator, whose rates are the truth; tolerances allow for a busy machine. */
@Tag("alone")
class TrainsInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        host D 10.77.4.1
        duplex A B rate=25mbit delay=5ms
        duplex A D rate=2mbit delay=5ms
        """;

    @TempDir
    private Path directory;

    @Test
    void capacityOfIdlePaths() throws Exception {
        try (Lab lab = Lab.wan("train", Files.writeString(directory.resolve("train.topo"), TOPOLOGY))) {
            TrainEstimator.Estimate slow =
                    TrainsBetween.measure(lab, "A", "B", "10.77.2.1", 1).orElseThrow();
            assertThat(slow.capacityBitsPerSecond()).as(slow.toString()).isCloseTo(25e6, within(3.75e6));
            assertThat(slow.availableBitsPerSecond()).as(slow.toString()).isCloseTo(25e6, within(7.5e6));
            TrainEstimator.Estimate slowest =
                    TrainsBetween.measure(lab, "A", "D", "10.77.4.1", 1).orElseThrow();
            assertThat(slowest.capacityBitsPerSecond())
                    .as("its queue holds 8 packets: %s", slowest)
                    .isCloseTo(2e6, within(0.3e6));
        }
    }
}
