package org.waybill.db;

import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** Entities and repositories of this module; a Spring application imports it. */
@Configuration(proxyBeanMethods = false)
@EntityScan
@EnableJpaRepositories
public class DatabaseConfiguration {}
