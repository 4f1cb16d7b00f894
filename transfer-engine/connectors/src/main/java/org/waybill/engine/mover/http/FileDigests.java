package org.waybill.engine.mover.http;

import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The digests that a server gives of a file (RFC 3230; RFC 9530 after it).
 *
 * @param hex in small letters, by the name of the algorithm in RFC 9530 or the registry of RFC 3230
 */
record FileDigests(Map<String, String> hex) {
    static final String SHA_256 = "sha-256";
    /** The strongest first; those of 32 bits are what storage sites keep of each file. */
    private static final List<String> ALGORITHMS = List.of("sha-512", SHA_256, "md5", "crc32c", "adler32", "crc32");

    private static final Map<String, Integer> BYTES =
            Map.of("sha-512", 64, SHA_256, 32, "md5", 16, "crc32c", 4, "adler32", 4, "crc32", 4);
    private static final int OF_CHECKSUMS = 4;
    private static final Pattern DIGEST = Pattern.compile("\\s*([A-Za-z0-9-]{1,20})=:?([A-Za-z0-9+/=]{1,100}):?\\s*");

    static final FileDigests NONE = new FileDigests(Map.of());

    FileDigests {
        hex = Map.copyOf(hex);
    }

    /** What is well-formed in an answer to a request that {@link #asked} for it. */
    static FileDigests of(HttpHeaders headers) {
        Map<String, String> found = new TreeMap<>();
        for (String name : List.of("Repr-Digest", "Digest")) {
            headers.allValues(name).stream()
                    .flatMap(values -> Stream.of(values.split(",")))
                    .map(DIGEST::matcher)
                    .filter(Matcher::matches)
                    .forEach(one -> {
                        String algorithm = one.group(1).toLowerCase(Locale.ROOT);
                        value(algorithm, one.group(2)).ifPresent(hex -> found.putIfAbsent(algorithm, hex));
                    });
        }
        return new FileDigests(found);
    }

    /** Hashes come as base64, and from some servers as hex; checksums of 32 bits as hex, without zeros before it. */
    private static Optional<String> value(String algorithm, String text) {
        int bytes = BYTES.getOrDefault(algorithm, 0);
        boolean isHex = text.matches("[0-9A-Fa-f]{" + (bytes == OF_CHECKSUMS ? 1 : 2 * bytes) + "," + 2 * bytes + "}");
        if (bytes > 0 && isHex) {
            return Optional.of("0".repeat(2 * bytes - text.length()) + text.toLowerCase(Locale.ROOT));
        }
        try {
            byte[] decoded = Base64.getDecoder().decode(text);
            return bytes > 0 && decoded.length == bytes
                    ? Optional.of(HexFormat.of().formatHex(decoded))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /**
     * Asks for digests in the answer.
     *
     * @param like one of these algorithms, where there are some; else all that are known
     */
    static HttpRequest.Builder asked(HttpRequest.Builder request, FileDigests like) {
        List<String> wanted = ALGORITHMS.stream()
                .filter(one -> like.hex.isEmpty() || like.hex.containsKey(one))
                .toList();
        return request.header(
                        "Want-Repr-Digest",
                        wanted.stream().map(one -> one + "=5").collect(Collectors.joining(", ")))
                .header("Want-Digest", String.join(",", wanted));
    }

    /** The strongest algorithm that both have. */
    Optional<String> common(FileDigests other) {
        return ALGORITHMS.stream()
                .filter(one -> hex.containsKey(one) && other.hex.containsKey(one))
                .findFirst();
    }

    /** Whether one of them is of an algorithm that each server that copies can check: the sites' own, and dCache's. */
    boolean isCheckable() {
        return hex.containsKey("adler32") || hex.containsKey("md5");
    }

    boolean isEmpty() {
        return hex.isEmpty();
    }

    String of(String algorithm) {
        return hex.getOrDefault(algorithm, "");
    }
}
