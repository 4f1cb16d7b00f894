/**
 * Start at {@link Relay} for a node and at {@link RouteRunner} for a client. The overlay of relays (Anglano and
 * Canonico, File Mover): route tokens, hop-by-hop allocation of virtual paths and pipelined forwarding (decision
 * 0100), and {@link PathScheduler}, the choice between paths while a transfer runs (decision 0102).
 *
 * <p>Megabytes wait in the buffers of a path, and the blocks that a cut path holds go over the others again. Four rules
 * keep that small; without them 8 of 20 laboratory transfers of 10 s were slower than the direct path. Connections
 * through relays take 256 KiB more than they can send at once ({@code TCP_NOTSENT_LOWAT}). A path that is left again
 * brings what it holds, unless the others would be sooner. Within the last three seconds a slow path takes nothing more
 * once it is busy until the end, and nothing is tried in the last five. Blocks of a cut path go to the others at once,
 * also when no thread is about to write to it.
 *
 * <p>A relay's kernel takes in as fast as the hop before brings it: 20 MB of one stream, 1 MB of the next, and a
 * transfer over 50:50 ms with loss on the second leg (eight streams, CUBIC, 170 MB) ends after 48 s, when the last
 * stream has drained. The receive buffer cannot be bounded for that: what it must hold depends on rate and delay of all
 * hops. So the sender bounds what each stream over relays has in flight ({@code StreamAllowance}): twice what it
 * delivers in the smallest delay of a block and a quarter of a second more, no less than 1 MiB. The same transfer then
 * takes 29 s (one run each; iperf3 on the second leg alone: 59 and 59 Mbit/s).
 */
@NullMarked
package org.waybill.engine.overlay;

import org.jspecify.annotations.NullMarked;
