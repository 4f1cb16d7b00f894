package org.waybill.cli.mcp;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/**
 * Who may send messages by HTTP. Names and origins are checked before the token, so that a page of another site, which
 * a browser on this machine shows, learns nothing.
 *
 * @param hosts what a request may have in {@code Host}, in lower case
 * @param token that it must bear
 */
record HttpAccess(Set<String> hosts, String token) {
    private static final int TOKEN_BYTES = 32;
    private static final int SHORTEST_TOKEN = 32;
    private static final String BEARER = "bearer ";

    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;

    /**
     * The names of a server.
     *
     * @param names by which it is reached, also through a proxy at another port
     * @param address that it listens on, as in a URL
     * @param port the same
     */
    static Set<String> hosts(List<String> names, String address, int port) {
        return Stream.concat(
                        Stream.of("127.0.0.1", "localhost", "[::1]", address).map(one -> one + ":" + port),
                        names.stream().flatMap(one -> Stream.of(one, one + ":" + port)))
                .map(one -> one.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The token of a home, which is made where there is none. @throws TransferException if others may read it */
    static String token(Path file) throws IOException, TransferException {
        return PrivateFiles.holding(PrivateFiles.lockOf(file), () -> {
            if (!Files.exists(file)) {
                byte[] random = new byte[TOKEN_BYTES];
                new SecureRandom().nextBytes(random);
                PrivateFiles.replace(
                        file, Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n");
            }
            if (PrivateFiles.isOpenToOthers(file)) {
                throw new TransferException(Reason.UNSAFE, "others may read the token in " + file + ": remove it");
            }
            String token = Files.readString(file).strip();
            if (token.length() < SHORTEST_TOKEN) {
                throw new TransferException(Reason.UNSAFE, "the token in " + file + " is too short: remove it");
            }
            return token;
        });
    }

    /** The status by which a request is refused; 0 if it is not. */
    int refusal(Headers headers) {
        List<String> named = headers.getOrDefault("Host", List.of());
        if (named.size() != 1 || !hosts.contains(named.getFirst().toLowerCase(Locale.ROOT))) {
            return FORBIDDEN;
        }
        if (!headers.getOrDefault("Origin", List.of()).stream().allMatch(this::isOwn)) {
            return FORBIDDEN;
        }
        List<String> given = headers.getOrDefault("Authorization", List.of());
        return given.size() == 1 && bears(given.getFirst()) ? 0 : UNAUTHORIZED;
    }

    private boolean isOwn(String origin) {
        String written = origin.toLowerCase(Locale.ROOT);
        return hosts.stream().anyMatch(host -> written.equals("http://" + host) || written.equals("https://" + host));
    }

    private boolean bears(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                && MessageDigest.isEqual(
                        authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "HttpAccess" + hosts; // never the token
    }
}
