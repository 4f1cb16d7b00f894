package org.waybill.service;

import java.net.Inet6Address;
import java.net.InetAddress;

/** Addresses in the one form in which they are stored and compared: IPv6 as in RFC 5952, section 4. */
public final class AddressText {
    private AddressText() {}

    /** Of an address without a scope. */
    public static String of(InetAddress address) {
        String text = address.getHostAddress();
        return address instanceof Inet6Address ? shortened(text) : text;
    }

    /** The JDK writes all eight groups without leading zeros; the first of the longest runs of zeros is left out. */
    private static String shortened(String text) {
        String groups = ":" + text + ":";
        for (int zeros = 8; zeros > 1; zeros--) {
            int at = groups.indexOf(":0".repeat(zeros) + ":");
            if (at >= 0) {
                String before = groups.substring(0, at);
                String after = groups.substring(at + 2 * zeros + 1);
                return before.replaceFirst(":", "") + "::" + after.replaceFirst(":$", "");
            }
        }
        return text;
    }
}
