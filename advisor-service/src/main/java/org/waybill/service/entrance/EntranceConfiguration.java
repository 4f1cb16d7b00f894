package org.waybill.service.entrance;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Every service has it, embedded or standalone. */
@Configuration(proxyBeanMethods = false)
public class EntranceConfiguration {
    @Bean
    FilterRegistrationBean<Entrance> entrance(OwnNames own) {
        FilterRegistrationBean<Entrance> registration = new FilterRegistrationBean<>(new Entrance(own));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> bodyTime() {
        return factory -> factory.addEngineValves(new BodyTime(System::nanoTime));
    }
}
