package org.waybill.platform;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hosts as others spell them, one spelling each: four decimal numbers, an IPv6 address, or a name. Decimal, octal and
 * hexadecimal IPv4, short forms, IPv4 inside IPv6 and zones are none of these: two readers could take them for two
 * hosts. Nothing is ever looked up here.
 */
public final class PlainHost {
    private static final Pattern DOTTED = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]{2,39}");
    private static final Pattern NAME = Pattern.compile(
            "(?=.*[A-Za-z])[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?)*");
    /** What some resolver or other reads as a number. */
    private static final Pattern LOOKS_NUMERIC = Pattern.compile("(?i)(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+))*");

    private static final int LONGEST_NAME = 253;

    private PlainHost() {}

    /** The address that a text without brackets is the plain spelling of; empty if it is none. */
    public static Optional<InetAddress> address(String text) {
        try {
            if (DOTTED.matcher(text).matches()) {
                int[] parts = Arrays.stream(text.split("\\."))
                        .mapToInt(Integer::parseInt)
                        .toArray();
                if (Arrays.stream(parts).anyMatch(part -> part > 255)) {
                    return Optional.empty();
                }
                return Optional.of(InetAddress.getByAddress(
                        new byte[] {(byte) parts[0], (byte) parts[1], (byte) parts[2], (byte) parts[3]}));
            }
            if (text.contains(":") && IPV6.matcher(text).matches()) {
                InetAddress address = Inet6Address.ofLiteral(text);
                // ::ffff:7f00:1 is IPv4 in disguise
                return address instanceof Inet6Address ? Optional.of(address) : Optional.empty();
            }
            return Optional.empty();
        } catch (IllegalArgumentException | UnknownHostException _) {
            return Optional.empty();
        }
    }

    /** Whether a text is a host name: letters, digits, dashes, and no number in any spelling. */
    public static boolean isName(String text) {
        return text.length() <= LONGEST_NAME
                && NAME.matcher(text).matches()
                && !LOOKS_NUMERIC.matcher(text).matches();
    }

    /** Whether a text is a name, or an address in its plain spelling. */
    public static boolean isPlain(String text) {
        return address(text).isPresent() || isName(text);
    }
}
