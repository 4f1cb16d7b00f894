package org.waybill.service.history;

import java.time.Instant;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.waybill.db.account.Accounts;
import org.waybill.service.profile.HostProfiles;

/** History and forecasts. */
@Configuration(proxyBeanMethods = false)
@Import({
    TransferRecords.class,
    TransferMetrics.class,
    TransferHistory.class,
    RunningTransfers.class,
    HistoryPush.class,
    LogFollower.class
})
public class HistoryConfiguration {
    @Bean
    OutlierFilter believed(Accounts accounts) {
        return new OutlierFilter(name ->
                accounts.findByName(name).map(row -> row.facts().createdAt()).orElse(Instant.EPOCH));
    }

    @Bean
    HistoryImports historyImports(TransferHistory history, HostProfiles profiles) {
        return new HistoryImports(history, profiles::nameOf);
    }
}
