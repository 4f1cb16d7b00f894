package org.waybill.service.connection;

import java.io.IOException;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.waybill.planner.admission.AdmissionLimits;
import org.waybill.service.InputChecks;
import org.waybill.service.OperatorList;

/** Every service has it, embedded or standalone. */
@Configuration(proxyBeanMethods = false)
public class ConnectionConfiguration {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedConnections(@Value("${waybill.home}") Path home)
            throws IOException {
        AdmissionLimits limits = limits(home);
        return factory -> {
            factory.setProtocol(AdmissionProtocol.class.getName());
            factory.addProtocolHandlerCustomizers((AdmissionProtocol protocol) -> protocol.limit(limits));
        };
    }

    /**
     * The usual ones, except for those in the operator's file {@code connection-limits}: {@code NAME=N}, one a line.
     */
    private static AdmissionLimits limits(Path home) throws IOException {
        AdmissionLimits limits = AdmissionProtocol.LIMITS;
        for (OperatorList.Item item : OperatorList.read(home, "connection-limits")) {
            String[] parts = item.text().split("=", 2);
            try {
                limits = limits.with(parts[0].strip(), parts.length < 2 ? "" : parts[1].strip());
            } catch (IllegalArgumentException e) {
                throw InputChecks.bad(item.where() + e.getMessage());
            }
        }
        return limits;
    }
}
