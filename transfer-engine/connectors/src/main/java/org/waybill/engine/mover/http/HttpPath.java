package org.waybill.engine.mover.http;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Plain paths and the percent-encoded ones of URLs (RFC 3986, section 2). */
public final class HttpPath {
    private HttpPath() {}

    /** A path with escapes for all but its slashes, letters, digits and a few marks (RFC 3986, section 2.1). */
    public static String encoded(String path) {
        // what URLEncoder writes otherwise is right in a form, and a slash is not part of a name
        return URLEncoder.encode(path, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~")
                .replace("%2F", "/");
    }

    /** The plain path of an address, which may be absolute or a path alone; empty when it is not a UTF-8 path. */
    static Optional<String> decoded(String href) {
        String path = href;
        int scheme = href.indexOf("://");
        if (scheme > 0) {
            int slash = href.indexOf('/', scheme + 3);
            path = slash < 0 ? "/" : href.substring(slash);
        }
        try {
            // byte for byte, so that what is not UTF-8 shows
            String encoded = new String(path.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            byte[] bytes = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
                    .getBytes(StandardCharsets.ISO_8859_1);
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException _) {
            return Optional.empty();
        }
    }

    static URI uri(String scheme, String host, int port, String path) {
        String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return URI.create(scheme + "://" + name + ":" + port + encoded(path));
    }
}
