package org.waybill.service.history;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;
import org.waybill.db.history.Forecasts;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.Runnings;
import org.waybill.db.history.Transfers;
import org.waybill.service.account.AuditLog;
import org.waybill.service.profile.HostProfiles;

/** History and forecasts. */
@Configuration(proxyBeanMethods = false)
public class HistoryConfiguration {
    @Bean
    TransferRecords transferRecords(Transfers transfers) {
        return new TransferRecords(transfers);
    }

    @Bean
    TransferHistory transferHistory(
            Transfers transfers,
            Measurements measurements,
            Forecasts forecasts,
            Runnings runnings,
            AuditLog audit,
            OutlierFilter believed,
            PlatformTransactionManager transactions,
            Clock clock) {
        return new TransferHistory(
                transfers,
                measurements,
                forecasts,
                runnings,
                audit,
                believed,
                new TransactionTemplate(transactions),
                clock);
    }

    @Bean
    OutlierFilter believed(Accounts accounts) {
        return new OutlierFilter(
                name -> accounts.findByName(name).map(AccountRow::createdAt).orElse(Instant.EPOCH));
    }

    @Bean
    RunningTransfers runningTransfers(Runnings rows, PlatformTransactionManager transactions, Clock clock) {
        return new RunningTransfers(rows, new TransactionTemplate(transactions), clock);
    }

    @Bean
    HistoryPush historyPush(
            @Value("${waybill.home}") Path home,
            Transfers transfers,
            Measurements measurements,
            PlatformTransactionManager transactions,
            StrictSerializerFactory contract) {
        return new HistoryPush(home, transfers, measurements, new TransactionTemplate(transactions), contract);
    }

    @Bean
    HistoryImports historyImports(TransferHistory history, HostProfiles profiles) {
        return new HistoryImports(history, profiles::nameOf);
    }

    @Bean
    LogFollower logFollower(@Value("${waybill.home}") Path home, HistoryImports imports) {
        return new LogFollower(home, imports);
    }
}
