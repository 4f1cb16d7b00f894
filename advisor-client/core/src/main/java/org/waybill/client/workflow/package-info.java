/** Candidate workflows, their ranking and reasons, and the scripts that carry them out. */
@NullMarked
package org.waybill.client.workflow;

import org.jspecify.annotations.NullMarked;
