package org.waybill.client.probe.host;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's TCP settings (Linux: {@code net.ipv4.tcp_*}, {@code net.core.*}). Nulls are unknown.
 *
 * @param receiveBufferMaxBytes the largest window that auto-tuning may open: the third number of {@code tcp_rmem}
 * @param sendBufferMaxBytes the third number of {@code tcp_wmem}
 * @param socketReceiveMaxBytes {@code rmem_max}, the largest buffer that a program may set by hand
 * @param socketSendMaxBytes {@code wmem_max}
 * @param congestionControl what new sockets use
 * @param congestionControls what a socket may choose
 * @param mtuBytes of the interface on the route to the other host; on the default route where none is known
 * @param linkBitsPerSecond what that interface says of its speed; virtual ones say nothing
 */
public record TcpSettings(
        @Nullable Long receiveBufferMaxBytes,
        @Nullable Long sendBufferMaxBytes,
        @Nullable Long socketReceiveMaxBytes,
        @Nullable Long socketSendMaxBytes,
        @Nullable String congestionControl,
        List<String> congestionControls,
        @Nullable Integer mtuBytes,
        @Nullable Double linkBitsPerSecond) {
    public TcpSettings {
        congestionControls = List.copyOf(congestionControls);
    }
}
