/**
 * Start at {@link FrameCodec}: the datagrams of the UDP transports, their layout and its checked reading and writing;
 * see docs/udp-protocol.md.
 */
@NullMarked
package org.waybill.engine.transport.wire;

import org.jspecify.annotations.NullMarked;
