package org.waybill.platform;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;

/** Which addresses lead inside, and which lead to this machine. */
public final class AddressRanges {
    /** All that is not for hosts of the public network (IANA, special-purpose registries; RFC 6890). */
    private static final List<Range> INNER = List.of(
            Range.of("0.0.0.0", 8),
            Range.of("10.0.0.0", 8),
            Range.of("100.64.0.0", 10),
            Range.of("127.0.0.0", 8),
            Range.of("169.254.0.0", 16),
            Range.of("172.16.0.0", 12),
            Range.of("192.0.0.0", 24),
            Range.of("192.88.99.0", 24),
            Range.of("192.168.0.0", 16),
            Range.of("198.18.0.0", 15),
            Range.of("224.0.0.0", 3),
            // Teredo, ORCHID and 6to4: tunnels and keys, whose addresses hide others
            Range.of("2001::", 32),
            Range.of("2001:10::", 27),
            Range.of("2002::", 16));

    private static final Range GLOBAL_UNICAST = Range.of("2000::", 3);
    /** NAT64 (RFC 6052): what counts is the IPv4 address in it. */
    private static final Range TRANSLATED = Range.of("64:ff9b::", 96);

    private AddressRanges() {}

    private record Range(byte[] first, int bits) {
        static Range of(String first, int bits) {
            return new Range(InetAddress.ofLiteral(first).getAddress(), bits);
        }

        boolean holds(byte[] address) {
            int whole = bits / 8;
            int mask = 0xff00 >> bits % 8 & 0xff;
            return address.length == first.length
                    && Arrays.equals(address, 0, whole, first, 0, whole)
                    && (mask == 0 || (address[whole] & mask) == (first[whole] & mask));
        }
    }

    /**
     * Whether an address is of no public range: loopback, link-local (169.254/16 with the cloud's metadata service),
     * private (RFC 1918, RFC 4193), shared (RFC 6598), multicast, broadcast, the unspecified one, or one that hides
     * another (6to4, Teredo, ISATAP; NAT64 if the hidden one is inner). IPv4 inside IPv6 counts as IPv4: the JDK gives
     * such an address as IPv4.
     */
    public static boolean isInner(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (TRANSLATED.holds(bytes)) {
            return isInner(Arrays.copyOfRange(bytes, 12, 16));
        }
        return isInner(bytes);
    }

    private static boolean isInner(byte[] bytes) {
        boolean outside = bytes.length == 16 && (!GLOBAL_UNICAST.holds(bytes) || isTunnel(bytes));
        return outside || INNER.stream().anyMatch(range -> range.holds(bytes));
    }

    /** ISATAP (RFC 5214): an IPv4 address behind 0:5efe or 200:5efe. */
    private static boolean isTunnel(byte[] bytes) {
        return (bytes[8] & 0xfd) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == (byte) 0xfe;
    }

    /** Whether an address is one of this machine's. */
    public static boolean isThisMachine(InetAddress address) {
        try {
            return address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException _) {
            return true;
        }
    }
}
