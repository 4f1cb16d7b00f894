package org.waybill.service.remoting;

import org.springframework.context.annotation.Configuration;

/** REST. */
@Configuration(proxyBeanMethods = false)
public class RestConfiguration {}
