package org.waybill.service.remoting;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.waybill.api.AdvisorService;
import org.waybill.api.account.AccountService;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.hessian.HessianDispatcher;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.service.account.AccountAdministration;
import org.waybill.service.account.AccountOperations;

/** Hessian, as every service has it. */
@Configuration(proxyBeanMethods = false)
public class RemotingConfiguration {
    @Bean
    StrictSerializerFactory contract() {
        return new StrictSerializerFactory(
                HessianLimits.DEFAULT, AdvisorService.class, CatalogService.class, AccountService.class);
    }

    @Bean
    ServletRegistrationBean<HessianEndpoint> advisorEndpoint(AdvisorService advisor, StrictSerializerFactory contract) {
        return endpoint("advisor", AdvisorService.class, advisor, contract);
    }

    @Bean
    ServletRegistrationBean<HessianEndpoint> catalogEndpoint(
            CatalogService catalogue, StrictSerializerFactory contract) {
        return endpoint("catalog", CatalogService.class, catalogue, contract);
    }

    @Bean
    ServletRegistrationBean<HessianEndpoint> accountEndpoint(
            ObjectProvider<AccountAdministration> administration, StrictSerializerFactory contract) {
        return endpoint("accounts", AccountService.class, new AccountOperations(administration), contract);
    }

    private static <T> ServletRegistrationBean<HessianEndpoint> endpoint(
            String name, Class<T> api, T service, StrictSerializerFactory contract) {
        HessianDispatcher dispatcher = new HessianDispatcher(api, service, contract, Faults::mask);
        ServletRegistrationBean<HessianEndpoint> registration = new ServletRegistrationBean<>(
                new HessianEndpoint(dispatcher, HessianLimits.DEFAULT), "/hessian/" + name);
        registration.setName("hessian-" + name);
        return registration;
    }
}
