package org.waybill.service.admission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.waybill.platform.PrivateFiles;

/** Every service has it, embedded or standalone. */
@Configuration(proxyBeanMethods = false)
public class AdmissionConfiguration {
    @Bean
    FilterRegistrationBean<AdmissionFilter> entrance(ServiceNames own) {
        FilterRegistrationBean<AdmissionFilter> registration = new FilterRegistrationBean<>(new AdmissionFilter(own));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** An empty directory that it needs: among the service's own files, else it is left in /tmp by a kill. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> documentRoot(@Value("${waybill.home}") Path home) {
        return factory -> {
            try {
                Path empty = home.resolve("tomcat").resolve("docbase");
                PrivateFiles.createDirectory(empty);
                factory.setDocumentRoot(empty.toFile());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> bodyTime() {
        return factory -> factory.addEngineValves(new BodyTimeout(System::nanoTime));
    }
}
