package org.waybill.client.probe.socket;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Something that came in on a socket: a datagram, or from the error queue the packet of ours that was dropped.
 *
 * @param data the datagram, or the quoted part of our packet
 * @param peer who sent the datagram, or where our packet was going
 * @param peerPort 0 where the protocol has no ports
 * @param kernelTimeNs arrival by the kernel's wall clock, nanoseconds since 1970; 0 if it gave none
 * @param nowNs when it was read, by the monotonic clock
 * @param error null for a datagram
 */
public record DatagramEvent(
        byte[] data,
        @Nullable InetAddress peer,
        int peerPort,
        long kernelTimeNs,
        long nowNs,
        @Nullable Dropped error) {
    /**
     * Why a packet of ours was dropped (ip(7), {@code struct sock_extended_err}).
     *
     * @param errno the kernel's reading of it
     * @param offender who dropped it, null for this host
     */
    public record Dropped(int errno, @Nullable InetAddress offender) {
        private static final int EMSGSIZE = 90;

        /** Whether the packet was too large for the path. */
        public boolean isTooLong() {
            return errno == EMSGSIZE;
        }
    }
}
