/**
 * Start at {@link UdpDriver}: it runs the datagram transports over sockets, with batches, segmentation offload where
 * the kernel has it, sleep between bursts, files as sources and sinks. {@link DatagramStream} is a byte stream on top.
 * Sockets follow decision 0020, streams decision 0063.
 *
 * <p>Sleep and copies. A line hands datagrams over one by one, and a receiver that wakes for each spends its processor
 * on that. From four datagrams a millisecond on the driver sleeps 1 ms (300 us where the kernel's buffer is small) and
 * takes what has come; the reader of a stream is woken for 128 KiB while more is coming. Datagrams wait up to a
 * millisecond more in the kernel. The two sides of a stream's buffer copy at the same time, each within what the other
 * has published, without a common lock.
 *
 * <p>Repetitions. At 1e-2 of loss some repetition of every round trip is lost itself, so that the ordered stream lags
 * by two and a quarter round trips: with backlog, path and acknowledgement that is 63 MB at 1 Gbit/s and 125 ms. Below
 * 2 % of loss repetitions are sent twice (at 1e-2 one percent more is sent), and so is the last half round trip; the
 * window is 60 MiB, what waits unsent 60 ms of the rate. A larger window alone would cost more than 64 MiB after a
 * crash; forward error correction would be a second code path for a rare need. Data follow the HELLO at once when the
 * cookie is known. Without these measures one channel reached 0.90 of the limit at 1e-5 and 0.77 at 1e-2 (1 Gbit/s, RTT
 * 125 ms, 4 GiB, two cores for both sides and the emulator), and the node took 7.4 processor seconds a GiB, 15 at 200
 * Mbit/s.
 *
 * <p>Memory. A stream holds 4 to 64 MiB outside the heap at either end, under the JVM's limit that also serves file and
 * socket I/O, which fails in odd places when it is used up. {@link StreamMemory} counts (a node 400 MiB of the 512 MiB
 * that the launcher allows, a client three quarters of what the JVM allows) and refuses more before the JVM is asked; a
 * node or relay answers with port 0. The side that begins a stream takes its own memory first, so that it never asks
 * the peer for nothing. A channel without memory is not asked for again, and the transfer continues over the others;
 * without any it ends with LIMIT. A stream counts until its connection has ended and it is closed, and releases its
 * buffer then; the JVM collects it at the latest when its own limit is reached. Arenas that are closed with their
 * streams gain nothing, and leave memory that must never be touched once it is closed.
 */
@NullMarked
package org.waybill.engine.driver.udp;

import org.jspecify.annotations.NullMarked;
