/**
 * Start at {@link ChannelTuner}: parallel PLUT (Lu 2011, section 4.3), how many channels, and how they share one rate.
 *
 * <p>The paper only adds channels; a receiver that gets busy is then left with sockets and threads that cost more than
 * they carry. So the tuner continues to watch after it has settled. Where the receiver's acknowledgements begin to name
 * an attainable goodput (eqs. 4.2.21 to 4.2.24), its load has changed: a channel fewer is tried, and another, as long
 * as goodput stays within 3 %. A retired channel gets no more blocks, sends what it has, and closes; the others share
 * its rate. Nothing changes while the channels fill 0.85 of the rate and the load is the same.
 *
 * <p>Only the sender can retire a channel without sending anything twice; in transfers from a node the client, which
 * counts, asks the node to. There only the sender knows what the receiver attains, so such transfers give up the
 * channel that brought nothing, and do not look again because of load.
 */
@NullMarked
package org.waybill.engine.transport.paraplut;

import org.jspecify.annotations.NullMarked;
