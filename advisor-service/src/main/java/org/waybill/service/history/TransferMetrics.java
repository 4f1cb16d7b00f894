package org.waybill.service.history;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.waybill.db.history.TransferRow;
import org.waybill.protocol.Protocols;

/**
 * What monitoring reads of transfers. Counters are of this process since its start: add those of replicas. An embedded
 * service has no registry and counts nothing.
 */
class TransferMetrics {
    /** Bounds of the buckets of 100 |ln(P50 / outcome)|, in whole numbers, which is what a histogram here counts. */
    private static final double[] ERROR_BUCKETS = {5, 10, 15, 25, 50, 100};

    private final @Nullable MeterRegistry registry;

    TransferMetrics(ObjectProvider<MeterRegistry> registry, RunningTransfers running) {
        this.registry = registry.getIfAvailable();
        if (this.registry != null) {
            Gauge.builder("waybill.transfers.running", running, all -> all.now().size())
                    .description("Transfers that were heard of in the last 30 s, by all replicas of the database")
                    .register(this.registry);
        }
    }

    /** Counts a new row of the history once its transaction is committed. */
    void count(TransferRow row) {
        MeterRegistry meters = registry;
        if (meters != null) {
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
        String transport = Protocols.transportNames().contains(named) ? named : "other";
        boolean done = facts.status().equals("OK");
        Counter.builder("waybill.transfers")
                .description("Transfers that were reported")
                .tags("transport", transport, "outcome", done ? "ok" : "failed")
                .register(meters)
                .increment();
        if (!done) {
            return;
        }
        Counter.builder("waybill.transfer.bytes")
                .description("Bytes that successful transfers sent, without those that already existed")
                .tags("transport", transport)
                .register(meters)
                .increment(Math.max(0, facts.route().bytes() - facts.resumedBytes()));
        Double p50 = facts.forecastSecondsP50();
        Double p90 = facts.forecastSecondsP90();
        if (p50 != null && p50 > 0 && PlannerInputs.scoresForecast(row)) {
            DistributionSummary.builder("waybill.forecast.error.percent")
                    .description("100 |ln(P50 / outcome)| of the forecasts of successful transfers")
                    .serviceLevelObjectives(ERROR_BUCKETS)
                    .tags("transport", transport)
                    .register(meters)
                    .record(100 * Math.abs(Math.log(p50 / facts.seconds())));
            Counter.builder("waybill.forecasts")
                    .description("Forecasts that were compared with their transfers, and whether P90 held")
                    .tags("transport", transport, "within_p90", String.valueOf(p90 != null && facts.seconds() <= p90))
                    .register(meters)
                    .increment();
        }
    }
}
