package org.waybill.engine.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.platform.AddressRanges;
import org.waybill.platform.PlainHost;

/**
 * Which remote servers a gateway connects to: those of its allow-list, and no others (RFC 2577, section 3; OWASP ASVS
 * 1.3.6). A name is looked up once a session, and every connection of that session goes to what it led to then, so that
 * a name server cannot answer one thing to the check and another to the connection. Addresses of private, loopback and
 * link-local ranges are reached only where a rule names the address itself (or {@code localhost}): a rule with a name
 * does not allow going wherever that name's owner points it, with commands or with data.
 */
final class DestinationPolicy {
    /** Where a rule names one port, data may go to those that servers choose for them, and not to other services. */
    static final int LOWEST_DATA_PORT = 20_000;

    private static final int LOWEST_PORT = 1024;

    /** Looks names up; a parameter, so that tests need no name server. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final List<Rule> rules;
    private final Resolver resolver;
    private final Predicate<InetSocketAddress> isSelf;
    /** What names have led to; nothing for one that led nowhere. */
    private final Map<String, List<InetAddress>> pinned = new ConcurrentHashMap<>();

    /** @param address what the rule spells out; null for a rule with a name */
    private record Rule(String host, @Nullable InetAddress address, int port) {
        boolean matches(String askedHost, @Nullable InetAddress askedAddress, int askedPort) {
            boolean hostFits = address != null
                    ? address.equals(askedAddress)
                    : host.startsWith("*.")
                            ? askedHost.endsWith(host.substring(1)) && askedHost.length() > host.length() - 1
                            : host.equals(askedHost);
            return hostFits && (port == 0 || port == askedPort);
        }

        boolean takesData(int dataPort) {
            return dataPort >= (port == 0 ? LOWEST_PORT : LOWEST_DATA_PORT) && dataPort != port;
        }
    }

    /**
     * @param allowed {@code HOST:PORT} or {@code HOST:*}; HOST is a name, {@code *.domain}, an IPv4 address or an IPv6
     *     address in brackets
     * @param isSelf whether an address is the gateway's own
     * @throws IllegalArgumentException for a rule that is none of these
     */
    public DestinationPolicy(List<String> allowed, Resolver resolver, Predicate<InetSocketAddress> isSelf) {
        this(resolver, isSelf, allowed.stream().map(DestinationPolicy::rule).toList());
    }

    private DestinationPolicy(Resolver resolver, Predicate<InetSocketAddress> isSelf, List<Rule> rules) {
        this.rules = rules;
        this.resolver = resolver;
        this.isSelf = isSelf;
    }

    /** The same for one session, in which no name has been looked up yet. */
    DestinationPolicy forSession() {
        return new DestinationPolicy(resolver, isSelf, rules);
    }

    private static Rule rule(String text) {
        int colon = text.lastIndexOf(':');
        String port = colon < 0 ? "" : text.substring(colon + 1);
        if (colon < 1 || !port.matches("\\*|[1-9][0-9]{0,4}")) {
            throw new IllegalArgumentException("\"" + text + "\" is not HOST:PORT or HOST:*");
        }
        String host = text.substring(0, colon).toLowerCase(Locale.ROOT);
        InetAddress address = literal(host).orElse(null);
        if (address == null && !PlainHost.isName(host.startsWith("*.") ? host.substring(2) : host)) {
            throw new IllegalArgumentException("\"" + text + "\": expected a host name, a.b.c.d or [v6]");
        }
        return new Rule(host, address, port.equals("*") ? 0 : Integer.parseInt(port));
    }

    /** The address that a host of a path or rule spells out: IPv6 has brackets there. */
    private static Optional<InetAddress> literal(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return bracketed == host.contains(":")
                ? PlainHost.address(bracketed ? host.substring(1, host.length() - 1) : host)
                : Optional.empty();
    }

    /** The one address to connect to, or a 553 that says why there is none. Sends nothing but a name look-up. */
    InetSocketAddress admit(String host, int port) throws FtpError {
        String asked = host.toLowerCase(Locale.ROOT);
        InetAddress literal = literal(asked).orElse(null);
        if (literal == null && !PlainHost.isName(asked)) {
            throw new FtpError(553, "not a host name or address in its plain spelling: " + host);
        }
        if (rules.stream().noneMatch(rule -> rule.matches(asked, literal, port))) {
            throw new FtpError(553, host + ":" + port + " is not on this gateway's list of destinations");
        }
        InetAddress address = literal != null ? literal : first(asked);
        InetSocketAddress target = new InetSocketAddress(address, port);
        if (literal == null && !mayLeadTo(asked, address)) {
            throw new FtpError(553, host + " leads to an inner network; only a rule with the address itself allows it");
        }
        if (isSelf.test(target)) {
            throw new FtpError(553, host + ":" + port + " is this gateway itself");
        }
        return target;
    }

    /** Whether some rule names this address: then it may be the other end of a data channel (third-party copy). */
    boolean isKnownPeer(InetAddress address) {
        return rules.stream().anyMatch(rule -> names(rule, address));
    }

    /** Whether data of a third-party copy may go there. */
    boolean takesData(InetSocketAddress target) {
        return rules.stream().anyMatch(rule -> rule.takesData(target.getPort()) && names(rule, target.getAddress()));
    }

    /** Whether it is the gateway's own port: commands and data go elsewhere, or they would go round. */
    boolean isSelf(InetSocketAddress target) {
        return isSelf.test(target);
    }

    private boolean names(Rule rule, InetAddress address) {
        InetAddress literal = rule.address();
        if (literal != null) {
            return literal.equals(address);
        }
        boolean own = AddressRanges.isThisMachine(address) && !rule.host().equals("localhost");
        return !own
                && !rule.host().startsWith("*.")
                && mayLeadTo(rule.host(), address)
                && pinned.computeIfAbsent(rule.host(), this::lookUp).contains(address);
    }

    private static boolean mayLeadTo(String name, InetAddress address) {
        return !AddressRanges.isInner(address) || name.equals("localhost");
    }

    private InetAddress first(String name) throws FtpError {
        pinned.remove(name, List.of());
        List<InetAddress> addresses = pinned.computeIfAbsent(name, this::lookUp);
        if (addresses.isEmpty()) {
            throw new FtpError(553, "no such host: " + name);
        }
        return addresses.getFirst();
    }

    private List<InetAddress> lookUp(String name) {
        try {
            return List.of(resolver.resolve(name));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }
}
