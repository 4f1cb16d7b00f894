package org.waybill.service.overlay;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.Transfers;
import org.waybill.db.overlay.RouteIssuers;
import org.waybill.service.history.OutlierFilter;

/** The overlay's part of the service. */
@Configuration(proxyBeanMethods = false)
@Import({RelayRegistry.class, LinkMeasurements.class})
public class OverlayConfiguration {
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
        LinkForecasts forecasts = new LinkForecasts(measurements, transfers, believed, clock);
        return new Overlay(
                relays,
                links,
                forecasts,
                new RelayOutcomes(transfers, forecasts, clock),
                new RouteIssuer(home, issuers, random, clock),
                clock);
    }
}
