/**
 * Start at {@link TreeBuilder}: distribution trees whose slowest node is as fast as can be. {@link TreeImprover} is a
 * step of its own after any tree.
 *
 * <p>LBSF is optimal on complete overlays only; on sparse ones of up to seven nodes it has 0.973 of the optimum on
 * average and 0.012 at worst. The problem is NP-complete. The improver hands children over along chains (as in
 * degree-bounded spanning trees) under halving, with an exact search with a budget for overlays of up to 40 nodes:
 * 1.000 on average and at worst, over 20,000 overlays. Climbing one throughput at a time reaches 0.990 on average. The
 * budget counts nodes looked at, not time, so that the same overlay gives the same tree everywhere. On 400 nodes the
 * step adds 3 to 23 % of throughput to LBSF's (seeds of {@code LuFiguresTest}), on 2,000 nodes and 20,000 links 15 % in
 * about 50 ms of processor time. On 10,000 nodes and 100,000 links the budget ends it and LBSF's tree stays.
 */
@NullMarked
package org.waybill.planner.tree;

import org.jspecify.annotations.NullMarked;
