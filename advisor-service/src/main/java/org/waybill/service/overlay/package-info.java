/**
 * Start at {@link Overlay}: nodes that register, their reports, the measurements of their virtual links, paths over
 * them, and route tokens (decision 0100).
 *
 * <p>{@code --via auto} needs forecasts of virtual links before the data flow. Measurements that overlap on a shared
 * link measure each other, and the hosts do not see which links are shared, so one link is measured at a time. A job
 * (package {@code service.jobs}) gives the link that waits longest a lease of 40 s, if no other lease exists ({@link
 * MeasurementSchedule}). Only nodes that reported within 25 s and carry no path take part; a link comes again after ten
 * minutes at the earliest.
 * Slots by a guess at the topology would be right only where the guess is; a token that goes round among the nodes is
 * lost with a node.
 *
 * <p>The source node fetches the order with its next report, sends growing amounts over its control connection until
 * one takes 2 s, and reports the rate, which ends the lease. Rates go into the history as bulk transfer capacity;
 * direct engine transfers of 16 MiB and more between the two hosts count besides. The forecast is the Network Weather
 * Service's; paths are Yen's over the maximin graph with traversal rates as node capacities, at most three relays. With
 * n nodes a round takes n(n-1) turns of some 15 s: 22 minutes for ten nodes. The forecast says which paths are worth a
 * trial with the data (decision 0102) and leaves out those narrower than the direct path. A client that is not a
 * registered node has no measured links until its transfers are in the history; single relays are tried unmeasured
 * then. Nodes measure only those that they know: one home, or paired.
 */
@NullMarked
package org.waybill.service.overlay;

import org.jspecify.annotations.NullMarked;
