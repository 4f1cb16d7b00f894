package org.waybill.engine.driver;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Which addresses lead inside, and which lead to this machine. */
public final class AddressRanges {
    private AddressRanges() {}

    /**
     * Whether an address is of no public range: loopback, link-local (169.254/16 with the cloud's metadata service),
     * private (RFC 1918, RFC 4193), shared (RFC 6598), multicast, or the unspecified one. IPv4 inside IPv6 counts as
     * IPv4: the JDK gives such an address as IPv4.
     */
    public static boolean isInner(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        boolean sharedSpace = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
        boolean zeroOrReserved = bytes.length == 4 && (bytes[0] == 0 || (bytes[0] & 0xf0) == 0xf0);
        return address.isLoopbackAddress() || address.isAnyLocalAddress() || address.isLinkLocalAddress()
                || address.isSiteLocalAddress() || address.isMulticastAddress() || uniqueLocal || sharedSpace
                || zeroOrReserved;
    }

    /** Whether an address is one of this machine's. */
    public static boolean isThisMachine(InetAddress address) {
        try {
            return address.isAnyLocalAddress() || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException _) {
            return true;
        }
    }
}
