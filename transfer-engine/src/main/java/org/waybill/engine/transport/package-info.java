/**
 * Transports over datagrams as state machines: no clock, no socket, no thread. The same classes run over sockets
 * (package {@code driver.udp}) and over a seeded simulation.
 */
@NullMarked
package org.waybill.engine.transport;

import org.jspecify.annotations.NullMarked;
