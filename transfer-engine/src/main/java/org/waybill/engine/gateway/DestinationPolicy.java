package org.waybill.engine.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.waybill.engine.driver.AddressRanges;
import org.waybill.engine.gridftp.FtpError;

/**
 * Which far servers a gateway connects to: those of its allow-list, and no others (RFC 2577, section 3; OWASP ASVS
 * 1.3.6). A name is resolved once and the connection goes to that address, so that a name server cannot answer one
 * thing to the check and another to the connection. Addresses of private, loopback and link-local ranges are reached
 * only where a rule names the address itself (or {@code localhost}): a rule with a name is no leave to go wherever that
 * name's owner points it.
 */
final class DestinationPolicy {
    /** Looks names up; a parameter, so that tests need no name server. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private static final Pattern DOTTED = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern NAME = Pattern.compile(
            "(?=.*[A-Za-z])[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?)*");
    private static final Pattern LOOKS_NUMERIC = Pattern.compile("(?i)(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+))*");

    private final List<Rule> rules;
    private final Resolver resolver;
    private final Predicate<InetSocketAddress> isSelf;

    private record Rule(String host, int port) {
        boolean matches(String askedHost, int askedPort) {
            boolean hostFits = host.startsWith("*.")
                    ? askedHost.endsWith(host.substring(1)) && askedHost.length() > host.length() - 1
                    : host.equals(askedHost);
            return hostFits && (port == 0 || port == askedPort);
        }
    }

    /**
     * @param allowed {@code HOST:PORT} or {@code HOST:*}; HOST is a name, {@code *.domain}, an IPv4 address or an IPv6
     *     address in brackets
     * @param isSelf whether an address is the gateway's own
     * @throws IllegalArgumentException for a rule that is none of these
     */
    public DestinationPolicy(List<String> allowed, Resolver resolver, Predicate<InetSocketAddress> isSelf) {
        this.rules = allowed.stream().map(DestinationPolicy::rule).toList();
        this.resolver = resolver;
        this.isSelf = isSelf;
    }

    private static Rule rule(String text) {
        int colon = text.lastIndexOf(':');
        String port = colon < 0 ? "" : text.substring(colon + 1);
        if (colon < 1 || !port.matches("\\*|[1-9][0-9]{0,4}")) {
            throw new IllegalArgumentException("\"" + text + "\" is not HOST:PORT or HOST:*");
        }
        String host = text.substring(0, colon).toLowerCase(Locale.ROOT);
        String bare = host.startsWith("*.") ? host.substring(2) : host;
        if (!isWellSpelt(bare)) {
            throw new IllegalArgumentException("\"" + text + "\" names no host: give a name, a.b.c.d or [v6]");
        }
        return new Rule(host, port.equals("*") ? 0 : Integer.parseInt(port));
    }

    /** The one address to connect to, or a 553 that says why there is none. Sends nothing but a name look-up. */
    InetSocketAddress admit(String host, int port) throws FtpError {
        String asked = host.toLowerCase(Locale.ROOT);
        if (!isWellSpelt(asked)) {
            throw new FtpError(553, "not a host name or address in its plain spelling: " + host);
        }
        if (rules.stream().noneMatch(rule -> rule.matches(asked, port))) {
            throw new FtpError(553, host + ":" + port + " is not on this gateway's list of destinations");
        }
        InetAddress address = lookUp(asked);
        InetSocketAddress target = new InetSocketAddress(address, port);
        if (AddressRanges.isInner(address) && !(isLiteral(asked) || asked.equals("localhost"))) {
            throw new FtpError(553, host + " leads to an inner network; only a rule with the address itself allows it");
        }
        if (isSelf.test(target)) {
            throw new FtpError(553, host + ":" + port + " is this gateway itself");
        }
        return target;
    }

    /** Whether some rule names this address: then it may be the other end of a data channel (third-party copy). */
    boolean isKnownPeer(InetAddress address) {
        String literal = address.getHostAddress();
        String spelt = literal.contains(":") ? "[" + literal + "]" : literal;
        return rules.stream().anyMatch(rule -> rule.host().equals(spelt) || leadsTo(rule.host(), address));
    }

    private boolean leadsTo(String host, InetAddress address) {
        if (host.startsWith("*.") || isLiteral(host)) {
            return false;
        }
        try {
            return lookUp(host).equals(address);
        } catch (FtpError unknown) {
            return false;
        }
    }

    private InetAddress lookUp(String host) throws FtpError {
        try {
            String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            return resolver.resolve(bare)[0];
        } catch (UnknownHostException e) {
            throw new FtpError(553, "no such host: " + host);
        }
    }

    private static boolean isLiteral(String host) {
        return host.startsWith("[") || DOTTED.matcher(host).matches();
    }

    /** One spelling a host: no decimal, octal or hexadecimal IPv4, no IPv4 inside IPv6, no zone. */
    private static boolean isWellSpelt(String host) {
        if (host.startsWith("[")) {
            return host.endsWith("]") && !host.contains(".") && host.contains(":");
        }
        if (LOOKS_NUMERIC.matcher(host).matches()) {
            return DOTTED.matcher(host).matches()
                    && java.util.Arrays.stream(host.split("\\.")).allMatch(part -> Integer.parseInt(part) <= 255);
        }
        return host.length() <= 253 && NAME.matcher(host).matches();
    }
}
