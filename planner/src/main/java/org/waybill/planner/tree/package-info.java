/** Distribution trees whose slowest node is as fast as can be. */
@NullMarked
package org.waybill.planner.tree;

import org.jspecify.annotations.NullMarked;
