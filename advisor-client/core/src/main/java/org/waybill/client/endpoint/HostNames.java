package org.waybill.client.endpoint;

import java.net.IDN;
import java.net.Inet6Address;
import java.util.Locale;
import java.util.regex.Pattern;
import org.waybill.engine.TransferException;

/** The checks of users and hosts. Neither may start with a dash: as an argument it would be read as an option. */
final class HostNames {
    private static final Pattern HOST = Pattern.compile("[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-f:.]*:[0-9a-f:.]*(%[A-Za-z0-9_.~-]+)?");
    private static final int LONGEST = 253;

    private HostNames() {}

    static String user(String text, String user) throws TransferException {
        if (user.isEmpty()) {
            throw EndpointParser.bad("'" + Shown.of(text) + "' has an empty user before @: omit the @");
        }
        boolean control = user.chars().anyMatch(Character::isISOControl);
        if (user.startsWith("-") || control || user.indexOf('/') >= 0) {
            throw EndpointParser.bad("invalid user name '" + Shown.of(user)
                    + "': it must not start with - or contain / or " + "control characters");
        }
        return user;
    }

    /**
     * A host in canonical form: lower case, IDN in its ASCII form, an IPv6 address without brackets.
     *
     * @param url whether a zone is written {@code %25eth0} (RFC 6874) and not {@code %eth0}
     */
    static String host(String text, String host, boolean url) throws TransferException {
        if (host.isEmpty()) {
            throw EndpointParser.bad("'" + Shown.of(text) + "' has no host: write host:path or scheme://host/path");
        }
        if (host.startsWith("[")) {
            return ipv6(text, host, url);
        }
        String ascii;
        try {
            ascii = IDN.toASCII(url ? UrlPath.decode(text, host) : host).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw EndpointParser.bad("invalid host name '" + Shown.of(host) + "'", e);
        }
        if (ascii.length() > LONGEST || !HOST.matcher(ascii).matches() || ascii.contains("..")) {
            throw EndpointParser.bad("invalid host name '" + Shown.of(host) + "': expected a name, an IPv4 address or "
                    + "[an IPv6 address]; a local file with a colon in its name is ./" + Shown.of(text));
        }
        return ascii;
    }

    private static String ipv6(String text, String host, boolean url) throws TransferException {
        int close = host.indexOf(']');
        String inner = close < 0 ? host.substring(1) : host.substring(1, close);
        String address = url ? inner.replaceFirst("%25", "%") : inner;
        int zone = address.indexOf('%');
        String lower = zone < 0
                ? address.toLowerCase(Locale.ROOT)
                : address.substring(0, zone).toLowerCase(Locale.ROOT) + address.substring(zone);
        if (close != host.length() - 1 || !IPV6.matcher(lower).matches() || !isLiteral(lower)) {
            throw EndpointParser.bad(
                    "'" + Shown.of(text) + "' has no valid IPv6 address in its brackets: write " + "[2001:db8::1]");
        }
        return lower;
    }

    /** Whether the text is an IPv6 address; nothing is looked up for what holds only hex digits, colons and dots. */
    private static boolean isLiteral(String lower) {
        int zone = lower.indexOf('%');
        try {
            Inet6Address.ofLiteral(zone < 0 ? lower : lower.substring(0, zone));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
