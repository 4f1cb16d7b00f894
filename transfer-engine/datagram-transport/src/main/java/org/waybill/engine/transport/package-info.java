/**
 * Start at {@link Connection}: transports over datagrams as state machines, without clock, socket or thread. The same
 * classes run over sockets (package {@code driver.udp}) and over a seeded simulation. A connection is hand-shake and
 * addresses; {@link SendFlow} and {@link ReceiveFlow} are its data. See decision 0060.
 */
@NullMarked
package org.waybill.engine.transport;

import org.jspecify.annotations.NullMarked;
