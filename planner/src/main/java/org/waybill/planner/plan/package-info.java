/** The answers of {@code waybill plan}: the planner's results as documents, with the contract's field names. */
@NullMarked
package org.waybill.planner.plan;

import org.jspecify.annotations.NullMarked;
