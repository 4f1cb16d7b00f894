/**
 * Start at {@link WidestPath}: widest, disjoint, alternative and shortest paths, and the choice between the direct
 * path and a relayed one.
 *
 * <p>Among paths of equal bandwidth the one with fewer relays is better. File Mover's printed algorithm does not find
 * the widest path at all (its figures do mean it). One Dijkstra over (width, hops) is wrong where a later narrow link
 * makes a wide, long beginning useless (a test has the case). So there are two searches: one for the width, a second
 * for the fewest hops among links at least that wide. That is exact, and the second search is cheaper than the first.
 * Alternatives (Yen) use the same, with the width behind the deviation as a ceiling.
 *
 * <p>For disjoint paths there are two answers: successive widest paths for files of different sizes, and the exact set
 * whose narrowest path is widest for stripes of equal size; {@code forStriping} takes the one with the greater total.
 * Measured: 99.98 % of the best total over 600 networks of up to 9 nodes (in general the problem is NP-hard); 5 to 30
 * ms for 2,000 nodes and a million links on the development machine. The service's routes, split choices and circuit
 * plans use these searches.
 */
@NullMarked
package org.waybill.planner.routing;

import org.jspecify.annotations.NullMarked;
