package org.waybill.client.endpoint;

import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** Writes endpoints in the spelling that the parser reads back. */
public final class EndpointFormat {
    private EndpointFormat() {}

    static String format(Endpoint endpoint) {
        Location at = endpoint.location();
        if (endpoint.isStream()) {
            return "-";
        }
        if (at.isLocal()) {
            return local(at.path());
        }
        if (at.is(Protocol.RCLONE)) {
            return RemoteNames.format(at);
        }
        if (endpoint.schemeChosen()) {
            return url(at);
        }
        return user(at.user(), at.user()) + bracketed(at.host(), "%") + ":" + afterHost(at.path());
    }

    /**
     * A path behind {@code host:}. {@code ./} goes before one that would be read otherwise: {@code ~} as a home
     * directory, a colon in the first segment as an address ({@code 22:://} would be), a backslash as a drive's.
     */
    private static String afterHost(String path) {
        boolean plain = path.startsWith("/")
                || !path.startsWith("~")
                        && !path.startsWith("\\")
                        && firstSegment(path).indexOf(':') < 0;
        return plain ? path : "./" + path;
    }

    /** A local path as an argument: {@code ./} goes before what would be read as something else. */
    private static String local(String path) {
        return path.equals("-") || firstSegment(path).indexOf(':') >= 0 ? "./" + path : path;
    }

    private static String firstSegment(String path) {
        int slash = path.indexOf('/');
        return slash < 0 ? path : path.substring(0, slash);
    }

    /** A remote location as a URL with every character of its path that is not plain as an escape. */
    public static String url(Location at) {
        String user = at.user();
        return at.scheme() + "://"
                + user(
                        user,
                        user == null
                                ? null
                                : UrlPath.encode(user).replace("@", "%40").replace(":", "%3A")) + authority(at)
                + UrlPath.inUrl(at.path());
    }

    /** {@code host} or {@code host:port} as in a URL. */
    public static String authority(Location at) {
        return bracketed(at.host(), "%25") + (at.port() == 0 ? "" : ":" + at.port());
    }

    /** The host as in {@code host:path}: an IPv6 address in brackets. */
    public static String bracketed(String host) {
        return bracketed(host, "%");
    }

    private static String bracketed(String host, String zoneMark) {
        return host.indexOf(':') >= 0 ? "[" + host.replace("%", zoneMark) + "]" : host;
    }

    private static String user(@Nullable String user, @Nullable String shown) {
        return user == null ? "" : shown + "@";
    }
}
