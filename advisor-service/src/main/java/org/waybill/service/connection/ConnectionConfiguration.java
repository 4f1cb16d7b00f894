package org.waybill.service.connection;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every service has it, embedded or standalone. */
@Configuration(proxyBeanMethods = false)
public class ConnectionConfiguration {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedConnections() {
        return factory -> factory.setProtocol(GuardedProtocol.class.getName());
    }
}
