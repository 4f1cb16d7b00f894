package org.waybill.service.overlay;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.Transfers;
import org.waybill.db.overlay.RelayReports;
import org.waybill.db.overlay.RouteIssuers;
import org.waybill.db.overlay.VirtualLinks;
import org.waybill.db.profile.Relays;
import org.waybill.service.account.AuditLog;
import org.waybill.service.history.OutlierFilter;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.profile.HostRegistry;

/** The overlay's part of the service. */
@Configuration(proxyBeanMethods = false)
public class OverlayConfiguration {
    @Bean
    RelayRegistry relayBook(
            Relays relays,
            HostRegistry hosts,
            RelayReports reports,
            PlatformTransactionManager transactions,
            AuditLog audit,
            Clock clock) {
        return new RelayRegistry(relays, hosts, reports, new TransactionTemplate(transactions), audit, clock);
    }

    @Bean
    LinkMeasurements linkMeasurements(
            RelayRegistry relays,
            VirtualLinks links,
            TransferHistory history,
            PlatformTransactionManager transactions,
            Clock clock) {
        return new LinkMeasurements(relays, links, history, new TransactionTemplate(transactions), clock);
    }

    @Bean
    Overlay overlay(
            @Value("${waybill.home}") Path home,
            RelayRegistry relays,
            LinkMeasurements links,
            Measurements measurements,
            Transfers transfers,
            OutlierFilter believed,
            RouteIssuers issuers,
            SecureRandom random,
            Clock clock) {
        return new Overlay(
                relays,
                links,
                new LinkForecasts(measurements, transfers, believed, clock),
                new RouteIssuer(home, issuers, random, clock),
                clock);
    }
}
