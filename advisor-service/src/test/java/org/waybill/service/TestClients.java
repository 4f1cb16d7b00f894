package org.waybill.service;

import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.waybill.api.AdvisorService;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.hessian.HessianClient;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.StrictSerializerFactory;

/** Hessian clients of a running service, as the command line has them. */
public final class TestClients {
    private static final StrictSerializerFactory CONTRACT =
            new StrictSerializerFactory(HessianLimits.DEFAULT, AdvisorService.class, CatalogService.class);

    private TestClients() {}

    public static AdvisorService advisor(RunningService service) {
        return advisor(service.url(), service.token(), null);
    }

    public static CatalogService catalogue(RunningService service) {
        return catalogue(service.url(), service.token());
    }

    static AdvisorService advisor(URI url, String token, SSLContext tls) {
        return client(token, tls).at(url.resolve("/hessian/advisor"), AdvisorService.class);
    }

    static CatalogService catalogue(URI url, String token) {
        return client(token, null).at(url.resolve("/hessian/catalog"), CatalogService.class);
    }

    private static HessianClient client(String token, SSLContext tls) {
        return new HessianClient(() -> token, tls, Duration.ofSeconds(5), Duration.ofSeconds(60), CONTRACT);
    }
}
