package org.waybill.service.provision.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.waybill.api.ServiceException;
import org.waybill.platform.NamedServers;

/** Whom a system's access file says to trust, and the certificate that it says to show. */
final class TlsSettings {
    private TlsSettings() {}

    /** From {@code keyStoreFile} (PKCS 12) and {@code trustFile} (PEM); else by the JDK's own settings. */
    static SSLContext of(SystemAccess access) {
        String keys = access.settings().get("keyStoreFile");
        String trust = access.settings().get("trustFile");
        try {
            return NamedServers.context(
                    keys == null ? null : keyManagers(keyStore(access), access), trust == null ? null : anchors(trust));
        } catch (GeneralSecurityException | IOException e) {
            throw ServiceException.unavailable(
                    "cannot use the keys or certificates of the access file of " + access.name(), e);
        }
    }

    static KeyStore keyStore(SystemAccess access) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of(access.required("keyStoreFile")))) {
            store.load(in, access.required("keyStorePassword").toCharArray());
        }
        return store;
    }

    private static KeyManager[] keyManagers(KeyStore store, SystemAccess access) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, access.required("keyStorePassword").toCharArray());
        return factory.getKeyManagers();
    }

    private static KeyStore anchors(String file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            int number = 0;
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("trusted-" + number++, certificate);
            }
        }
        return store;
    }
}
