/**
 * Start at {@link NativeSocket}: Linux sockets that the JDK does not offer: ICMP echo, time to live per packet, and the
 * error queue that shows which router dropped a packet. Bound by the foreign function interface; 64-bit Linux only.
 */
@NullMarked
package org.waybill.client.probe.socket;

import org.jspecify.annotations.NullMarked;
