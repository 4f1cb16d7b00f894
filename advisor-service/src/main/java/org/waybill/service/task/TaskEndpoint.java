package org.waybill.service.task;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.api.ServiceException;
import org.waybill.platform.PlainHost;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.service.InputChecks;

/**
 * A source or destination of a task in a plain spelling. The worker reads it with the parser of the command line, and
 * checks what that finds.
 *
 * @param host a name or address without brackets; empty for a path on the worker
 * @param path on the worker; empty for another host
 */
record TaskEndpoint(String host, String path) {
    private static final int LONGEST = 4_000;
    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)(.*)");
    private static final Pattern OF_HOST = Pattern.compile("(?:[^@/:\\[\\]]+@)?(\\[[^\\]/]+\\]|[^@/:\\[\\]]+):.*");
    private static final Pattern HOST_PORT = Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+)(?::[0-9]{0,5})?");
    private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");

    /** @param field as callers know it */
    static TaskEndpoint of(String field, String text) {
        String place = InputChecks.required(field, text, LONGEST);
        if (!place.equals(text)) {
            throw InputChecks.bad(field + " begins or ends with a space");
        }
        if (place.startsWith("/")) {
            return local(field, place);
        }
        if (place.startsWith(Protocol.RCLONE.scheme() + ":")) {
            throw InputChecks.bad(field + " is a remote of rclone, which tasks of the service cannot use");
        }
        Matcher url = URL.matcher(place);
        if (url.matches()) {
            return new TaskEndpoint(ofUrl(field, url.group(1), url.group(2), url.group(3)), "");
        }
        Matcher remote = OF_HOST.matcher(place);
        if (!remote.matches()) {
            throw invalid(field, place);
        }
        return new TaskEndpoint(plain(field, remote.group(1)), "");
    }

    private static TaskEndpoint local(String field, String path) {
        if (WILDCARD.matcher(path).find() || (path + "/").contains("/../")) {
            throw InputChecks.bad(field + " is a path on a worker: expected one without wildcards and ..");
        }
        return new TaskEndpoint("", path);
    }

    private static String ofUrl(String field, String scheme, String authority, String rest) {
        Protocol protocol = Protocols.ofUrl(scheme.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> InputChecks.bad(field + " has the scheme '" + InputChecks.printable(scheme)
                        + "', which is not for tasks: expected a URL of a server, or an absolute path on a worker"));
        if (protocol.pathMeaning() == PathMeaning.BUCKET) {
            throw InputChecks.bad(field + " is a bucket, which tasks of the service cannot use yet");
        }
        if (protocol.pathMeaning().hasQueries() && (rest.contains("?") || rest.contains("#"))) {
            throw InputChecks.bad(
                    field + " has a query, which may be a secret that the service would keep: leave out '?' and '#'");
        }
        int at = authority.lastIndexOf('@');
        if (authority.substring(0, Math.max(at, 0)).contains(":")) {
            throw InputChecks.bad(field + " contains a password, which the service would keep: write USER@HOST");
        }
        Matcher host = HOST_PORT.matcher(authority.substring(at + 1));
        if (!host.matches()) {
            throw invalid(field, authority);
        }
        return plain(field, host.group(1));
    }

    private static String plain(String field, String host) {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        if (!PlainHost.isPlain(bare)) {
            throw InputChecks.bad(
                    field + ": '" + InputChecks.printable(bare) + "' is no host name or address in its plain spelling");
        }
        return bare.toLowerCase(Locale.ROOT);
    }

    private static ServiceException invalid(String field, String text) {
        return InputChecks.bad("invalid " + field + " '" + InputChecks.printable(text)
                + "': expected a URL, user@host:path, or an absolute path on a worker");
    }

    boolean isLocal() {
        return host.isEmpty();
    }

    /** Whether it is a path below this directory, or the directory. */
    boolean isBelow(String directory) {
        String above = directory.endsWith("/") ? directory : directory + "/";
        return (path + "/").startsWith(above);
    }
}
