/**
 * Start at {@link OptionEstimator}: how long each option takes, by history, test transfers and the path, and the
 * order of the options (decision 0042).
 */
@NullMarked
package org.waybill.client.workflow.ranking;

import org.jspecify.annotations.NullMarked;
