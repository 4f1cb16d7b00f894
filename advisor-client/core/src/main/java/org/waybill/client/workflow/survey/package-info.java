/**
 * Start at {@link Surveyor}: what is found out about the hosts and the path before options are made, within {@link
 * AdviceTimeBudget}.
 */
@NullMarked
package org.waybill.client.workflow.survey;

import org.jspecify.annotations.NullMarked;
