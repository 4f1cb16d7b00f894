/**
 * Start at {@link ObservedPorts}: advice whose discovery a person can watch, skip in parts and repeat.
 *
 * <p>The desktop's second screen shows every probe live; <em>What if</em> (other connections, another relay, a
 * circuit, a start at night) must not probe the network again. If the advisor reported events itself, every step of it
 * would need a listener, a skip button and a cache. So this layer wraps {@code AdvisorPorts}, through which the
 * advisor asks everything outside of it, for one request; the advisor does not know of it. Every question becomes a
 * {@link ProbeTask} with a key, run on its own thread, so that skipping it ends the wait at once with "nothing found".
 * The layer keeps answers: advice on a changed request, or with one answer forgotten, asks only what is missing. One
 * port is one row on the screen: the route and its bottleneck are skipped together. A new port needs a task of its
 * own, or it is not shown.
 *
 * <p>The advisor is not taught hypothetical networks. Connections, size, encryption and dedication are advice on a
 * changed request; the desktop computes the rest ({@code OptionChanges}, {@code PastRates}), as pure functions that
 * report when they know nothing. A route keeps only the options over it; a relay without history is estimated from the
 * direct transfers on its two legs, the slower one ruling, at least three on each. A start at another hour scales each
 * forecast by the ratio of medians, transfers that started within 90 minutes of that hour against all of the pair and
 * transport, at least three; that effect is not part of the ranking. Circuits come from the service's calendar, and
 * their waiting time counts against the quickest option without one.
 */
@NullMarked
package org.waybill.client.livediscovery;

import org.jspecify.annotations.NullMarked;
