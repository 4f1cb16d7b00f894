package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.HistoryAccount;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.Quantity;
import org.waybill.api.RunningTransfer;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import tools.jackson.databind.json.JsonMapper;

/** Who said what is in the history, and none of its accounts can outvote the others. */
class HistoryByAccountTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final long BYTES = 1_000_000_000;

    private static Standalone standalone;
    private static AdvisorService ada;
    private static AdvisorService bob;
    private static AdvisorService mallory;
    private static AdvisorService eve;

    @BeforeAll
    static void connect() throws Exception {
        standalone = Standalone.shared();
        ada = viewer("history-ada");
        bob = viewer("history-bob");
        mallory = viewer("history-mallory");
        eve = viewer("history-eve");
    }

    private static AdvisorService viewer(String name) throws Exception {
        return TestClients.advisor(URI.create(standalone.service.url().toString()), standalone.viewerToken(name), null);
    }

    /** {@code count} transfers from {@code source} of about a number of seconds, from this minute on. */
    private static List<TransferOutcome> moved(String source, int count, double seconds, int minute) {
        List<TransferOutcome> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new TransferOutcome(
                    UUID.randomUUID().toString(),
                    source,
                    "b.example",
                    "tcp",
                    "",
                    1,
                    StorageClass.DISK,
                    BYTES,
                    1,
                    START.plusSeconds(60L * (minute + i)),
                    seconds * (1 + i % 3 * .01),
                    0,
                    0,
                    "OK",
                    null,
                    null,
                    null,
                    ""));
        }
        return all;
    }

    private static double forecast(AdvisorService asker, String source) {
        return ask(asker, source).secondsP50();
    }

    private static Forecast ask(AdvisorService asker, String source) {
        return asker.forecast(List.of(new ForecastQuery(
                        source,
                        "b.example",
                        "tcp",
                        "",
                        1,
                        StorageClass.DISK,
                        BYTES,
                        1,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)))
                .getFirst();
    }

    @Test
    void whoeverAsksBelievesHisOwnMoreThanAnyNumberOfAnothersLies() {
        ada.recordTransfers(moved("own.example", 12, 40, 0));
        mallory.recordTransfers(moved("own.example", 900, 100_000, 100));
        assertThat(forecast(ada, "own.example")).isBetween(35.0, 50.0);
        mallory.recordTransfers(moved("own.example", 900, .01, 2_000));
        assertThat(forecast(ada, "own.example")).isBetween(35.0, 50.0);
    }

    @Test
    void oneAccountCannotOutvoteTwoThatAgree() {
        ada.recordTransfers(moved("three.example", 5, 40, 0));
        bob.recordTransfers(moved("three.example", 5, 44, 10));
        mallory.recordTransfers(moved("three.example", 900, 100_000, 100));
        for (AdvisorService asker : List.of(ada, bob, eve, TestClients.advisor(standalone.service))) {
            assertThat(forecast(asker, "three.example")).isBetween(35.0, 60.0);
        }
    }

    @Test
    void ofTwoThatDisagreeTheOlderAccountIsBelievedByAThird() {
        bob.recordTransfers(moved("two.example", 5, 40, 0));
        mallory.recordTransfers(moved("two.example", 500, 100_000, 100));
        assertThat(forecast(eve, "two.example")).isBetween(35.0, 50.0);
    }

    @Test
    void accountsThatAgreeAreAllUsed() {
        ada.recordTransfers(moved("agree.example", 10, 40, 0));
        bob.recordTransfers(moved("agree.example", 10, 44, 20));
        assertThat(ask(eve, "agree.example").samples()).isEqualTo(20);
        assertThat(ask(ada, "agree.example").samples()).isEqualTo(20);
    }

    @Test
    void aMeasurementOfOneIsNotTheMeasureOfAll() {
        Instant now = Instant.now();
        ada.recordMeasurements(List.of(rtt("measured.example", 100, now.minusSeconds(300))));
        bob.recordMeasurements(List.of(rtt("measured.example", 102, now.minusSeconds(200))));
        List<Measurement> lies = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            lies.add(rtt("measured.example", 100_000, now.minusSeconds(100).plusMillis(i)));
        }
        double honest = forecast(eve, "measured.example", 1e-3);
        mallory.recordMeasurements(lies);
        assertThat(forecast(eve, "measured.example", 1e-3)).isBetween(honest / 1.5, honest * 1.5);
    }

    private static Measurement rtt(String source, double millis, Instant at) {
        return new Measurement(source, "b.example", Quantity.RTT, millis, "ping", 5, null, at);
    }

    private static double forecast(AdvisorService asker, String source, double loss) {
        return asker.forecast(List.of(new ForecastQuery(
                        source,
                        "b.example",
                        "tcp",
                        "",
                        1,
                        StorageClass.DISK,
                        BYTES,
                        1,
                        null,
                        null,
                        loss,
                        null,
                        null,
                        null,
                        null)))
                .getFirst()
                .secondsP50();
    }

    @Test
    void whatAnAccountToldIsListedAndDeletedByAdministratorsOnly() throws Exception {
        ada.recordTransfers(moved("deleted.example", 2, 40, 0));
        eve.recordTransfers(moved("deleted.example", 3, 1, 0));
        eve.recordMeasurements(List.of(rtt("deleted.example", 3, Instant.now())));
        AdvisorService administrator = TestClients.advisor(standalone.service);
        assertThat(administrator.historyAccounts("deleted.example", ""))
                .extracting(HistoryAccount::account, HistoryAccount::transfers, HistoryAccount::measurements)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("history-ada", 2L, 0L),
                        org.assertj.core.groups.Tuple.tuple("history-eve", 3L, 1L));
        assertThatThrownBy(() -> eve.deleteHistory("history-ada"))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.FORBIDDEN));
        assertThatThrownBy(() -> eve.historyAccounts("", "")).isInstanceOf(ServiceException.class);

        HttpResponse<String> deleted = standalone.send(standalone
                .request("/api/history?account=history-eve", standalone.service.token())
                .DELETE()
                .build());

        assertThat(deleted.statusCode()).isEqualTo(200);
        assertThat(JsonMapper.shared().readTree(deleted.body()).get("records").asInt())
                .isGreaterThanOrEqualTo(4);
        PairHistory left = administrator.history("deleted.example", "", 100);
        assertThat(left.transfers()).hasSize(2);
        assertThat(left.measurements()).isEmpty();
    }

    @Test
    void ofARunningTransferOnlyItsOwnAccountHasNews() {
        String id = UUID.randomUUID().toString();
        ada.reportRunning(running(id, 10, false));
        mallory.reportRunning(running(id, 99, false));
        mallory.reportRunning(running(id, 99, true));
        assertThat(ada.running())
                .filteredOn(one -> one.id().equals(id))
                .singleElement()
                .extracting(RunningTransfer::bytesDone)
                .isEqualTo(10L);
        ada.reportRunning(running(id, 100, true));
        assertThat(ada.running()).noneMatch(one -> one.id().equals(id));
    }

    private static RunningTransfer running(String id, long done, boolean ended) {
        return new RunningTransfer(id, "run.example", "b.example", "tcp", "", done, 100, 0, 1, 1e6, START, ended);
    }

    @Test
    void aForecastIsScoredByItsAskerAlone() {
        ada.recordTransfers(moved("scored.example", 5, 40, 0));
        String asked = ask(ada, "scored.example").id();
        mallory.recordTransfers(List.of(scoring("scored.example", asked, 100_000)));
        assertThat(ada.history("scored.example", "", 10).scoredForecasts()).isZero();
        ada.recordTransfers(List.of(scoring("scored.example", asked, 41)));
        assertThat(ada.history("scored.example", "", 10).scoredForecasts()).isEqualTo(1);
    }

    @Test
    void howGoodForecastsWereIsNotForOneAccountToSay() {
        ada.recordTransfers(moved("record.example", 5, 40, 0));
        score(ada, 5, 1.02);
        score(mallory, 256, 50);
        for (AdvisorService asker : List.of(ada, eve)) {
            assertThat(asker.history("record.example", "", 10).medianErrorPercent())
                    .isLessThan(5);
            assertThat(ask(asker, "record.example").pastMedianErrorPercent()).isLessThan(5);
        }
    }

    /** Forecasts that this account asks for, each with an outcome of a multiple of what it said. */
    private static void score(AdvisorService account, int count, double times) {
        ForecastQuery query = new ForecastQuery(
                "record.example",
                "b.example",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                BYTES,
                1,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        account.recordTransfers(account.forecast(Collections.nCopies(count, query)).stream()
                .map(made -> scoring("record.example", made.id(), made.secondsP50() * times))
                .toList());
    }

    private static TransferOutcome scoring(String source, String forecast, double seconds) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                source,
                "b.example",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                BYTES,
                1,
                START,
                seconds,
                0,
                0,
                "OK",
                forecast,
                null,
                null,
                "");
    }
}
