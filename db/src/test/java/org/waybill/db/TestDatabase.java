package org.waybill.db;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.repository.Repository;

/** The module's entities and repositories on a database, as the service has them, with the schema validated. */
final class TestDatabase {
    private TestDatabase() {}

    /** The least application that has repositories. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(DatabaseConfiguration.class)
    static class Application {}

    static ConfigurableApplicationContext open(DatabaseLocation location) {
        Map<String, Object> properties = new LinkedHashMap<>(location.springProperties());
        properties.put("spring.jpa.hibernate.ddl-auto", "validate");
        // validation, unlike the service, has to ask the database how it writes names
        properties.put("spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access", true);
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(properties);
        ConfigurableApplicationContext context = application.run();
        context.getBeansOfType(Repository.class); // each starts, and Hibernate parses its queries
        return context;
    }
}
