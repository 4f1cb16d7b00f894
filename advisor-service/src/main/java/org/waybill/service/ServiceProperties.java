package org.waybill.service;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.db.DatabaseLocation;
import org.waybill.service.admission.ServiceNames;

/** Spring's properties, out of the settings. Nothing else is read: no stray file, no other environment variable. */
final class ServiceProperties {
    private ServiceProperties() {}

    static Map<String, Object> of(ServiceSettings settings, Map<String, String> environment) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("spring.config.location", "optional:classpath:/org/waybill/service/none/");
        properties.put("spring.main.allow-circular-references", false);
        properties.put("spring.threads.virtual.enabled", true);
        properties.put("spring.jmx.enabled", false);
        properties.put("waybill.home", settings.home().toString());
        properties.put("server.address", settings.listenHost());
        properties.put("server.port", settings.listenPort());
        properties.put("server.server-header", "");
        // no name that a request claims goes into an answer
        properties.put("server.tomcat.use-relative-redirects", true);
        properties.put("server.forward-headers-strategy", "none");
        properties.put("server.shutdown", "graceful");
        properties.put("spring.lifecycle.timeout-per-shutdown-phase", "5s");
        properties.put("server.error.include-message", "never");
        properties.put("server.error.include-stacktrace", "never");
        properties.put("server.error.whitelabel.enabled", false);
        // uploads are spooled among the service's own files, not where every user of the machine may look
        properties.put(
                "server.tomcat.basedir", settings.home().resolve("tomcat").toString());
        properties.put("server.tomcat.connection-timeout", "20s");
        // a connection takes up to 100 KiB of a heap of 512 MiB
        properties.put("server.tomcat.max-connections", 2_000);
        properties.put("server.tomcat.accept-count", 512);
        properties.put("server.tomcat.max-http-form-post-size", "64KB");
        properties.put("spring.servlet.multipart.max-file-size", "8MB");
        // the console's style and script: kept by browsers, under names that follow from their content
        properties.put("spring.web.resources.cache.cachecontrol.max-age", "1h");
        properties.put("spring.web.resources.chain.strategy.content.enabled", true);
        properties.put("spring.web.resources.chain.strategy.content.paths", "/console/**");
        properties.put("spring.servlet.multipart.max-request-size", "8MB");
        properties.put("management.endpoints.web.exposure.include", "health,metrics,prometheus");
        properties.put("management.endpoint.health.show-details", "never");
        // a replica whose database is away, or that ends, is sent no more requests; it is not started again for that
        properties.put("management.endpoint.health.probes.enabled", true);
        properties.put("management.endpoint.health.group.readiness.include", "readinessState,db");
        properties.put("springdoc.api-docs.enabled", settings.standalone());
        properties.put("springdoc.default-produces-media-type", "application/json");
        properties.putAll(tls(settings, environment));
        properties.putAll(database(settings, environment).springProperties());
        return properties;
    }

    /** The names by which the service is known. */
    static ServiceNames ownNames(ServiceSettings settings, Map<String, String> environment) {
        Path keyStore = settings.keyStore();
        return ServiceNames.of(
                settings.home(),
                settings.listenHost(),
                keyStore == null
                        ? Set.of()
                        : ServiceNames.certified(keyStore, keyStorePassword(settings, environment)));
    }

    private static String keyStorePassword(ServiceSettings settings, Map<String, String> environment) {
        return secret(settings.keyStorePasswordFile(), environment.getOrDefault("WAYBILL_KEYSTORE_PASSWORD", ""));
    }

    private static Map<String, Object> tls(ServiceSettings settings, Map<String, String> environment) {
        Path keyStore = settings.keyStore();
        if (keyStore == null) {
            if (!isLoopback(settings.listenHost())) {
                throw InputChecks.bad(
                        "listening on " + settings.listenHost() + " needs a key store (--key-store FILE.p12):"
                                + " without TLS the service listens on loopback only, such as 127.0.0.1");
            }
            return Map.of();
        }
        if (!Files.isReadable(keyStore)) {
            throw InputChecks.bad("cannot read the key store " + keyStore);
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("server.ssl.key-store", keyStore.toUri().toString());
        properties.put("server.ssl.key-store-type", "PKCS12");
        properties.put("server.ssl.key-store-password", keyStorePassword(settings, environment));
        properties.put("server.ssl.enabled-protocols", "TLSv1.3,TLSv1.2");
        return properties;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (IOException e) {
            throw InputChecks.bad("cannot resolve the address to listen on: " + InputChecks.text("host", host, 255));
        }
    }

    private static DatabaseLocation database(ServiceSettings settings, Map<String, String> environment) {
        String url = settings.databaseUrl();
        if (url == null) {
            return DatabaseLocation.h2File(settings.home().resolve("service"));
        }
        String user = settings.databaseUser() != null
                ? settings.databaseUser()
                : environment.getOrDefault("WAYBILL_DB_USER", "");
        try {
            return DatabaseLocation.of(
                    url,
                    user,
                    secret(settings.databasePasswordFile(), environment.getOrDefault("WAYBILL_DB_PASSWORD", "")));
        } catch (IllegalArgumentException e) {
            throw InputChecks.bad(String.valueOf(e.getMessage()));
        }
    }

    private static String secret(@Nullable Path file, String fallback) {
        if (file == null) {
            return fallback;
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw InputChecks.bad("cannot read the password in " + file);
        }
    }
}
