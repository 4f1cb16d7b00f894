package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;

/** PLUT and TSP between a client and a node, over real sockets on loopback. */
class DatagramTransferTest extends EngineCase {
    private static final long RATE = 200_000_000;

    private static TransferRequest request(
            Location source, Location target, int streams, long rate, boolean dedicated) {
        return new TransferRequest(
                        source,
                        target,
                        NetworkPaths.DIRECT,
                        new DataOptions(streams, rate, TransferRequest.Verify.SHA256))
                .onDedicatedPath(dedicated);
    }

    private Mover plut() {
        return EngineMover.by(DatagramTerms.Transport.PLUT, engine.home);
    }

    private Mover tsp() {
        return EngineMover.by(DatagramTerms.Transport.TSP, engine.home);
    }

    private TransferReport push(Mover mover, Path file, int streams, long rate)
            throws TransferException, InterruptedException {
        return mover.move(
                request(Location.local(file.toString()), engine.remote("/in"), streams, rate, true),
                TransferListener.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void eachTransportBringsAFileToTheNode(DatagramTerms.Transport transport) throws Exception {
        Path file = engine.file("source", 20_000_000, 1);
        Mover mover = EngineMover.by(transport, engine.home);
        TransferReport report = push(mover, file, 1, RATE);
        assertThat(report.transport()).isEqualTo(mover.name());
        assertThat(report.bytes()).isEqualTo(20_000_000);
        assertThat(engine.data.resolve("in")).satisfies(sameContentAs(file));
        assertThat(report.goodputBitsPerSecond())
                .as("never above the rate, by more than a control step")
                .isLessThan(transport.holdsRate() ? 1.1 * RATE : RATE);
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void plutFetchesAFileFromTheNodeOverSeveralChannels() throws Exception {
        Path file = engine.file("data/source", 20_000_000, 2);
        Path target = directory.resolve("target");
        TransferReport report = plut().move(
                        request(engine.remote("/source"), Location.local(target.toString()), 3, RATE, true),
                        TransferListener.NONE);
        assertThat(target).satisfies(sameContentAs(file));
        assertThat(report.streams()).isEqualTo(3);
    }

    @Test
    void plutFindsTheRateOfADedicatedPathByItself() throws Exception {
        Path file = engine.file("source", 20_000_000, 3);
        push(plut(), file, 0, 0);
        assertThat(engine.data.resolve("in")).satisfies(sameContentAs(file));
    }

    @Test
    void tspHoldsItsRate() throws Exception {
        Path file = engine.file("source", 8_000_000, 4);
        TransferReport report = push(tsp(), file, 0, 20_000_000);
        assertThat(engine.data.resolve("in")).satisfies(sameContentAs(file));
        assertThat(report.seconds()).as("8 MB at 20 Mbit/s take 3.2 s").isBetween(2.9, 30.0);
    }

    @Test
    void aTreeTravelsToo() throws Exception {
        engine.file("tree/a", 3_000_000, 5);
        engine.file("tree/b/c", 200_000, 6);
        engine.file("tree/b/d", 0, 7);
        push(plut(), directory.resolve("tree"), 1, RATE);
        assertThat(engine.data.resolve("in/a")).satisfies(sameContentAs(directory.resolve("tree/a")));
        assertThat(engine.data.resolve("in/b/c")).satisfies(sameContentAs(directory.resolve("tree/b/c")));
        assertThat(engine.data.resolve("in/b/d")).isEmptyFile();
    }

    @Test
    void aMoveThatWasInterruptedGoesOnWhereItStopped() throws Exception {
        Path file = engine.file("source", 40_000_000, 8);
        Thread self = Thread.currentThread();
        TransferListener interruptsHalfWay = progress -> {
            if (progress.bytesDone() > 15_000_000) {
                self.interrupt();
            }
        };
        assertThatThrownBy(() -> plut().move(
                                request(Location.local(file.toString()), engine.remote("/in"), 1, 80_000_000, true),
                                interruptsHalfWay))
                .isInstanceOf(InterruptedException.class);
        assertThat(Files.exists(engine.data.resolve("in")))
                .as("no half file under the final name")
                .isFalse();
        TransferReport report = pushAgain(file);
        assertThat(engine.data.resolve("in")).satisfies(sameContentAs(file));
        assertThat(report.resumedBytes()).isGreaterThan(5_000_000);
    }

    /** The node needs a moment to notice that its client has gone, and to let go of the target. */
    private TransferReport pushAgain(Path file) throws Exception {
        for (int i = 0; ; i++) {
            try {
                return push(plut(), file, 1, RATE);
            } catch (TransferException e) {
                if (e.reason() != Reason.TARGET_BUSY || i == 50) {
                    throw e;
                }
                Thread.sleep(200);
            }
        }
    }

    @Test
    void plutIsRefusedOnAPathThatNobodyDeclaredDedicated() throws Exception {
        Path file = engine.file("source", 100_000, 9);
        assertThatThrownBy(() -> plut().move(
                                request(Location.local(file.toString()), engine.remote("/in"), 0, RATE, false),
                                TransferListener.NONE))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.UNSAFE);
                    assertThat(e.reason().exitCode()).isEqualTo(12);
                    assertThat(e).hasMessageContaining("--dedicated");
                });
        assertThat(engine.data.resolve("in")).doesNotExist();
    }

    @Test
    void tspWantsARate() throws Exception {
        Path file = engine.file("source", 100_000, 10);
        assertThatThrownBy(() -> push(tsp(), file, 0, 0))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT));
    }
}
