package org.waybill.client.workflow.option;

import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.endpoint.UrlPath;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocols;

/**
 * Locations in the spellings of the tools: the same path means different places to different programs. See
 * decision 0033.
 */
public final class ToolUrls {
    private ToolUrls() {}

    /** {@code [user@]host:path} as scp, sftp and rsync take it. */
    public static String hostPath(Location at, String path) {
        return login(at) + ":" + path;
    }

    /** {@code [user@]host}, an IPv6 address in brackets. */
    public static String login(Location at) {
        return (at.user() == null ? "" : at.user() + "@") + EndpointFormat.bracketed(at.host());
    }

    /** {@code [user@]host} for ssh itself, which accepts no brackets. */
    public static String sshDestination(Location at) {
        return (at.user() == null ? "" : at.user() + "@") + at.host();
    }

    /**
     * A URL for curl and lftp. To them an FTP path is relative to the login directory, and {@code %2F} at its start
     * makes it absolute (RFC 1738, section 3.2.2).
     */
    public static String ftpUrl(Location at, String path) {
        String encoded = path.startsWith("/") ? "%2F" + UrlPath.encode(path.substring(1)) : UrlPath.encode(path);
        return prefix(at, at.scheme()) + "/" + encoded;
    }

    /** A URL whose path is absolute, as HTTP, GridFTP, SRM and XRootD mean it. */
    public static String absoluteUrl(Location at, String scheme, String path) {
        return prefix(at, scheme) + (path.startsWith("/") ? UrlPath.encode(path) : "/~/" + UrlPath.encode(path));
    }

    /** The authority's user is left out where the tool asks a credentials file by host alone. */
    private static String prefix(Location at, String scheme) {
        String user = at.user();
        String login =
                user == null ? "" : UrlPath.encode(user).replace("@", "%40").replace(":", "%3A") + "@";
        return scheme + "://" + login + EndpointFormat.authority(at);
    }

    /** A {@code file:} URL. */
    public static String fileUrl(String absolutePath) {
        return Protocols.FILE + "://" + UrlPath.encode(absolutePath);
    }
}
