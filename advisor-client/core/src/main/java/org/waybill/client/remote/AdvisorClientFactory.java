package org.waybill.client.remote;

import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.account.AccountService;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.hessian.HessianClient;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.trust.KnownServers;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.protocol.WebUrls;

/** Makes clients of an advisor service: of the one that a home's commands share, or of a named one. */
public final class AdvisorClientFactory {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration BULK_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private AdvisorClientFactory() {}

    /** A client of the home's shared service; nothing is started before the first call. */
    public static AdvisorClient shared(WaybillHome home, EmbeddedService embedded) {
        return shared(home, embedded, ServiceSettings.embedded(home.root()));
    }

    /** The same with settings of one's own for when the service falls to us. */
    public static AdvisorClient shared(WaybillHome home, EmbeddedService embedded, ServiceSettings settings) {
        SharedService service = new SharedService(home, embedded, settings, PATIENCE);
        return new AdvisorClient(service, connector(home), new Outbox(home.outbox()));
    }

    /** Whether a process seems to run the home's service already, so that asking it would not start one. */
    public static boolean isRunning(WaybillHome home) {
        return Leadership.published(home).isPresent();
    }

    /**
     * A client of the service at {@code url}.
     *
     * @param token asked for at the first call
     */
    public static AdvisorClient remote(WaybillHome home, URI url, Supplier<String> token) {
        return new AdvisorClient(
                _ -> ServiceAddress.remote(url, token.get()), connector(home), new Outbox(home.outbox(url)));
    }

    static Function<ServiceAddress, AdvisorService> connector(WaybillHome home) {
        StrictSerializerFactory types = new StrictSerializerFactory(HessianLimits.DEFAULT, AdvisorService.class);
        return address -> new HessianClient(
                        address::token, tls(home, address.url()), CONNECT_TIMEOUT, CALL_TIMEOUT, types)
                .at(below(address.url(), "hessian/advisor"), AdvisorService.class);
    }

    /** With https the system's authorities are trusted, and the home's. */
    private static @Nullable SSLContext tls(WaybillHome home, URI url) {
        if (!WebUrls.isEncrypted(url)) {
            return null;
        }
        try {
            return TlsTrust.anonymous(
                    Optional.of(home.trustedCertificates()).filter(Files::isRegularFile),
                    new KnownServers(home.knownServers()));
        } catch (TransferException e) {
            throw new ServiceException(ServiceException.BAD_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    /** The administration of the catalogue of the service that a client is connected to. */
    public static CatalogService catalogue(WaybillHome home, AdvisorClient client) {
        return at(home, client, "hessian/catalog", CatalogService.class);
    }

    /** The accounts of the service that a client is connected to. */
    public static AccountService accounts(WaybillHome home, AdvisorClient client) {
        return at(home, client, "hessian/accounts", AccountService.class);
    }

    private static <T> T at(WaybillHome home, AdvisorClient client, String path, Class<T> api) {
        ServiceAddress address = client.address();
        StrictSerializerFactory types = new StrictSerializerFactory(HessianLimits.DEFAULT, api);
        return new HessianClient(address::token, tls(home, address.url()), CONNECT_TIMEOUT, BULK_TIMEOUT, types)
                .at(below(address.url(), path), api);
    }

    private static URI below(URI base, String path) {
        String text = base.toString();
        return URI.create(text + (text.endsWith("/") ? "" : "/") + path);
    }
}
