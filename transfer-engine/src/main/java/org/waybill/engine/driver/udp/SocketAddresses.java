package org.waybill.engine.driver.udp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/** {@code sockaddr_in} and {@code sockaddr_in6}. */
final class SocketAddresses {
    static final int LARGEST_BYTES = 28;
    private static final int IPV4_BYTES = 16;
    private static final ValueLayout.OfShort PORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddresses() {}

    static int family(InetAddress address) {
        return address instanceof Inet4Address ? LibC.AF_INET : LibC.AF_INET6;
    }

    static MemorySegment encode(Arena arena, InetSocketAddress address) {
        byte[] ip = address.getAddress().getAddress();
        boolean four = ip.length == 4;
        MemorySegment segment = arena.allocate(four ? IPV4_BYTES : LARGEST_BYTES, 8);
        segment.set(ValueLayout.JAVA_SHORT, 0, (short) (four ? LibC.AF_INET : LibC.AF_INET6));
        segment.set(PORT, 2, (short) address.getPort());
        MemorySegment.copy(ip, 0, segment, ValueLayout.JAVA_BYTE, four ? 4 : 8, ip.length);
        if (address.getAddress() instanceof Inet6Address six) {
            segment.set(ValueLayout.JAVA_INT, 24, six.getScopeId());
        }
        return segment;
    }

    static InetSocketAddress decode(MemorySegment segment) {
        boolean four = segment.get(ValueLayout.JAVA_SHORT, 0) == LibC.AF_INET;
        byte[] ip = new byte[four ? 4 : 16];
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, four ? 4 : 8, ip, 0, ip.length);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ip), segment.get(PORT, 2) & 0xFFFF);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + ip.length + " bytes", e);
        }
    }
}
