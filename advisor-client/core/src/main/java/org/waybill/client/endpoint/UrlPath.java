package org.waybill.client.endpoint;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.waybill.engine.TransferException;

/** Paths of URLs: percent-decoded to plain text and back (RFC 3986, section 2). */
public final class UrlPath {
    // RFC 3986: unreserved and sub-delims, without the quote marks and parentheses that shells and people trip over
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/,=+@:";

    private UrlPath() {}

    /**
     * The decoded path; a query or fragment is refused, an absent path is the root, {@code /~/} the login directory.
     *
     * @param queries whether a question mark begins a query; else it is a character of the path, after its first slash
     */
    static String of(String text, String raw, boolean queries) throws TransferException {
        for (char mark : new char[] {'?', '#'}) {
            boolean refused = mark == '#' || queries || raw.startsWith("?");
            if (refused && raw.indexOf(mark) >= 0) {
                throw EndpointParser.bad(
                        "'" + Shown.of(text) + "' contains " + mark + ", but queries and fragments cannot be copied: "
                                + "write %" + Integer.toHexString(mark).toUpperCase(Locale.ROOT)
                                + " if it is part of a name" + (mark == '?' ? ", or a wildcard" : ""));
            }
        }
        String path = decode(text, raw);
        if (path.isEmpty()) {
            return "/";
        }
        // before the escapes are read, so that /%7E is a directory of that name
        if (raw.equals("/~") || raw.startsWith("/~/")) {
            String below = EndpointParser.stripSlashes(path.substring(2));
            return below.isEmpty() ? "." : below;
        }
        // ftp://host/%2Fetc is RFC 1738's spelling of /etc
        return "/" + EndpointParser.stripSlashes(path);
    }

    /** The path of {@code file:/p}, {@code file:///p} or {@code file://localhost/p}; {@code rest} follows the colon. */
    static String ofFileUrl(String text, String rest) throws TransferException {
        String raw = rest;
        if (rest.startsWith("//")) {
            int slash = rest.indexOf('/', 2);
            String host = slash < 0 ? rest.substring(2) : rest.substring(2, slash);
            if (slash < 0 || !(host.isEmpty() || host.equalsIgnoreCase("localhost"))) {
                throw EndpointParser.bad("'" + Shown.of(text) + "' is not on this machine: write file:///PATH, or "
                        + "sftp://HOST/PATH for a file on another host");
            }
            raw = rest.substring(slash);
        }
        String path = decode(text, raw);
        return "/" + EndpointParser.stripSlashes(path);
    }

    /** Decodes {@code %xx}; what they spell must be UTF-8 and free of NUL. */
    static String decode(String text, String raw) throws TransferException {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringBuilder decoded = new StringBuilder();
        for (int i = 0; i < raw.length(); ) {
            if (raw.charAt(i) != '%') {
                decoded.append(raw.charAt(i++));
                continue;
            }
            bytes.reset();
            while (i < raw.length() && raw.charAt(i) == '%') {
                bytes.write(escaped(text, raw, i));
                i += 3;
            }
            decoded.append(utf8(text, bytes.toByteArray()));
        }
        return decoded.toString();
    }

    private static int escaped(String text, String raw, int at) throws TransferException {
        int high = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 1), 16) : -1;
        int low = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 2), 16) : -1;
        if (high < 0 || low < 0) {
            throw EndpointParser.bad("'" + Shown.of(text) + "' has an invalid %-escape: write %25 for a percent sign");
        }
        int value = high * 16 + low;
        if (value == 0) {
            throw EndpointParser.bad("'" + Shown.of(text) + "' contains %00, which paths cannot");
        }
        return value;
    }

    private static String utf8(String text, byte[] bytes) throws TransferException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw EndpointParser.bad(
                    "'" + Shown.of(text) + "' is not UTF-8: rename the file, or name its directory", e);
        }
    }

    /** The path with everything but plain characters as percent escapes of its UTF-8 bytes. */
    public static String encode(String path) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && PLAIN.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", b & 0xff));
            }
        }
        return encoded.toString();
    }

    /** A path as written in a URL after the authority: absolute ones as they are, relative ones below {@code /~/}. */
    public static String inUrl(String path) {
        if (!path.startsWith("/")) {
            return "/~/" + (path.equals(".") ? "" : encode(path));
        }
        boolean likeHome = path.equals("/~") || path.startsWith("/~/");
        return likeHome ? "/%7E" + encode(path.substring(2)) : encode(path);
    }
}
