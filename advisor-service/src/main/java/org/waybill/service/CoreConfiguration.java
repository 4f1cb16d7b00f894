package org.waybill.service;

import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.DatabaseConfiguration;
import org.waybill.service.account.AccountConfiguration;
import org.waybill.service.admission.AdmissionConfiguration;
import org.waybill.service.advice.AdviceConfiguration;
import org.waybill.service.connection.ConnectionConfiguration;
import org.waybill.service.discovery.DiscoveryConfiguration;
import org.waybill.service.history.HistoryConfiguration;
import org.waybill.service.location.LocationConfiguration;
import org.waybill.service.overlay.OverlayConfiguration;
import org.waybill.service.profile.ProfileConfiguration;
import org.waybill.service.provision.ProvisionConfiguration;
import org.waybill.service.remoting.RemotingConfiguration;
import org.waybill.service.task.TaskConfiguration;

/** What every service has, embedded or standalone: the features and Hessian. Named one by one; nothing is scanned. */
@Configuration(proxyBeanMethods = false)
@Import({
    DatabaseConfiguration.class,
    AdmissionConfiguration.class,
    AccountConfiguration.class,
    ProfileConfiguration.class,
    LocationConfiguration.class,
    HistoryConfiguration.class,
    ProvisionConfiguration.class,
    OverlayConfiguration.class,
    TaskConfiguration.class,
    AdviceConfiguration.class,
    DiscoveryConfiguration.class,
    RemotingConfiguration.class,
    ConnectionConfiguration.class
})
class CoreConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    TransactionTemplate transaction(PlatformTransactionManager transactions) {
        return new TransactionTemplate(transactions);
    }

    /** By the name of the parameter that takes it. */
    @Bean
    TransactionTemplate reading(PlatformTransactionManager transactions) {
        TransactionTemplate reading = new TransactionTemplate(transactions);
        reading.setReadOnly(true);
        return reading;
    }

    @Bean
    SecureRandom secureRandom() {
        return new SecureRandom();
    }
}
