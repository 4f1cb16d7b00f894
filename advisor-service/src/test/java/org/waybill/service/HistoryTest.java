package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.EvidenceAccuracy;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.Quantity;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.ForecastRow;
import org.waybill.db.history.Forecasts;
import org.waybill.db.history.Route;
import org.waybill.service.history.TransferHistory;

/** Forecasts, what came of them, and the record that is kept of both; through Hessian. */
class HistoryTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00.000001Z");

    private static AdvisorService advisor;

    @BeforeAll
    static void connect() throws IOException {
        advisor = TestClients.advisor(Standalone.shared().service);
    }

    private static ForecastQuery query(String source, long bytes, Double rttMillis, Double bottleneck, Double loss) {
        return new ForecastQuery(
                source,
                "b.example",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                bytes,
                1,
                rttMillis,
                bottleneck,
                loss,
                null,
                null,
                null,
                null);
    }

    private static TransferOutcome outcome(String source, long bytes, double seconds, int minute, String forecastId) {
        return outcome(source, "tcp", bytes, seconds, minute, forecastId);
    }

    private static TransferOutcome outcome(
            String source, String transport, long bytes, double seconds, int minute, String forecastId) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                source,
                "b.example",
                transport,
                "",
                1,
                StorageClass.DISK,
                bytes,
                1,
                START.plusSeconds(60L * minute),
                seconds,
                0,
                0,
                "OK",
                forecastId,
                null,
                null,
                "PATH");
    }

    @Test
    void anIpv6AddressIsTheSameHostHoweverItIsWritten() {
        advisor.recordTransfers(List.of(
                outcome("2001:db8:0:0:0:0:0:7", 1_000, 1, 0, null),
                outcome("2001:DB8::7", 1_000, 1, 1, null),
                outcome("[2001:db8::0:7]", 1_000, 1, 2, null)));
        for (String written : List.of("2001:db8::7", "[2001:db8::7]", "2001:db8:0::7")) {
            assertThat(advisor.history(written, "", 10).transfers())
                    .hasSize(3)
                    .allMatch(one -> one.sourceHost().equals("2001:db8::7"));
        }
    }

    /** Between hosts, and to a relay, that are only known by IPv6 addresses. */
    @Test
    void linksBetweenIpv6AddressesAreForecast() {
        advisor.recordMeasurements(List.of(new Measurement(
                "2001:db8::21",
                "2001:db8:0::22",
                Quantity.BULK_TRANSFER_CAPACITY,
                5e8,
                "test",
                1,
                null,
                Instant.now().minusSeconds(60))));
        for (String written : List.of("2001:db8::21", "[2001:DB8:0:0::21]")) {
            assertThat(advisor.virtualPaths(written, "2001:db8::22", 4).getFirst())
                    .satisfies(path -> {
                        assertThat(path.via()).isEmpty();
                        assertThat(path.bitsPerSecond()).isEqualTo(5e8);
                    });
        }
    }

    /** Each advice asks for dozens, of which no outcome ever comes. */
    @Test
    void forecastsWithoutAnOutcomeAreForgottenAfterAMonth() throws IOException {
        SpringService running = (SpringService) Standalone.shared().service;
        Forecasts forecasts = running.bean(Forecasts.class);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        Route route = new Route("retained.example", "b.example", "tcp", "", 1, "DISK", 1_000, 1);
        Map<String, Boolean> stays = new HashMap<>();
        for (int days : new int[] {1, 29, 31, 400}) {
            ForecastRow.Facts facts = new ForecastRow.Facts(
                    now.minus(days, ChronoUnit.DAYS), route, null, null, null, 1, 2, "MODEL", "x", 0, "", "ENDS", 1.0);
            ForecastRow unscored = new ForecastRow(UUID.randomUUID().toString(), facts, "t");
            ForecastRow scored = new ForecastRow(UUID.randomUUID().toString(), facts, "t");
            scored.score(1, now);
            forecasts.saveAll(List.of(unscored, scored));
            stays.put(unscored.getId(), days < 30);
            stays.put(scored.getId(), true);
        }
        running.bean(TransferHistory.class).forgetUnscored();
        stays.forEach((id, kept) -> assertThat(forecasts.existsById(id)).isEqualTo(kept));
    }

    private static TransferOutcome limited(TransferOutcome of) {
        return other(of, of.id(), 0, of.forecastId(), null, null, "LIMIT");
    }

    private static TransferOutcome other(
            TransferOutcome of,
            String id,
            long resumed,
            @Nullable String forecastId,
            @Nullable Double p50,
            @Nullable Double p90,
            @Nullable String cause) {
        return new TransferOutcome(
                id,
                of.sourceHost(),
                of.destinationHost(),
                of.transport(),
                of.via(),
                of.streams(),
                of.storage(),
                of.bytes(),
                of.files(),
                of.startedAt(),
                of.seconds(),
                0,
                resumed,
                of.status(),
                forecastId,
                p50,
                p90,
                cause);
    }

    @Test
    void aTransferThatWasHeldToARateSaysNothingOfThePath() {
        String source = "limited.example";
        ForecastQuery query = query(source, 1_000_000_000, 10.0, 1e9, null);
        Forecast before = ask(query);
        List<TransferOutcome> moved = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            moved.add(limited(outcome(source, 1_000_000_000, 800, i, i == 0 ? before.id() : null)));
        }
        advisor.recordTransfers(moved);
        Forecast after = ask(query);
        assertThat(after.basis()).isEqualTo(before.basis());
        assertThat(after.secondsP50()).isEqualTo(before.secondsP50(), within(1e-6));
        PairHistory history = advisor.history(source, "b.example", 10);
        assertThat(history.transfers()).hasSize(4);
        assertThat(history.scoredForecasts()).isZero();
        advisor.recordTransfers(List.of(outcome(source, 1_000_000_000, 9, 5, null)));
        assertThat(ask(query).secondsP50()).isBetween(7.0, 11.0);
    }

    private static Forecast ask(ForecastQuery query) {
        return advisor.forecast(List.of(query)).getFirst();
    }

    @Test
    void inventsNothing() {
        Forecast forecast = ask(query("unknown.example", 1_000_000, null, null, null));
        assertThat(forecast.basis()).isEqualTo(ForecastBasis.UNKNOWN);
        assertThat(forecast.id()).isEmpty();
        assertThat(forecast.secondsP50()).isNull();
        assertThat(forecast.goodputBitsPerSecond()).isNull();
    }

    @Test
    void modelsTheTransportUntilThereIsHistoryAndThenLearns() {
        String source = "learns.example";
        Forecast cold = ask(query(source, 1_000_000_000, 100.0, null, 1e-3));
        assertThat(cold.basis()).isEqualTo(ForecastBasis.MODEL);
        List<TransferOutcome> moved = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            moved.add(outcome(source, 1_000_000_000, 40 + i % 3, i, i == 0 ? cold.id() : null));
        }
        advisor.recordTransfers(moved);
        Forecast warm = ask(query(source, 1_000_000_000, 100.0, null, 1e-3));
        assertThat(warm.basis()).isEqualTo(ForecastBasis.HISTORY);
        assertThat(warm.samples()).isEqualTo(10);
        assertThat(warm.secondsP50()).isBetween(37.0, 45.0);
        assertThat(warm.secondsP90()).isGreaterThanOrEqualTo(warm.secondsP50());
        assertThat(warm.pastMedianErrorPercent()).isNotNull();
        assertThat(ask(query(source, 2_000_000_000, null, null, null)).secondsP50())
                .isGreaterThan(warm.secondsP50());
    }

    @Test
    void usesWhatWasMeasuredOfThePairLately() {
        String source = "measured-once.example";
        advisor.recordMeasurements(List.of(
                new Measurement(source, "b.example", Quantity.RTT, 20, "icmp", 9, 1.0, Instant.now()),
                new Measurement(
                        source,
                        "b.example",
                        Quantity.BOTTLENECK_BANDWIDTH,
                        1e9,
                        "packet-pair",
                        9,
                        null,
                        Instant.now())));
        Forecast forecast = ask(query(source, 1_000_000_000, null, null, null));
        assertThat(forecast.basis()).isEqualTo(ForecastBasis.PROBE);
        assertThat(forecast.secondsP50()).isBetween(8.0, 12.0);
        assertThat(advisor.history(source, "", 10).measurements()).hasSize(2);
    }

    private static ForecastQuery measured(String source, double estimatedSeconds, String evidence) {
        return new ForecastQuery(
                source,
                "b.example",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                100_000_000,
                1,
                40.0,
                1e8,
                null,
                null,
                null,
                estimatedSeconds,
                evidence);
    }

    @Test
    void aBandIsLearnedFromWhatBecameOfAllForecastsOnTheSameEvidence() {
        Forecast first = ask(measured("trains-0.example", 10, "TRAINS"));
        assertThat(first.secondsP50()).isEqualTo(10);
        assertThat(first.secondsP90()).isBetween(15.9, 16.1);
        assertThat(first.evidence()).isEqualTo("TRAINS");
        for (int i = 1; i <= 40; i++) {
            String source = "trains-" + i + ".example";
            advisor.recordTransfers(List.of(outcome(
                    source,
                    100_000_000,
                    i % 10 == 0 ? 30 : 13 + i % 3,
                    i,
                    ask(measured(source, 10, "TRAINS")).id())));
        }
        Forecast last = ask(measured("trains-99.example", 10, "TRAINS"));
        assertThat(last.secondsP50()).isBetween(12.5, 15.0);
        assertThat(last.secondsP90()).isBetween(15.0, 31.0);
        // no test transfers were forecast too short
        assertThat(ask(measured("tested.example", 10, "TEST")).secondsP50()).isEqualTo(10);
        // and the pair's own past comes before what is measured now
        assertThat(ask(measured("trains-1.example", 99, "TRAINS")).secondsP50()).isBetween(12.0, 16.0);
    }

    /** Else they would keep the asker from making test transfers. */
    @Test
    void smallCopiesLeaveTheTimeOfALargeOneToWhatIsMeasuredNow() {
        for (int i = 0; i < 5; i++) {
            advisor.recordTransfers(List.of(outcome("little.example", 10_000, .5, i, null)));
        }
        Forecast byEchoes = ask(query("little.example", 100_000_000, 40.0, 1e8, null));
        assertThat(byEchoes.basis()).isEqualTo(ForecastBasis.PROBE);
        assertThat(byEchoes.evidence()).isEqualTo("ECHO");
        assertThat(byEchoes.samples()).isEqualTo(5);
        Forecast tested = ask(measured("little.example", 20, "TEST"));
        assertThat(tested.evidence()).isEqualTo("TEST");
        assertThat(tested.secondsP50()).isBetween(19.0, 21.0);
        assertThat(ask(query("little.example", 12_000, 40.0, 1e8, null)).basis())
                .isEqualTo(ForecastBasis.HISTORY);
    }

    /** The service knows neither congestion control nor number of connections: by its model alone it is 60 s. */
    @Test
    void whatTheAskerKnowsOfAnOptionIsKeptAndCorrectedByTransfersOfOthers() {
        String source = "lossy.example";
        ForecastQuery byBbr = new ForecastQuery(
                source,
                "b.example",
                "tcp",
                "",
                0,
                StorageClass.DISK,
                100_000_000,
                1,
                40.0,
                1e8,
                .01,
                null,
                null,
                9.0,
                "ECHO");
        Forecast cold = ask(byBbr);
        assertThat(cold.secondsP50()).isEqualTo(9);
        ForecastQuery bySftp = new ForecastQuery(
                source,
                "b.example",
                "sftp",
                "",
                1,
                StorageClass.DISK,
                100_000_000,
                1,
                40.0,
                1e8,
                .01,
                null,
                null,
                null,
                null);
        double promised = ask(bySftp).secondsP50();
        advisor.recordTransfers(List.of(outcome(source, "sftp", 100_000_000, 2 * promised, 1, null)));
        Forecast corrected = ask(byBbr);
        assertThat(corrected.evidence()).isEqualTo("ECHO");
        assertThat(corrected.secondsP50()).isBetween(16.0, 18.5);
    }

    @Test
    void evidenceThatNobodyKnowsIsRefused() {
        assertThatThrownBy(() -> ask(measured("guessed.example", 10, "GUESS")))
                .hasMessageContaining("invalid evidence 'GUESS'");
    }

    @Test
    void theTrackRecordIsMadeOfForecastsAndTheirOutcomes() {
        String source = "scored-once.example";
        double[] factors = {1.0, 1.1, 1.2, 0.9, 5.0};
        for (int i = 0; i < factors.length; i++) {
            Forecast forecast = ask(query(source, 100_000_000, 50.0, 1e9, null));
            advisor.recordTransfers(
                    List.of(outcome(source, 100_000_000, forecast.secondsP50() * factors[i], i, forecast.id())));
        }
        PairHistory history = advisor.history(source, "b.example", 100);
        assertThat(history.scoredForecasts()).isEqualTo(5);
        // errors of 1/f - 1: 0, 9.1, 16.7, 11.1 and 80 per cent
        assertThat(history.medianErrorPercent()).isBetween(11.0, 11.2);
        assertThat(history.p90CoveragePercent()).isEqualTo(80);
        assertThat(history.accuracy()).extracting(EvidenceAccuracy::evidence).containsExactly("HISTORY", "ECHO");
        assertThat(history.accuracy().get(0).forecasts()).isEqualTo(4);
        assertThat(history.accuracy().get(1).medianErrorPercent()).isCloseTo(0, within(1e-9));
        assertThat(history.accuracy().get(0).meanLogError())
                .isCloseTo((Math.log(1.1) + Math.log(1.2) - Math.log(.9) + Math.log(5)) / 4, within(1e-9));
        assertThat(history.worst().getFirst().outcomeSeconds()
                        / history.worst().getFirst().secondsP50())
                .isCloseTo(5, within(1e-9));
        assertThat(history.worst().getFirst().causeCode()).isEqualTo("PATH");
        assertThat(history.transfers())
                .hasSize(5)
                .isSortedAccordingTo((a, b) -> b.startedAt().compareTo(a.startedAt()));
    }

    /** A copy without advice is forecast by its home, which tells the service with its outcome. */
    @Test
    void forecastsOfCopiesWithoutAdviceCountAsEvidenceOfTheirOwn() {
        String source = "alone.example";
        TransferOutcome plain = outcome(source, 1_000, 2, 1, null);
        advisor.recordTransfers(List.of(
                plain, ownForecast(plain, 1, 1.5, 0), ownForecast(plain, 2, 3, 0), ownForecast(plain, 9, 9, 500)));
        PairHistory history = advisor.history(source, "b.example", 100);
        assertThat(history.scoredForecasts())
                .as("a resumed copy is not counted")
                .isEqualTo(2);
        assertThat(history.accuracy()).singleElement().satisfies(one -> {
            assertThat(one.evidence()).isEqualTo("LOCAL_HISTORY");
            assertThat(one.forecasts()).isEqualTo(2);
            assertThat(one.p90CoveragePercent()).isEqualTo(50);
        });
        assertThat(history.worst().getFirst().secondsP50()).isEqualTo(1);
        assertThat(history.worst().getFirst().causeCode()).isEqualTo("PATH");
    }

    private static TransferOutcome ownForecast(TransferOutcome of, double p50, double p90, long resumed) {
        return other(of, UUID.randomUUID().toString(), resumed, null, p50, p90, of.causeCode());
    }

    @Test
    void aForecastIsNotScoredByAnotherPairAFailureOrAResumedRest() {
        String source = "strict.example";
        Forecast forecast = ask(query(source, 1_000, 50.0, 1e9, null));
        TransferOutcome good = outcome(source, 1_000, 1, 0, forecast.id());
        advisor.recordTransfers(List.of(
                new TransferOutcome(
                        UUID.randomUUID().toString(),
                        source,
                        "b.example",
                        "tcp",
                        "",
                        1,
                        StorageClass.DISK,
                        1_000,
                        1,
                        START,
                        1,
                        0,
                        0,
                        "UNREACHABLE",
                        forecast.id(),
                        null,
                        null,
                        ""),
                new TransferOutcome(
                        UUID.randomUUID().toString(),
                        source,
                        "b.example",
                        "tcp",
                        "",
                        1,
                        StorageClass.DISK,
                        1_000,
                        1,
                        START,
                        1,
                        0,
                        500,
                        "OK",
                        forecast.id(),
                        null,
                        null,
                        ""),
                outcome("other.example", 1_000, 1, 0, forecast.id())));
        assertThat(advisor.history(source, "", 10).scoredForecasts()).isZero();
        advisor.recordTransfers(List.of(good));
        assertThat(advisor.history(source, "", 10).scoredForecasts()).isEqualTo(1);
    }

    @Test
    void theSameTransferIsKeptOnceWhoeverDeliversItAndHoweverOften() throws Exception {
        String source = "once.example";
        List<TransferOutcome> outbox =
                List.of(outcome(source, 1, 1, 0, null), outcome(source, 2, 2, 1, null), outcome(source, 3, 3, 2, null));
        Callable<Void> deliver = () -> {
            advisor.recordTransfers(outbox);
            return null;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> each : threads.invokeAll(Collections.nCopies(8, deliver))) {
                each.get();
            }
        }
        assertThat(advisor.history(source, "", 100).transfers()).containsExactlyElementsOf(outbox.reversed());
    }

    @Test
    void whatCannotBeIsRefusedAndNothingOfItIsKept() {
        String source = "refused.example";
        TransferOutcome good = outcome(source, 1, 1, 0, null);
        TransferOutcome bad = new TransferOutcome(
                "not-a-uuid",
                source,
                "b",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                1,
                1,
                START,
                1,
                0,
                0,
                "OK",
                null,
                null,
                null,
                "");
        assertThatThrownBy(() -> advisor.recordTransfers(List.of(good, bad)))
                .isInstanceOf(ServiceException.class)
                .hasMessage("invalid id of a transfer: expected a UUID");
        TransferOutcome tooFast = outcome(source, 1_000_000_000, 1e-6, 0, null);
        assertThatThrownBy(() -> advisor.recordTransfers(List.of(good, tooFast)))
                .isInstanceOf(ServiceException.class)
                .hasMessageStartingWith("invalid seconds 1.0E-6 for 1000000000 bytes: expected a rate of at most");
        int century = 100 * 366 * 24 * 60;
        assertThatThrownBy(() -> advisor.recordTransfers(List.of(good, outcome(source, 1, 1, century, null))))
                .isInstanceOf(ServiceException.class)
                .hasMessageStartingWith("startedAt: invalid time 21");
        assertThat(advisor.history(source, "", 10).transfers()).isEmpty();
        assertThatThrownBy(() -> ask(query(source, -1, null, null, null))).hasMessageContaining("bytes is -1");
        assertThatThrownBy(() -> ask(query(source, 1, -5.0, null, null))).hasMessageContaining("rttMillis");
        assertThatThrownBy(() -> ask(query(source, 1, null, null, 1.5))).hasMessageContaining("lossRatio");
        assertThatThrownBy(() -> ask(query(" ", 1, null, null, null))).hasMessage("sourceHost is empty");
        assertThatThrownBy(() -> advisor.forecast(Collections.nCopies(257, query("a", 1, null, null, null))))
                .hasMessageContaining("at most 256");
        assertThatThrownBy(() -> advisor.history("", "", 1_001)).hasMessageContaining("1..1000");
    }
}
