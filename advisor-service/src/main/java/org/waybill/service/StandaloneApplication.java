package org.waybill.service;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.waybill.service.console.ConsoleConfiguration;
import org.waybill.service.health.HealthReport;
import org.waybill.service.jobs.JobsConfiguration;
import org.waybill.service.remoting.RestConfiguration;

/** A service of its own: Hessian, REST with its document, the console, health and metrics. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = UserDetailsServiceAutoConfiguration.class)
@Import({
    CoreConfiguration.class,
    RestConfiguration.class,
    ConsoleConfiguration.class,
    JobsConfiguration.class,
    HealthReport.class
})
class StandaloneApplication {}
