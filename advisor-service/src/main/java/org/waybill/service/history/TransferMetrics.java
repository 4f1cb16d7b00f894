package org.waybill.service.history;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.waybill.db.history.TransferRow;
import org.waybill.protocol.Protocols;

/**
 * What monitoring reads of transfers. Counters are of this process since its start: add those of replicas. All are there
 * from the start, as a rate needs what was before the first event. An embedded service has no registry and counts nothing.
 */
class TransferMetrics {
    /** Bounds of the buckets of 100 |ln(P50 / outcome)|, in whole numbers, which is what a histogram here counts. */
    private static final double[] ERROR_BUCKETS = {5, 10, 15, 25, 50, 100};
    /** What ended earlier comes from a log or a parent's history, and would be a peak of today. */
    private static final Duration RECENT = Duration.ofHours(1);

    private static final String OTHER = "other";

    private final @Nullable MeterRegistry registry;
    private final Clock clock;

    TransferMetrics(ObjectProvider<MeterRegistry> registry, RunningTransfers running, Clock clock) {
        this.registry = registry.getIfAvailable();
        this.clock = clock;
        if (this.registry != null) {
            Gauge.builder("waybill.transfers.running", running, all -> all.now().size())
                    .description("Transfers that were heard of in the last 30 s, by all replicas; 200 at most")
                    .register(this.registry);
            for (String transport : Protocols.transportNames()) {
                register(transport, this.registry);
            }
            register(OTHER, this.registry);
        }
    }

    private static void register(String transport, MeterRegistry meters) {
        for (boolean good : new boolean[] {true, false}) {
            transfers(transport, good, meters);
            forecasts(transport, good, meters);
        }
        bytes(transport, meters);
    }

    /** Counts a new row of the history once its transaction is committed. */
    void count(TransferRow row) {
        MeterRegistry meters = registry;
        TransferRow.Facts facts = row.facts();
        Instant ended = facts.startedAt().plusMillis((long) (1_000 * facts.seconds()));
        if (meters != null && ended.isAfter(clock.instant().minus(RECENT))) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    count(row, meters);
                }
            });
        }
    }

    private static void count(TransferRow row, MeterRegistry meters) {
        TransferRow.Facts facts = row.facts();
        String named = facts.route().transport();
        String transport = Protocols.transportNames().contains(named) ? named : OTHER;
        boolean done = facts.status().equals("OK");
        transfers(transport, done, meters).increment();
        if (!done) {
            return;
        }
        bytes(transport, meters).increment(Math.max(0, facts.route().bytes() - facts.resumedBytes()));
        Double p50 = facts.forecastSecondsP50();
        Double p90 = facts.forecastSecondsP90();
        if (p50 != null && p50 > 0 && p90 != null && PlannerInputs.scoresForecast(row)) {
            DistributionSummary.builder("waybill.forecast.error.percent")
                    .description("100 |ln(P50 / outcome)| of the forecasts of successful transfers")
                    .serviceLevelObjectives(ERROR_BUCKETS)
                    .tags("transport", transport)
                    .register(meters)
                    .record(100 * Math.abs(Math.log(p50 / facts.seconds())));
            forecasts(transport, facts.seconds() <= p90, meters).increment();
        }
    }

    private static Counter transfers(String transport, boolean done, MeterRegistry meters) {
        return Counter.builder("waybill.transfers")
                .description("Transfers that were reported")
                .tags("transport", transport, "outcome", done ? "ok" : "failed")
                .register(meters);
    }

    private static Counter bytes(String transport, MeterRegistry meters) {
        return Counter.builder("waybill.transfer.bytes")
                .description("Bytes that successful transfers sent, without those that already existed")
                .tags("transport", transport)
                .register(meters);
    }

    private static Counter forecasts(String transport, boolean within, MeterRegistry meters) {
        return Counter.builder("waybill.forecasts")
                .description("Forecasts that were compared with their transfers, and whether P90 held")
                .tags("transport", transport, "within_p90", String.valueOf(within))
                .register(meters);
    }
}
