/** Start at {@link PlanCommand}: the planning algorithms, applied to files of the user. */
@NullMarked
package org.waybill.cli.plan;

import org.jspecify.annotations.NullMarked;
