package org.waybill.api.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a service is to run. Passwords come from files or from the environment, never from a command line.
 *
 * @param home the directory of the embedded database and of the first-run secret, usually {@code ~/.waybill}
 * @param listenHost the address to listen on; anything but loopback needs a key store
 * @param listenPort the port to listen on; 0 for a free one
 * @param databaseUrl {@code jdbc:mysql://...} or {@code jdbc:h2:file:...}; null for H2 in {@code home}
 * @param databaseUser null for {@code WAYBILL_DB_USER}, or none
 * @param databasePasswordFile null for {@code WAYBILL_DB_PASSWORD}, or none
 * @param keyStore a PKCS#12 file with the server's key and certificate; null for plain HTTP on loopback
 * @param keyStorePasswordFile null for {@code WAYBILL_KEYSTORE_PASSWORD}
 * @param standalone whether this is a service of its own ({@code waybill service}) with console and API document;
 *     otherwise only what commands need is started
 */
public record ServiceSettings(
        Path home,
        String listenHost,
        int listenPort,
        @Nullable String databaseUrl,
        @Nullable String databaseUser,
        @Nullable Path databasePasswordFile,
        @Nullable Path keyStore,
        @Nullable Path keyStorePasswordFile,
        boolean standalone) {
    /** A service for the commands of one user: loopback, a free port, H2 in {@code home}. */
    public static ServiceSettings embedded(Path home) {
        return new ServiceSettings(home, "127.0.0.1", 0, null, null, null, null, null, false);
    }
}
