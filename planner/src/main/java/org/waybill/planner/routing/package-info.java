/**
 * Start at {@link WidestPath}: widest, disjoint, alternative and shortest paths, and the choice between the direct path
 * and a relayed one. See decision 0051.
 */
@NullMarked
package org.waybill.planner.routing;

import org.jspecify.annotations.NullMarked;
