package org.waybill.engine.gsi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where grid programs keep a user's proxy and the certification authorities: what the environment names, else the usual
 * places.
 */
public final class GridFiles {
    private static final Path SYSTEM_AUTHORITIES = Path.of("/etc/grid-security/certificates");

    private final Map<String, String> environment;
    private final Path userHome;

    public GridFiles(Map<String, String> environment, Path userHome) {
        this.environment = Map.copyOf(environment);
        this.userHome = userHome;
    }

    /** {@code X509_USER_PROXY}, else {@code /tmp/x509up_uUID} if it is there. */
    public Optional<Path> proxy() {
        String named = environment.getOrDefault("X509_USER_PROXY", "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        try {
            Path usual = Path.of("/tmp", "x509up_u" + Files.getAttribute(userHome, "unix:uid"));
            return Optional.of(usual).filter(Files::exists);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** {@code X509_CERT_DIR}, else {@code ~/.globus/certificates} if it is there, else the system's directory. */
    public Path authorities() {
        String named = environment.getOrDefault("X509_CERT_DIR", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        Path own = userHome.resolve(".globus/certificates");
        return Files.isDirectory(own) ? own : SYSTEM_AUTHORITIES;
    }
}
