package org.waybill.service.console;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The web console. */
@Configuration(proxyBeanMethods = false)
@Import(ConsoleController.class)
public class ConsoleConfiguration {}
