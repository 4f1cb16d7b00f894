package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
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
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.platform.NamedServers;

class TlsTest {
    private static final String PASSWORD = "only-in-tests";

    @TempDir
    private static Path directory;

    private static Path keyStore;
    private static Path passwordFile;

    /** A certificate of its own for localhost, and where its password is. */
    record KeyFiles(Path store, Path password) {
        static KeyFiles in(Path directory) throws Exception {
            Path store = directory.resolve("service.p12");
            Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
            make(store, password);
            return new KeyFiles(store, password);
        }

        ServiceSettings settings(Path directory, String host) {
            return new ServiceSettings(directory.resolve("home"), host, 0, null, null, null, store, password, false);
        }
    }

    @BeforeAll
    static void makeKeyStore() throws Exception {
        KeyFiles made = KeyFiles.in(directory);
        keyStore = made.store();
        passwordFile = made.password();
    }

    private static void make(Path keyStore, Path passwordFile) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "service",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass:file",
                        passwordFile.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
    }

    private static ServiceSettings settings(String host, Path keyStore, Path password) {
        return new ServiceSettings(directory.resolve("home"), host, 0, null, null, null, keyStore, password, false);
    }

    static SSLContext trusting(Path store) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            trusted.load(in, PASSWORD.toCharArray());
        }
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("service", trusted.getCertificate("service"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    @Test
    void answersOverTlsToWhoeverTrustsItAndListensBeyondLoopback() throws Exception {
        try (RunningService service = EmbeddedService.load().start(settings("0.0.0.0", keyStore, passwordFile))) {
            assertThat(service.url().getScheme()).isEqualTo("https");
            var there = URI.create("https://localhost:" + service.url().getPort());
            assertThat(TestClients.advisor(there, service.token(), trusting(keyStore))
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
        Path old = directory.resolve("cn-only.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "service",
                        "-dname",
                        "CN=localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        old.toString(),
                        "-storepass:file",
                        passwordFile.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        assertThatThrownBy(() -> EmbeddedService.load().start(settings("127.0.0.1", old, passwordFile)))
                .isInstanceOfSatisfying(ServiceException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ServiceException.BAD_REQUEST);
                    assertThat(refused.getMessage())
                            .contains("subject alternative name (SAN)")
                            .hasLineCount(1);
                });

        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(old)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext serving = SSLContext.getInstance("TLS");
        serving.init(factory.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        server.setHttpsConfigurator(new HttpsConfigurator(serving));
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.start();
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("service", keys.getCertificate("service"));
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
        assertThatThrownBy(() -> EmbeddedService.load().start(settings("127.0.0.1", keyStore, wrong)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.getMessage())
                                .contains("key store")
                                .hasLineCount(1));
        assertThatThrownBy(() -> EmbeddedService.load().start(settings("127.0.0.1", Path.of("/none.p12"), wrong)))
                .hasMessage("cannot read the key store /none.p12");
    }
}
