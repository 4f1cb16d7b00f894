package org.waybill.service.console;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The web console. */
@Configuration(proxyBeanMethods = false)
@Import({
    ConsolePages.class,
    SessionController.class,
    ActivityController.class,
    CatalogueController.class,
    ImportController.class,
    MapController.class,
    ReservationsController.class,
    AccountsController.class,
    HealthController.class
})
public class ConsoleConfiguration {
    @Bean
    Formats show(Clock clock) {
        return new Formats(clock);
    }
}
