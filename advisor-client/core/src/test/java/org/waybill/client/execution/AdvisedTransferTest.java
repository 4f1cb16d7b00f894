package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.WaybillNode;

/** Copies to and from a node whose advice is made while they run, and the change over to a relay path. */
class AdvisedTransferTest extends AdvisedCase {
    private static final int BYTES = 12_000_000;
    /** The whole file takes six seconds, or 300 by the fast clock. */
    private static final long SLOW = 16_000_000;

    private WaybillNode relay;
    private Path source;

    AdvisedTransferTest() {
        super(BYTES);
    }

    @BeforeEach
    void start() throws Exception {
        relay = startRelay();
        source = engine.file("data/source", BYTES, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changesOverToAPathThatIsForecastToBeQuickerAndResumes(boolean push) throws Exception {
        TransferOrder quick = order(push, overRelay(), 0, forecast(20));
        AtomicInteger asked = new AtomicInteger();
        TransferResult result = move(order(push, NetworkPaths.DIRECT, SLOW, Estimate.UNKNOWN), all -> {
            asked.incrementAndGet();
            assertThat(all).isEqualTo(new Dataset(BYTES, 1));
            return new BesideAdvice.Found(forecast(290), List.of(order(push, overNone(), 0, forecast(4000)), quick));
        });

        assertThat(target(push)).satisfies(sameContentAs(source));
        assertThat(result.report().via()).containsExactly(relayAddress());
        assertThat(result.report().sha256()).isNotNull();
        assertThat(result.report().resumedBytes()).as("none was there before").isZero();
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.forecast()).as("no option was forecast to do a part").isEqualTo(Estimate.UNKNOWN);
        assertThat(relay.relayMeter().forwardedBytes())
                .as("what came directly was not sent again")
                .isBetween(BYTES / 4L, BYTES - 100_000L);
        assertThat(asked).hasValue(1);
        assertThat(changes())
                .singleElement()
                .asString()
                .contains("changing over from tcp to tcp via " + relayAddress());
        assertThat(EngineFixture.leftovers(directory)).isEmpty();
        assertThat(outcomes()).singleElement().satisfies(kept -> {
            assertThat(kept.via()).isEqualTo(relayAddress());
            assertThat(kept.resumedBytes()).as("by the first option").isPositive();
            assertThat(kept.forecastSecondsP50()).as("no sample for a forecast").isNull();
            assertThat(kept.seconds()).isLessThan(result.seconds());
        });
    }

    @Test
    void staysWithAnOptionThatIsNotMuchSlowerAndKeepsItsForecast() throws Exception {
        Estimate own = forecast(290);
        TransferResult result = move(
                order(true, NetworkPaths.DIRECT, 2 * SLOW, Estimate.UNKNOWN),
                all -> new BesideAdvice.Found(own, List.of(order(true, overRelay(), 0, forecast(280)))));

        assertThat(target(true)).satisfies(sameContentAs(source));
        assertThat(result.report().via()).isEmpty();
        assertThat(result.forecast()).isEqualTo(own);
        assertThat(relay.relayMeter().forwardedBytes()).isZero();
        assertThat(events).anyMatch(event -> event.startsWith("FORECAST forecast "));
        assertThat(outcomes()).singleElement().satisfies(kept -> {
            assertThat(kept.forecastId()).isEqualTo("of 290.0");
            assertThat(kept.resumedBytes()).isZero();
        });
    }

    @Test
    void resumesByTheFirstOptionWhereTheOtherOneFails() throws Exception {
        TransferRequest absent = new TransferRequest(
                Location.local(directory.resolve("absent").toString()),
                engine.remote("/copy"),
                overRelay(),
                DataOptions.DEFAULT);
        TransferOrder fails =
                TransferOrder.of(absent, "tcp", "here", "there", 1, true).with(absent, "tcp", forecast(20));
        TransferResult result = move(
                order(true, NetworkPaths.DIRECT, 2 * SLOW, Estimate.UNKNOWN),
                all -> new BesideAdvice.Found(Estimate.UNKNOWN, List.of(fails)));

        assertThat(target(true)).satisfies(sameContentAs(source));
        assertThat(result.report().via()).isEmpty();
        assertThat(changes()).hasSize(2).last().asString().contains("failed: ").endsWith("; resuming by tcp");
        assertThat(EngineFixture.leftovers(directory)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsInterruptedAtTheChangeIsResumedByTheNextRun(boolean push) throws Exception {
        Thread user = Thread.currentThread();
        TransferListener ctrlC = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                // of no interest here
            }

            @Override
            public void onEvent(String code, String text) {
                if (code.equals("TRANSPORT_CHANGED")) {
                    user.interrupt();
                }
            }
        };
        TransferOrder quick = order(push, overRelay(), 0, forecast(20));
        assertThatThrownBy(() -> service()
                        .move(
                                order(push, NetworkPaths.DIRECT, SLOW, Estimate.UNKNOWN),
                                all -> new BesideAdvice.Found(Estimate.UNKNOWN, List.of(quick)),
                                ctrlC))
                .isInstanceOf(InterruptedException.class);
        assertThat(target(push)).doesNotExist();
        assertThat(outcomes()).isEmpty();

        TransferResult again =
                service().move(order(push, NetworkPaths.DIRECT, 0, Estimate.UNKNOWN), TransferListener.NONE);
        assertThat(target(push)).satisfies(sameContentAs(source));
        assertThat(again.report().resumedBytes()).isPositive();
        assertThat(EngineFixture.leftovers(directory)).isEmpty();
    }

    @Test
    void aTransferThatIsOverDoesNotWaitForItsAdvice() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        move(order(true, NetworkPaths.DIRECT, 2 * SLOW, Estimate.UNKNOWN), all -> {
            try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody counts down");
            } catch (InterruptedException e) {
                interrupted.complete(true);
                throw e;
            }
        });
        assertThat(target(true)).satisfies(sameContentAs(source));
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    List<Mover> movers() {
        return List.of(new EngineMover(engine.home));
    }

    private String relayAddress() {
        return "127.0.0.1:" + relay.address().getPort();
    }

    private NetworkPaths overRelay() {
        return NetworkPaths.through(List.of(relayAddress()));
    }

    private static NetworkPaths overNone() {
        return NetworkPaths.through(List.of("127.0.0.1:1"));
    }

    private Path target(boolean push) {
        return push ? engine.data.resolve("copy") : directory.resolve("copy");
    }

    private TransferOrder order(boolean push, NetworkPaths paths, long rate, Estimate forecast) {
        Location here = Location.local((push ? source : target(false)).toString());
        Location there = engine.remote(push ? "/copy" : "/source");
        TransferRequest request = new TransferRequest(
                push ? here : there, push ? there : here, paths, new DataOptions(0, rate, Verify.SHA256));
        return TransferOrder.of(request, "tcp", "here", "there", 1, true).with(request, "tcp", forecast);
    }

    @Test
    void aTrialIsOneAttemptThatIsStoppedWhenItTakesTooLong() {
        TransferOrder slow = order(true, NetworkPaths.DIRECT, SLOW, forecast(300));
        assertThatThrownBy(() -> service().tryOnce(slow, Duration.ofSeconds(20), TransferListener.NONE))
                .hasMessage("it took more than 20.0 s");
        TransferOrder none = order(true, NetworkPaths.DIRECT, 0, forecast(20));
        engine.close();
        assertThatThrownBy(() -> service().tryOnce(none, Duration.ofHours(1), heard()))
                .hasMessageContaining("127.0.0.1");
        assertThat(events).noneMatch(event -> event.startsWith("RETRY"));
    }
}
