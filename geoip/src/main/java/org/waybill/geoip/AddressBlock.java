package org.waybill.geoip;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * The addresses from {@code first} to {@code last}, both included, as 16 bytes each; IPv4 is mapped as in RFC 4291,
 * section 2.5.5.2.
 */
public record AddressBlock(byte[] first, byte[] last) {
    static final int BYTES = 16;
    private static final int IPV4_PREFIX_BITS = 96;

    /** Parses {@code 192.0.2.1}, {@code 192.0.2.0/24}, {@code 2001:db8::/32}. Never asks a name server. */
    static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
        byte[] first = mapped(address);
        int offset = address instanceof Inet4Address ? IPV4_PREFIX_BITS : 0;
        int bits = slash < 0 ? 8 * BYTES : offset + Integer.parseInt(text.substring(slash + 1));
        if (bits < offset || bits > 8 * BYTES) {
            throw new IllegalArgumentException("no such prefix length: " + text);
        }
        byte[] last = first.clone();
        for (int bit = bits; bit < 8 * BYTES; bit++) {
            int mask = 0x80 >> (bit % 8);
            first[bit / 8] = (byte) (first[bit / 8] & ~mask);
            last[bit / 8] = (byte) (last[bit / 8] | mask);
        }
        return new AddressBlock(first, last);
    }

    /** An address as 16 bytes. */
    public static byte[] mapped(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == BYTES) {
            return bytes;
        }
        byte[] mapped = new byte[BYTES];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(bytes, 0, mapped, 12, 4);
        return mapped;
    }

    boolean isOrdered() {
        return Arrays.compareUnsigned(first, last) <= 0;
    }
}
