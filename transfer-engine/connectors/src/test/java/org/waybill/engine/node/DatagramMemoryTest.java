package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.planner.admission.AdmissionLimits;

/** Para-PLUT and a node that lacks the memory for all the channels that are requested. */
class DatagramMemoryTest {
    private static final long RATE = 200_000_000;
    /** A channel at this rate and a loopback's round trip takes 7 MB. */
    private static final NodeLimits ONE_CHANNEL =
            new NodeLimits(64, AdmissionLimits.DEFAULT, Duration.ofSeconds(30), 10 << 20);

    private static final int CHANNELS = 3;

    @TempDir
    Path directory;

    private static TransferReport move(EngineFixture engine, Location from, Location to)
            throws TransferException, InterruptedException {
        return EngineMover.by(DatagramTerms.Transport.PLUT, engine.home)
                .move(
                        new TransferRequest(
                                        from,
                                        to,
                                        NetworkPaths.DIRECT,
                                        new DataOptions(CHANNELS, RATE, TransferRequest.Verify.SHA256))
                                .onDedicatedPath(true),
                        TransferListener.NONE);
    }

    @Test
    void aFileComesOverTheOneChannelThatTheNodeHasMemoryFor() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory, ONE_CHANNEL)) {
            Path file = engine.file("source", 20_000_000, 1);
            for (String name : List.of("/first", "/second")) {
                TransferReport report = move(engine, Location.local(file.toString()), engine.remote(name));
                assertThat(report.streams()).isEqualTo(1);
                assertThat(engine.data.resolve(name.substring(1))).satisfies(sameContentAs(file));
                engine.awaitDatagramBytes(0);
            }
        }
    }

    @Test
    void aFileIsFetchedOverTheOneChannelThatTheNodeHasMemoryFor() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory, ONE_CHANNEL)) {
            Path file = engine.file("data/source", 20_000_000, 2);
            Path target = directory.resolve("target");
            TransferReport report = move(engine, engine.remote("/source"), Location.local(target.toString()));
            assertThat(report.streams()).isEqualTo(1);
            assertThat(target).satisfies(sameContentAs(file));
            engine.awaitDatagramBytes(0);
        }
    }

    @Test
    void aNodeWithoutMemoryForAnyChannelSaysSoInOneLine() throws Exception {
        try (EngineFixture engine = new EngineFixture(
                directory, new NodeLimits(64, AdmissionLimits.DEFAULT, Duration.ofSeconds(30), 1 << 20))) {
            Path file = engine.file("source", 1_000_000, 3);
            assertThatThrownBy(() -> move(engine, Location.local(file.toString()), engine.remote("/in")))
                    .isInstanceOfSatisfying(TransferException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.LIMIT);
                        assertThat(e).hasMessageContaining("the node has no memory left for a data stream");
                    });
            assertThat(Files.exists(engine.data.resolve("in"))).isFalse();
            assertThat(engine.node.datagramBytes()).isZero();
        }
    }
}
