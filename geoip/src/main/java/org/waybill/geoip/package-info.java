/**
 * Start at {@link RouterLocator}: address or router name to place, from local files only. No look-up leaves the
 * machine.
 *
 * <p>An IP database alone puts all 618 published ESnet interface addresses in Berkeley (median error 2,966 km). So the
 * operator's address table comes first, then the rule over the router's name (ESnet, Internet2, GEANT, airport codes
 * from a table of our own), then the database. Each place is dropped when round-trip times forbid it: 1 ms allows 100
 * km, plus 50 km of slack. The observer's place need not be known: two hops with round-trip times a and b are at most
 * 100 (a + b) km apart, so hops with better known places bound the others. Where nothing else is known and the bound is
 * below 100 km, the bound is the place.
 *
 * <p>By name alone 125 of 125 published ESnet routers come within 100 km of the operator's coordinates. A name rule may
 * be stale; round-trip times catch only gross errors. Codes that are also words ({@code man}, {@code gig}) are ignored
 * in generic names unless they carry a number.
 */
@NullMarked
package org.waybill.geoip;

import org.jspecify.annotations.NullMarked;
