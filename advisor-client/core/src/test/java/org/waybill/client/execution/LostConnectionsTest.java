package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineCase;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.TcpForwarder;

/**
 * Connections that are lost on the client's side only: the node still believes in the attempt that has ended, and in
 * its lock on the target.
 */
@Timeout(600)
class LostConnectionsTest extends EngineCase {
    private static final RetryPolicy SOON =
            new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMinutes(5), 3);
    /** Within this no node gives a silent client up. */
    private static final double MOST_SECONDS = 25;

    @ParameterizedTest
    @CsvSource({"tcp, true", "plut, true", "tcp, false", "plut, false"})
    void aTransferTakesItsTargetOverFromItsOwnLostAttempt(String transport, boolean push) throws Exception {
        lose(transport, push, 24, 10, 200_000_000, 2, 0);
    }

    @ParameterizedTest
    @CsvSource({"tcp, true", "plut, true", "tcp, false", "plut, false"})
    @Tag("nightly")
    void twentyTimesEach(String transport, boolean push) throws Exception {
        long seed = Long.getLong("waybill.test.seed", System.nanoTime());
        System.out.println("LostConnectionsTest: -Dwaybill.test.seed=" + seed);
        lose(transport, push, 100, 60, 800_000_000, 20, seed);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRecordThatWasAlteredOnTheWayIsLikeALostConnection(boolean push) throws Exception {
        Path source = engine.file("data/source", 24_000_000, 1);
        try (TcpForwarder proxy = new TcpForwarder(engine.node.address())) {
            proxy.alterAfter(10_000_000);
            Location there = EngineFixture.remote(proxy.port(), push ? "/copy" : "/source");
            Path local = push ? source : directory.resolve("copy");
            TransferRequest request = new TransferRequest(
                            push ? Location.local(local.toString()) : there,
                            push ? there : Location.local(local.toString()),
                            NetworkPaths.DIRECT,
                            new DataOptions(0, 400_000_000, Verify.SHA256))
                    .onDedicatedPath(true);
            TransferResult result =
                    service().move(TransferOrder.of(request, "tcp", "here", "there", 1, true), TransferListener.NONE);
            assertThat(push ? engine.data.resolve("copy") : local).satisfies(sameContentAs(source));
            assertThat(result.attempts()).as("attempts").isEqualTo(2);
        }
    }

    /** @param seed decides when each time the connections are lost */
    private void lose(
            String transport, boolean push, int fileMegabytes, int lostMegabytes, long rate, int times, long seed)
            throws Exception {
        Path source = engine.file("data/source", fileMegabytes * 1_000_000L, 1);
        for (int i = 0; i < times; i++) {
            Random random = new Random(seed + i);
            long atBytes = (lostMegabytes + random.nextInt(lostMegabytes / 4)) * 1_000_000L;
            try (TcpForwarder proxy = new TcpForwarder(engine.node.address())) {
                String name = transport + push + i;
                Location there = EngineFixture.remote(proxy.port(), push ? "/" + name : "/source");
                Path local = push ? source : directory.resolve(name);
                TransferRequest request = new TransferRequest(
                                push ? Location.local(local.toString()) : there,
                                push ? there : Location.local(local.toString()),
                                NetworkPaths.DIRECT,
                                new DataOptions(0, rate, Verify.SHA256))
                        .onDedicatedPath(true);
                TransferResult result = service()
                        .move(TransferOrder.of(request, transport, "here", "there", 1, true), losingAt(atBytes, proxy));
                assertThat(push ? engine.data.resolve(name) : local).satisfies(sameContentAs(source));
                assertThat(result.report().sha256()).isNotNull();
                assertThat(result.attempts()).as("attempts").isEqualTo(2);
                assertThat(result.seconds()).isLessThan(MOST_SECONDS);
                TransferReport report = result.report();
                assertThat(report.resumedBytes())
                        .as("what this transfer sent was not there before")
                        .isZero();
                assertThat(report.seconds()).as("of all attempts").isEqualTo(result.seconds());
                assertThat(report.goodputBitsPerSecond() * result.seconds() / 8)
                        .as("no more than was sent")
                        .isLessThan(1.5 * fileMegabytes * 1e6);
            }
        }
    }

    private static TransferListener losingAt(long bytes, TcpForwarder proxy) {
        AtomicBoolean lost = new AtomicBoolean();
        return progress -> {
            if (progress.bytesDone() >= bytes && lost.compareAndSet(false, true)) {
                proxy.cutNear();
            }
        };
    }

    private TransferService service() {
        List<Mover> movers =
                List.of(new EngineMover(engine.home), EngineMover.by(DatagramTerms.Transport.PLUT, engine.home));
        return new TransferService(
                movers, new Outbox(directory.resolve("outbox")), SOON, RetryClock.SYSTEM, new Random(1), null);
    }
}
