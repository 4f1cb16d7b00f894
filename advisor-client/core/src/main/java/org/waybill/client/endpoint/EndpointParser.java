package org.waybill.client.endpoint;

import java.io.File;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * The one parser of endpoints: {@code path}, {@code user@host:path}, {@code rclone:NAME:path}, URLs, and {@code -}.
 *
 * <p>As with scp, a colon before the first slash makes it remote; {@code ./a:b} is a local file. In every URL the path
 * is absolute on the server, and {@code /~/x} is {@code x} in the login directory (curl's spelling for sftp). A URL's
 * path is percent-decoded; a plain path is taken as it is. Anything wrong is a {@link TransferException} with
 * {@link Reason#BAD_INPUT} whose message says what would be right.
 */
public final class EndpointParser {
    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(.*)", Pattern.DOTALL);
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[\\\\/].*", Pattern.DOTALL);
    private static final boolean HAS_DRIVES = File.separatorChar == '\\';
    private static final Pattern BARE_IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");
    private static final Pattern FILE = Pattern.compile("(?i)file:(.*)", Pattern.DOTALL);
    private static final Pattern SITE_FILE = Pattern.compile("/[^?#]*\\?SFN=(/.*)", Pattern.DOTALL);
    private static final Pattern PORT_FIRST = Pattern.compile("([0-9]{1,5}):([/~].*|)", Pattern.DOTALL);

    private EndpointParser() {}

    public static Endpoint parse(String text) throws TransferException {
        if (text.isEmpty()) {
            throw bad("an endpoint is empty: expected a path, user@host:path, a URL, or - for a stream");
        }
        if (text.indexOf('\0') >= 0) {
            throw bad("'" + Shown.of(text) + "' contains a NUL character, which paths cannot");
        }
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw bad("'" + Shown.of(text) + "' is not UTF-8: rename the file, or name its directory");
        }
        if (text.equals("-")) {
            return new Endpoint(Location.STREAM, true);
        }
        Matcher url = URL.matcher(text);
        if (url.matches() && !url.group(1).equalsIgnoreCase(Protocols.FILE)) {
            return url(text, url.group(1).toLowerCase(Locale.ROOT), url.group(2));
        }
        if (text.startsWith(RemoteNames.PREFIX)) {
            return RemoteNames.parse(text, text.substring(RemoteNames.PREFIX.length()));
        }
        Matcher file = FILE.matcher(text);
        if (file.matches() && file.group(1).startsWith("/")) {
            return local(UrlPath.ofFileUrl(text, file.group(1)));
        }
        int colon = remoteColon(text);
        return colon < 0 ? local(text) : scpStyle(text, colon);
    }

    private static Endpoint local(String path) {
        return new Endpoint(Location.local(path), true);
    }

    /** The colon that ends {@code [user@]host} in {@code text}, or -1 when it is a local path. */
    private static int remoteColon(String text) {
        int slash = text.indexOf('/');
        int end = slash < 0 ? text.length() : slash;
        int colon = text.indexOf(':');
        int bracket = text.indexOf('[');
        // as in scp, only before the first colon: that of h:x@[y] ends a host
        boolean bracketed = bracket >= 0
                && bracket < Math.min(end, colon < 0 ? end : colon)
                && (bracket == 0 || text.charAt(bracket - 1) == '@');
        if (bracketed) {
            int close = text.indexOf(']', bracket);
            boolean closed = close >= 0 && close + 1 < text.length() && text.charAt(close + 1) == ':';
            return closed ? close + 1 : -1;
        }
        return colon >= 0 && colon < end ? colon : -1;
    }

    private static Endpoint scpStyle(String text, int colon) throws TransferException {
        if (HAS_DRIVES && DRIVE.matcher(text).matches()) {
            throw bad("'" + Shown.of(text) + "' looks like a Windows path: write ./" + Shown.of(text)
                    + " for a local file of that name, or sftp://" + text.charAt(0) + "/PATH for a host of that name");
        }
        if (text.startsWith("::", colon)) {
            throw bad("'" + Shown.of(text) + "' names a module of rsync's daemon, which Waybill does not speak: write"
                    + " HOST:PATH for SSH, or HOST:./:NAME for a name that starts with a colon");
        }
        requireNoPort(text, text.substring(0, colon), text.substring(colon + 1));
        int slash = text.indexOf('/');
        String beforeSlash = slash < 0 ? text : text.substring(0, slash);
        String bare = beforeSlash.substring(beforeSlash.lastIndexOf('@') + 1);
        if (BARE_IPV6.matcher(bare).matches()) {
            throw bad("'" + Shown.of(text) + "' contains an IPv6 address without brackets: write [ADDRESS]:PATH");
        }
        String authority = text.substring(0, colon);
        int at = authority.lastIndexOf('@');
        String user = at < 0 ? null : HostNames.user(text, authority.substring(0, at));
        String host = HostNames.host(text, authority.substring(at + 1), false);
        String rest = text.substring(colon + 1);
        if (at < 0 && host.equals(Protocols.FILE)) {
            throw bad("'" + Shown.of(text) + "' is not a file URL: write file:///PATH, or only the path");
        }
        if (at < 0 && Protocols.movingFiles().anyMatch(one -> one.scheme().equals(host)) && rest.startsWith("/")) {
            throw bad("'" + Shown.of(text) + "' is neither a URL nor host:path: write " + host + "://HOST/PATH, or "
                    + Protocol.SFTP.scheme() + "://" + host + Shown.of(rest) + " for a host of that name");
        }
        return new Endpoint(new Location(Protocol.SFTP.scheme(), user, host, 0, homePath(text, rest)), false);
    }

    private static void requireNoPort(String text, String host, String rest) throws TransferException {
        Matcher port = PORT_FIRST.matcher(rest);
        if (port.matches()) {
            throw bad("'" + Shown.of(text) + "' has a port, which scp does not allow: write " + Protocol.SFTP.scheme()
                    + "://"
                    + Shown.of(host) + ":" + port.group(1) + "/" + Shown.of(stripSlashes(port.group(2)))
                    + ", or -P " + port.group(1) + " " + Shown.of(host) + ":" + Shown.of(port.group(2))
                    + "; a directory of that name is " + Shown.of(host) + ":./" + Shown.of(rest));
        }
    }

    private static String homePath(String text, String path) throws TransferException {
        if (path.isEmpty() || path.equals("~")) {
            return ".";
        }
        if (path.startsWith("~/")) {
            String below = stripSlashes(path.substring(1));
            // a tilde is special only at the start, where it must not be by itself
            return below.isEmpty() ? "." : below.startsWith("~") ? "./" + below : below;
        }
        if (path.startsWith("~")) {
            throw bad(
                    "'" + Shown.of(text) + "' starts in another user's home directory, which only a shell can resolve: "
                            + "write the absolute path, or ./" + Shown.of(path) + " for a file of that name");
        }
        return path.startsWith("/") ? "/" + stripSlashes(path) : path;
    }

    private static Endpoint url(String text, String scheme, String rest) throws TransferException {
        String known = canonicalScheme(scheme);
        int end = authorityEnd(rest);
        String authority = rest.substring(0, end);
        if (known.equals(Protocol.RCLONE.scheme())) {
            String name = RemoteNames.checked(text, UrlPath.decode(text, authority));
            return new Endpoint(new Location(known, null, name, 0, UrlPath.of(text, rest.substring(end), false)), true);
        }
        int at = authority.lastIndexOf('@');
        String user = at < 0 ? null : urlUser(known, authority, at);
        String hostPort = authority.substring(at + 1);
        int portColon = portColon(text, hostPort);
        String host = HostNames.host(text, portColon < 0 ? hostPort : hostPort.substring(0, portColon), true);
        int port = portColon < 0 ? 0 : port(text, hostPort.substring(portColon + 1));
        Matcher site = SITE_FILE.matcher(rest.substring(end));
        // the storage system's own form names its web service in the path, and the file in the query
        String path = known.equals(Protocol.SRM.scheme()) && site.matches() ? site.group(1) : rest.substring(end);
        boolean queries = Protocols.named(known)
                .map(Protocol::pathMeaning)
                .filter(meaning -> !meaning.hasQueries())
                .isEmpty();
        return new Endpoint(new Location(known, user, host, port, UrlPath.of(text, path, queries)), true);
    }

    private static String canonicalScheme(String scheme) throws TransferException {
        return Protocols.ofUrl(scheme).map(Protocol::scheme).orElseThrow(() -> {
            String known = Stream.concat(
                            Stream.of(Protocols.FILE), Protocols.movingFiles().map(Protocol::scheme))
                    .sorted()
                    .collect(Collectors.joining(", "));
            return bad("invalid scheme '" + Shown.of(scheme) + "': expected one of " + known
                    + "; for a host of that name write " + Shown.of(scheme) + ":/PATH");
        });
    }

    /** Where the authority ends: at the first slash, question mark or hash. */
    private static int authorityEnd(String rest) {
        return rest.split("[/?#]", 2)[0].length();
    }

    private static String urlUser(String scheme, String authority, int at) throws TransferException {
        String userInfo = authority.substring(0, at);
        int colon = userInfo.indexOf(':');
        if (colon >= 0) {
            // the text is not shown: it holds the secret
            throw bad("a " + scheme + " URL contains a password, which other users can see and shells record: write "
                    + scheme + "://USER@HOST/PATH and store the password once with 'waybill account add'");
        }
        return HostNames.user(authority, UrlPath.decode(authority, userInfo));
    }

    /** The colon before the port, or -1. */
    private static int portColon(String text, String hostPort) throws TransferException {
        if (hostPort.startsWith("[")) {
            int close = hostPort.indexOf(']');
            if (close < 0) {
                throw bad("'" + Shown.of(text) + "' has no closing bracket: write [ADDRESS]");
            }
            if (close + 1 == hostPort.length()) {
                return -1;
            }
            if (hostPort.charAt(close + 1) != ':') {
                throw bad("'" + Shown.of(text) + "' has text after the bracket: write [ADDRESS]:PORT");
            }
            return close + 1;
        }
        if (BARE_IPV6.matcher(hostPort).matches()) {
            throw bad("'" + Shown.of(text) + "' contains an IPv6 address without brackets: write [ADDRESS]");
        }
        return hostPort.indexOf(':');
    }

    private static int port(String text, String digits) throws TransferException {
        if (digits.isEmpty()) {
            return 0; // RFC 3986, section 3.2.3: an empty port is the usual one
        }
        try {
            int port = digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
                    ? -1
                    : Integer.parseInt(digits);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException ignored) {
            // said below
        }
        throw bad("invalid port '" + Shown.of(digits) + "' in '" + Shown.of(text) + "': expected 1 to 65535");
    }

    static String stripSlashes(String path) {
        return path.replaceFirst("^/+", "");
    }

    static TransferException bad(String message) {
        return bad(message, null);
    }

    static TransferException bad(String message, @Nullable Throwable cause) {
        return new TransferException(Reason.BAD_INPUT, message, cause);
    }
}
