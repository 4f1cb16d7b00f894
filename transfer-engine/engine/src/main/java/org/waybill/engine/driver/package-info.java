/**
 * Start at {@link TcpChannels} and {@link KernelSocket}: sockets, threads and the real clock; the kernel's per-socket
 * options (decision 0020). {@link PortAdmission} admits connections (decision 0231).
 */
@NullMarked
package org.waybill.engine.driver;

import org.jspecify.annotations.NullMarked;
