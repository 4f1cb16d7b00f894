package org.waybill.service.profile;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.waybill.service.AddressText;
import org.waybill.service.InputChecks;

/** Names and addresses of hosts in the one form in which they are stored and compared. */
public final class HostNames {
    private static final String LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern NAME = Pattern.compile("(?=.{1,253}$)" + LABEL + "(\\." + LABEL + ")*");

    private static final Pattern DOTTED = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");

    /** What many countries hand names out below: {@code ac.uk}, {@code edu.au}, {@code co.jp}. */
    private static final Pattern REGISTRY = Pattern.compile("(ac|co|com|edu|go|gov|net|or|org|res|sch|uni)\\.[a-z]{2}");

    private HostNames() {}

    /** Lower case, without the root's dot or brackets; addresses as in {@link AddressText}. Not checked. */
    static String canonical(String host) {
        String name = host.strip().toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.startsWith("[") && name.endsWith("]")) {
            name = name.substring(1, name.length() - 1);
        }
        return address(name).map(AddressText::of).orElse(name);
    }

    /** In canonical form, if it is the name or the address of a host. */
    public static String checked(String field, String name) {
        String canonical = canonical(InputChecks.required(field, name, 255));
        if (!isName(canonical) && address(canonical).isEmpty()) {
            throw InputChecks.bad(field + " is invalid: expected the name or address of a host");
        }
        return canonical;
    }

    /** {@code host:port}, with brackets round an IPv6 address. */
    public static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    static boolean isName(String canonical) {
        return NAME.matcher(canonical).matches();
    }

    /** The address that a literal writes; never asks a name server. Short, octal and scoped forms are none. */
    static Optional<InetAddress> address(String literal) {
        if (literal.contains(":")
                ? literal.contains("%")
                : !DOTTED.matcher(literal).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(literal));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The domains that a host is in, longest first: {@code a.b.org, b.org, org} for {@code x.a.b.org}. */
    static List<String> domains(String canonical) {
        List<String> domains = new ArrayList<>();
        for (int dot = -1; (dot = canonical.indexOf('.', dot + 1)) >= 0; ) {
            domains.add(canonical.substring(dot + 1));
        }
        domains.addFirst(canonical);
        return domains;
    }

    /**
     * The domains that may belong to the host's owner, widest last: without the host's own name and without what
     * registries hand out, such as {@code org} and {@code ac.uk}.
     */
    static List<String> ownDomains(String canonical) {
        List<String> domains = new ArrayList<>(domains(canonical));
        domains.removeFirst();
        domains.removeIf(
                domain -> domain.indexOf('.') < 0 || REGISTRY.matcher(domain).matches());
        return domains;
    }

    /** How the addresses of the same IPv4 /24 begin, which is what one cable mostly carries; empty for IPv6. */
    static Optional<String> subnetPrefix(String canonical) {
        return DOTTED.matcher(canonical).matches()
                ? Optional.of(canonical.substring(0, canonical.lastIndexOf('.') + 1))
                : Optional.empty();
    }
}
