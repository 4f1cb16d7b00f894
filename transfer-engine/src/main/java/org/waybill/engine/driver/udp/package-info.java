/**
 * Runs the datagram transports over sockets: batches, segmentation offload where the kernel has it, sleeping between
 * bursts, files as sources and sinks.
 */
@NullMarked
package org.waybill.engine.driver.udp;

import org.jspecify.annotations.NullMarked;
