package org.waybill.engine.mover.trust;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * TLS servers whose certificate a person has said to be right, as lines {@code HOST:PORT SHA256:...} of one file.
 *
 * @param file null where none can be kept
 */
public record KnownServers(@Nullable Path file) {
    public static final KnownServers NONE = new KnownServers(null);

    /** The fingerprint that is right for a server, if the user said so. */
    public Optional<String> fingerprint(String host, int port) throws IOException {
        String name = name(host, port);
        return lines().stream()
                .map(line -> line.split(" ", 2))
                .filter(line -> line.length == 2 && line[0].equals(name))
                .map(line -> line[1].strip())
                .findFirst();
    }

    /** What to keep for a server, empty where nothing can be. */
    public Optional<ServerIdentity> identity(String host, int port, String fingerprint) {
        return file == null
                ? Optional.empty()
                : Optional.of(new ServerIdentity(
                        "certificate",
                        name(host, port),
                        fingerprint,
                        file.toString(),
                        name(host, port) + " " + fingerprint));
    }

    /** Forgets a server; whether it was there. */
    public boolean remove(String host, int port) throws IOException {
        List<String> all = lines();
        List<String> rest = all.stream()
                .filter(line -> !line.startsWith(name(host, port) + " "))
                .toList();
        if (file == null || rest.size() == all.size()) {
            return false;
        }
        PrivateFiles.replace(file, rest.stream().map(line -> line + "\n").collect(Collectors.joining()));
        return true;
    }

    private List<String> lines() throws IOException {
        try {
            return file == null ? List.of() : Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static String name(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host.toLowerCase(Locale.ROOT)) + ":" + port;
    }
}
