package org.waybill.engine.mover.http;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Plain paths and the percent-encoded ones of URLs (RFC 3986, section 2). */
final class HttpPath {
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    private static final int ESCAPE_CHARACTERS = 3;

    private HttpPath() {}

    static String encoded(String path) {
        StringBuilder text = new StringBuilder(path.length() + 16);
        for (byte one : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (one & 0xff);
            if (UNRESERVED.indexOf(c) >= 0) {
                text.append(c);
            } else {
                text.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return text.toString();
    }

    /** The plain path of an address, which may be absolute or a path alone; empty when it is no UTF-8 path. */
    static Optional<String> decoded(String href) {
        String path = href;
        int scheme = href.indexOf("://");
        if (scheme > 0) {
            int slash = href.indexOf('/', scheme + 3);
            path = slash < 0 ? "/" : href.substring(slash);
        }
        byte[] bytes = new byte[path.length() * 4];
        int length = 0;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '%') {
                if (i + ESCAPE_CHARACTERS > path.length()) {
                    return Optional.empty();
                }
                int value = Character.digit(path.charAt(i + 1), 16) * 16 + Character.digit(path.charAt(i + 2), 16);
                bytes[length++] = (byte) value;
                i += 2;
            } else {
                for (byte one : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    bytes[length++] = one;
                }
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    static URI uri(String scheme, String host, int port, String path) {
        String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return URI.create(scheme + "://" + name + ":" + port + encoded(path));
    }
}
