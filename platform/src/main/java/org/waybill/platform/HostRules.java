package org.waybill.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which hosts may be connected to on behalf of others: those that a list names, and no others. An address of an inner
 * range ({@link AddressRanges#isInner}) is reached only where the list spells it out: a name alone does not lead to
 * wherever that name's owner points it.
 *
 * @param names host names, and {@code *.DOMAIN} for all below a domain; in lower case
 * @param addresses those that are spelled out
 */
public record HostRules(Set<String> names, Set<InetAddress> addresses) {
    /** Names a file to a process that acts on behalf of others: the hosts that it may connect to, one per line. */
    public static final String VARIABLE = "WAYBILL_TASK_HOSTS";

    private static final String BELOW = "*.";

    public HostRules {
        names = Set.copyOf(names);
        addresses = Set.copyOf(addresses);
    }

    /**
     * @param items a name, {@code *.DOMAIN}, or an address without brackets
     * @throws IllegalArgumentException for an item that is none of these
     */
    public static HostRules of(List<String> items) {
        Set<String> names = new HashSet<>();
        Set<InetAddress> addresses = new HashSet<>();
        for (String item : items) {
            String text = item.toLowerCase(Locale.ROOT);
            Optional<InetAddress> address = PlainHost.address(text);
            if (address.isPresent()) {
                addresses.add(address.get());
            } else if (PlainHost.isName(text.startsWith(BELOW) ? text.substring(BELOW.length()) : text)) {
                names.add(text);
            } else {
                throw new IllegalArgumentException(
                        "'" + item + "' is no host: expected a name, *.DOMAIN, or an address without a port");
            }
        }
        return new HostRules(names, addresses);
    }

    /** Those of a process with this environment; no host at all where its file cannot be read, empty for no bounds. */
    public static Optional<HostRules> of(Map<String, String> environment) {
        String file = environment.getOrDefault(VARIABLE, "");
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(Files.readAllLines(Path.of(file))));
        } catch (IOException | IllegalArgumentException _) {
            return Optional.of(of(List.of()));
        }
    }

    /** Whether the list names this host, which is a name or an address in its plain spelling. */
    public boolean isListed(String host) {
        String asked = host.toLowerCase(Locale.ROOT);
        return PlainHost.address(asked).map(addresses::contains).orElseGet(() -> hasName(asked));
    }

    private boolean hasName(String asked) {
        if (names.contains(asked)) {
            return true;
        }
        for (int dot = asked.indexOf('.'); dot >= 0; dot = asked.indexOf('.', dot + 1)) {
            if (names.contains("*" + asked.substring(dot))) {
                return true;
            }
        }
        return false;
    }

    /**
     * What is wrong with where a host leads to.
     *
     * @param found the addresses of its name, or the one that it spells out
     * @return empty if each may be connected to
     */
    public Optional<String> refusal(String host, List<InetAddress> found) {
        return found.stream()
                .filter(one -> AddressRanges.isInner(one) && !addresses.contains(one))
                .findFirst()
                .map(inner -> host + " leads to " + inner.getHostAddress()
                        + ", which is no public address: it must be listed itself");
    }
}
