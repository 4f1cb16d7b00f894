package org.waybill.engine.gateway;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.protocol.Protocols;

/**
 * A path that a client asks for: of the gateway's own store, or of a remote server that it names.
 *
 * <p>Clients and servers collapse or keep double slashes as they like ({@code /ftp://h//f}, {@code /ftp:/h/f}), so any
 * number of them is taken; what remains after the remote server's name always begins with one slash.
 */
sealed interface NestedPath {
    /** The hops that one path may name; each gateway takes its own name off, so deeper chains are made of gateways. */
    int MOST_HOPS = 4;

    Pattern FORM = Pattern.compile("/*(ftp|gsiftp):/+([^/]*)(?:/+(.*))?", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?");

    /** A path of the gateway's own store, absolute. */
    record Local(String path) implements NestedPath {}

    /**
     * A path of a remote server.
     *
     * @param port 1..65535
     */
    record Remote(String scheme, String host, int port, String path) implements NestedPath {}

    /** Whether {@code path} leads to a remote server or is on the way of naming one, as {@code /ftp:} is. */
    static boolean isNestedPrefix(String path) {
        return path.matches("(?is)/*(ftp|gsiftp):(/.*)?");
    }

    /** Reads an absolute path; a malformed name of a remote server is a 553. */
    static NestedPath parse(String path) throws FtpError {
        Matcher matcher = FORM.matcher(path);
        if (!matcher.matches()) {
            return new Local(path);
        }
        Matcher authority = AUTHORITY.matcher(matcher.group(2));
        if (!authority.matches()) {
            throw new FtpError(553, "a nested path is /ftp://HOST:PORT//PATH, without a user; not: " + path);
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String rest = "/" + (matcher.group(3) == null ? "" : matcher.group(3));
        if (hops(rest) >= MOST_HOPS) {
            throw new FtpError(553, "a path may name at most " + MOST_HOPS + " servers");
        }
        return new Remote(scheme, authority.group(1), port(scheme, authority.group(2)), rest);
    }

    private static int port(String scheme, @org.jspecify.annotations.Nullable String text) throws FtpError {
        int port = text == null ? Protocols.named(scheme).orElseThrow().defaultPort() : Integer.parseInt(text);
        if (port < 1 || port > 65_535) {
            throw new FtpError(553, "port " + port + " is outside 1..65535");
        }
        return port;
    }

    private static int hops(String rest) {
        Matcher more = Pattern.compile("(?i)/(ftp|gsiftp):/").matcher(rest);
        int hops = 0;
        while (more.find()) {
            hops++;
        }
        return hops;
    }
}
