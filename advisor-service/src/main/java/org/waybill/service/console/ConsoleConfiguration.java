package org.waybill.service.console;

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
    TasksController.class,
    AccountsController.class,
    HealthController.class,
    Formats.class
})
public class ConsoleConfiguration {}
