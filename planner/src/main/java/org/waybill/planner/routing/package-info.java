/** Widest, disjoint, alternative and shortest paths, and the choice between the direct path and a relayed one. */
@NullMarked
package org.waybill.planner.routing;

import org.jspecify.annotations.NullMarked;
