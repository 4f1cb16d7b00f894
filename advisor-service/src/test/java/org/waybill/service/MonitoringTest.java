package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;

/** What Prometheus reads of a service of its own. */
class MonitoringTest {
    private static final Instant START = Instant.now().minusSeconds(60);

    private static Standalone standalone;
    private static AdvisorService advisor;

    @BeforeAll
    static void connect() throws Exception {
        standalone = Standalone.shared();
        advisor = TestClients.advisor(standalone.service);
    }

    private static String scrape() throws Exception {
        return standalone
                .get("/actuator/prometheus", standalone.service.token())
                .body();
    }

    /** The value of the one line that starts with this name and has these labels; 0 where there is none. */
    private static double value(String name, String... labels) throws Exception {
        return scrape().lines()
                .filter(line ->
                        line.startsWith(name + "{") && List.of(labels).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static TransferOutcome outcome(String transport, String status, @Nullable Double p50) {
        return outcome(transport, status, p50, START);
    }

    private static TransferOutcome outcome(String transport, String status, @Nullable Double p50, Instant started) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                "monitored.example",
                "b.example",
                transport,
                "",
                1,
                StorageClass.DISK,
                1_000_000,
                1,
                started,
                10,
                0,
                0,
                status,
                null,
                p50,
                p50 == null ? null : 1.2 * p50,
                "PATH");
    }

    @Test
    void transfersAndErrorsOfForecastsAreCountedOnce() throws Exception {
        double before = value("waybill_transfers_total", "transport=\"plut\"", "outcome=\"ok\"");
        TransferOutcome good = outcome("plut", "OK", 9.0);
        advisor.recordTransfers(List.of(good, outcome("plut", "OK", 5.0), outcome("plut", "TIMEOUT", 5.0)));
        advisor.recordTransfers(List.of(good)); // is known
        advisor.recordTransfers(List.of(outcome("plut", "OK", 9.0, START.minusSeconds(7_200)))); // as from a log

        assertThat(value("waybill_transfers_total", "transport=\"plut\"", "outcome=\"ok\"") - before)
                .isEqualTo(2);
        assertThat(value("waybill_transfers_total", "transport=\"plut\"", "outcome=\"failed\""))
                .isGreaterThanOrEqualTo(1);
        assertThat(value("waybill_transfer_bytes_total", "transport=\"plut\"")).isGreaterThanOrEqualTo(2_000_000);
        assertThat(value("waybill_forecasts_total", "transport=\"plut\"", "within_p90=\"true\""))
                .isEqualTo(1);
        assertThat(value("waybill_forecasts_total", "transport=\"plut\"", "within_p90=\"false\""))
                .isEqualTo(1);
        // ln(0.9) and ln(0.5)
        assertThat(value("waybill_forecast_error_percent_bucket", "transport=\"plut\"", "le=\"25.0\""))
                .isEqualTo(1);
        assertThat(value("waybill_forecast_error_percent_count", "transport=\"plut\""))
                .isEqualTo(2);
    }

    @Test
    void whatHasNotHappenedYetIsZero() throws Exception {
        assertThat(scrape()).contains("waybill_transfers_total{outcome=\"failed\",transport=\"s3\"} 0.0");
    }

    @Test
    void whatAClientCallsATransportIsNoLabel() throws Exception {
        advisor.recordTransfers(List.of(outcome("made-up", "OK", null)));
        assertThat(scrape()).doesNotContain("made-up").contains("transport=\"other\"");
    }

    @Test
    void anyAccountReadsThemAndNobodyElse() throws Exception {
        assertThat(standalone.get("/actuator/prometheus", "").statusCode()).isEqualTo(401);
        String viewer = standalone.viewerToken("prometheus");
        assertThat(standalone.get("/actuator/prometheus", viewer).statusCode()).isEqualTo(200);
        assertThat(standalone.get("/actuator/metrics", viewer).statusCode()).isEqualTo(403);
        assertThat(standalone.get("/actuator/prometheus", viewer).body())
                .doesNotContain("monitored.example", standalone.home.toString());
    }

    @Test
    void theDashboardAsksOnlyForWhatIsThere() throws Exception {
        advisor.recordTransfers(List.of(outcome("tcp", "OK", 9.0)));
        String dashboard =
                Files.readString(Path.of(System.getProperty("waybill.root"), "docs/monitoring/grafana-dashboard.json"));
        String all = scrape();
        TreeSet<String> asked =
                new TreeSet<>(Pattern.compile("\\b(?:waybill|jvm|hikaricp|http_server)_[a-z0-9_]+(?=[{\\[)\"])")
                        .matcher(dashboard)
                        .results()
                        .map(MatchResult::group)
                        .toList());
        assertThat(asked)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(all).contains("\n" + name));
    }
}
