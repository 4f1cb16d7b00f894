package org.waybill.db;

import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.jpa.repository.query.DeclaredQuery;
import org.springframework.data.jpa.repository.query.QueryEnhancerFactories;
import org.springframework.data.jpa.repository.query.QueryEnhancerFactory;
import org.springframework.data.jpa.repository.query.QueryEnhancerSelector;
import org.springframework.data.repository.config.BootstrapMode;

/**
 * Entities and repositories of this module; a Spring application imports it. A repository starts when it is first
 * used: to parse the queries of all takes a third of the service's start.
 */
@Configuration(proxyBeanMethods = false)
@EntityScan
@EnableJpaRepositories(
        bootstrapMode = BootstrapMode.LAZY,
        queryEnhancerSelector = DatabaseConfiguration.ParsedByHibernateAlone.class)
public class DatabaseConfiguration {
    /** Count queries follow from queries by patterns; Spring's own parser would read each query before Hibernate does. */
    static final class ParsedByHibernateAlone implements QueryEnhancerSelector {
        @Override
        public QueryEnhancerFactory select(DeclaredQuery query) {
            return QueryEnhancerFactories.fallback();
        }
    }
}
