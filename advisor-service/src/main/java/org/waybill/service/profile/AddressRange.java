package org.waybill.service.profile;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import org.waybill.geoip.AddressBlock;

/**
 * The addresses of a prefix. First and last are 16 bytes, IPv4 as IPv4-mapped IPv6 (RFC 4291, section 2.5.5.2), so
 * that they compare alike in every database.
 */
record AddressRange(String prefix, byte[] first, byte[] last) {
    /**
     * Parses {@code 192.0.2.0/24} or {@code 2001:db8::/32}.
     *
     * @throws IllegalArgumentException with one line that says what is wrong
     */
    static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = slash < 0
                ? null
                : HostNames.address(text.substring(0, slash).strip()).orElse(null);
        if (address == null) {
            throw new IllegalArgumentException("expected a prefix such as 192.0.2.0/24 or 2001:db8::/32");
        }
        int bits = address instanceof Inet4Address ? 32 : 128;
        int length;
        try {
            length = Integer.parseInt(text.substring(slash + 1).strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the prefix length after the slash is missing", e);
        }
        if (length < 0 || length > bits) {
            throw new IllegalArgumentException("prefix length " + length + " is outside 0.." + bits);
        }
        byte[] first = AddressBlock.mapped(address);
        byte[] last = first.clone();
        for (int bit = 128 - bits + length; bit < 128; bit++) {
            int mask = 0x80 >> (bit & 7);
            if ((first[bit >> 3] & mask) != 0) {
                throw new IllegalArgumentException("bits are set after the first " + length + " of " + text);
            }
            last[bit >> 3] |= (byte) mask;
        }
        return new AddressRange(address.getHostAddress() + "/" + length, first, last);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange range
                && Arrays.equals(first, range.first)
                && Arrays.equals(last, range.last);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(first);
    }
}
