package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.platform.NamedServers;

class TlsTest {
    @TempDir
    private static Path directory;

    private static KeyFiles keys;

    @BeforeAll
    static void makeKeyStore() throws Exception {
        keys = KeyFiles.in(directory);
    }

    private static ServiceSettings settings(String host, Path keyStore, Path password) {
        return new ServiceSettings(directory.resolve("home"), host, 0, null, null, null, keyStore, password, false);
    }

    @Test
    void answersOverTlsToWhoeverTrustsItAndListensBeyondLoopback() throws Exception {
        try (RunningService service = EmbeddedService.load().start(keys.settings(directory, "0.0.0.0"))) {
            assertThat(service.url().getScheme()).isEqualTo("https");
            var there = URI.create("https://localhost:" + service.url().getPort());
            assertThat(TestClients.advisor(there, service.token(), keys.trusting())
                            .info()
                            .name())
                    .isEqualTo("waybill");
            assertThatThrownBy(() ->
                            TestClients.advisor(there, service.token(), null).info())
                    .isInstanceOfSatisfying(ServiceException.class, unknown -> {
                        assertThat(unknown.code()).isEqualTo(ServiceException.UNTRUSTED);
                        assertThat(unknown).hasMessageContaining("certif").hasMessageNotContaining("Exception");
                    });
        }
    }

    @Test
    void aCertificateThatNamesItsHostInTheSubjectAloneIsNeitherServedNorBelieved() throws Exception {
        KeyFiles old = KeyFiles.make(directory, "cn-only.p12");
        assertThatThrownBy(() -> EmbeddedService.load().start(old.settings(directory, "127.0.0.1")))
                .isInstanceOfSatisfying(ServiceException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ServiceException.BAD_REQUEST);
                    assertThat(refused.getMessage())
                            .contains("subject alternative name (SAN)")
                            .hasLineCount(1);
                });

        KeyStore own = old.read();
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(own, KeyFiles.PASSWORD.toCharArray());
        SSLContext serving = SSLContext.getInstance("TLS");
        serving.init(factory.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        server.setHttpsConfigurator(new HttpsConfigurator(serving));
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.start();
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("service", own.getCertificate("service"));
            var request = HttpRequest.newBuilder(URI.create(
                            "https://localhost:" + server.getAddress().getPort()))
                    .build();
            assertThatThrownBy(() -> HttpClient.newBuilder()
                            .sslContext(NamedServers.context(null, trusted))
                            .build()
                            .send(request, BodyHandlers.discarding()))
                    .hasMessageContaining("SAN");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void listensOnLoopbackOnlyUntilThereIsAKeyStore() {
        for (String host : new String[] {"0.0.0.0", "::", "192.0.2.1"}) {
            for (Consumer<ServiceSettings> call :
                    List.<Consumer<ServiceSettings>>of(EmbeddedService.load()::check, EmbeddedService.load()::start)) {
                assertThatThrownBy(() -> call.accept(settings(host, null, null)))
                        .isInstanceOfSatisfying(ServiceException.class, refused -> {
                            assertThat(refused.code()).isEqualTo(ServiceException.BAD_REQUEST);
                            assertThat(refused.getMessage())
                                    .contains("needs a key store (--key-store FILE.p12)")
                                    .hasLineCount(1);
                        });
            }
        }
    }

    @Test
    void aKeyStoreThatCannotBeUsedIsSaidInOneLine() throws Exception {
        Path wrong = Files.writeString(directory.resolve("wrong"), "another");
        assertThatThrownBy(() -> EmbeddedService.load().start(settings("127.0.0.1", keys.store(), wrong)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.getMessage())
                                .contains("key store")
                                .hasLineCount(1));
        assertThatThrownBy(() -> EmbeddedService.load().start(settings("127.0.0.1", Path.of("/none.p12"), wrong)))
                .hasMessage("cannot read the key store /none.p12");
    }
}
