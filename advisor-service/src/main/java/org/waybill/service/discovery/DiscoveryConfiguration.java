package org.waybill.service.discovery;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.waybill.service.account.Caller;
import org.waybill.service.history.TransferHistory;

/** Data discovery. */
@Configuration(proxyBeanMethods = false)
public class DiscoveryConfiguration {
    /** A slow index is left behind after that. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Bean
    DataDiscovery dataDiscovery(@Value("${waybill.home}") Path home, TransferHistory history) {
        return new DataDiscovery(
                home, queries -> history.forecast(queries, Caller.current().name()), PATIENCE);
    }
}
