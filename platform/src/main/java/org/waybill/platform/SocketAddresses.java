package org.waybill.platform;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/** Socket addresses as the C library has them ({@code sockaddr_in}, {@code sockaddr_in6}), and whose they are. */
public final class SocketAddresses {
    public static final int LARGEST_BYTES = 28;
    private static final int IPV4_BYTES = 16;
    private static final ValueLayout.OfShort PORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddresses() {}

    /** The family of sockets for addresses like this. */
    public static int family(InetAddress address) {
        return address instanceof Inet4Address ? LibC.AF_INET : LibC.AF_INET6;
    }

    /** A new one. */
    public static MemorySegment encode(Arena arena, InetSocketAddress address) {
        return write(arena.allocate(LARGEST_BYTES, 8), address.getAddress(), address.getPort());
    }

    /** Writes one at the beginning of {@code memory}, of at least {@link #LARGEST_BYTES}; the part that it takes. */
    public static MemorySegment write(MemorySegment memory, InetAddress address, int port) {
        byte[] ip = address.getAddress();
        boolean four = ip.length == 4;
        MemorySegment segment = memory.asSlice(0, four ? IPV4_BYTES : LARGEST_BYTES);
        segment.fill((byte) 0);
        segment.set(ValueLayout.JAVA_SHORT, 0, (short) family(address));
        segment.set(PORT, 2, (short) port);
        MemorySegment.copy(ip, 0, segment, ValueLayout.JAVA_BYTE, four ? 4 : 8, ip.length);
        if (address instanceof Inet6Address six) {
            segment.set(ValueLayout.JAVA_INT, 24, six.getScopeId());
        }
        return segment;
    }

    /** Whether there is one of IPv4 or IPv6, and not one of another family. */
    public static boolean isInternet(MemorySegment segment) {
        short family = segment.get(ValueLayout.JAVA_SHORT, 0);
        return family == LibC.AF_INET || family == LibC.AF_INET6;
    }

    /** What was written; an IPv4 address in IPv6's form (::ffff:a.b.c.d) is that IPv4 address. */
    public static InetSocketAddress decode(MemorySegment segment) {
        boolean four = segment.get(ValueLayout.JAVA_SHORT, 0) == LibC.AF_INET;
        byte[] ip = new byte[four ? 4 : 16];
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, four ? 4 : 8, ip, 0, ip.length);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ip), segment.get(PORT, 2) & 0xFFFF);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + ip.length + " bytes", e);
        }
    }

    /** Who counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has. */
    public static String caller(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            byte[] bytes = InetAddress.ofLiteral(
                            address.replaceAll("[\\[\\]]", "").replaceAll("%.*", ""))
                    .getAddress();
            return bytes.length == 16 ? HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(bytes, 8)) + "/64" : address;
        } catch (IllegalArgumentException _) {
            return address;
        }
    }
}
