/**
 * Start at {@link Advisor}: candidate workflows, their ranking (decision 0042) and reasons, and the scripts that run
 * them (decision 0043).
 */
@NullMarked
package org.waybill.client.workflow;

import org.jspecify.annotations.NullMarked;
