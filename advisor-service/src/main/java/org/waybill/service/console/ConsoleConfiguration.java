package org.waybill.service.console;

import org.springframework.context.annotation.Configuration;

/** The console. */
@Configuration(proxyBeanMethods = false)
public class ConsoleConfiguration {}
