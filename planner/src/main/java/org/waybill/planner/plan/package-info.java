/**
 * Start at one plan, such as {@link TreePlan}: the answers of {@code waybill plan}, the planner's results as documents
 * with the contract's field names.
 */
@NullMarked
package org.waybill.planner.plan;

import org.jspecify.annotations.NullMarked;
