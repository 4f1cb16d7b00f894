/**
 * Start at {@link TransferForecaster} (transfer times) or {@link SeriesForecaster} (series: Network Weather Service,
 * bulk-transfer capacity). Bands are checked against the past. See decision 0050.
 */
@NullMarked
package org.waybill.planner.forecast;

import org.jspecify.annotations.NullMarked;
