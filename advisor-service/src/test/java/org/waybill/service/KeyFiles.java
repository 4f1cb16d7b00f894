package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.waybill.api.embedded.ServiceSettings;

/** A key and its certificate for localhost, and where the password is. */
public record KeyFiles(Path store, Path password) {
    static final String PASSWORD = "only-in-tests";

    public static KeyFiles in(Path directory) throws IOException, InterruptedException {
        return make(directory, "service.p12", "-ext", "SAN=dns:localhost,ip:127.0.0.1");
    }

    /** @param options further ones of keytool */
    static KeyFiles make(Path directory, String name, String... options) throws IOException, InterruptedException {
        Path store = directory.resolve(name);
        Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
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
                store.toString(),
                "-storepass:file",
                password.toString()));
        command.addAll(List.of(options));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return new KeyFiles(store, password);
    }

    ServiceSettings settings(Path directory, String host) {
        return new ServiceSettings(directory.resolve("home"), host, 0, null, null, null, store, password, false);
    }

    KeyStore read() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    /** For clients that trust it alone. */
    public SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("service", read().getCertificate("service"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
