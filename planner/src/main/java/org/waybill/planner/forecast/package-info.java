/**
 * Forecasts of series (Network Weather Service, bulk-transfer capacity) and of transfer times, with bands that were
 * checked against the past.
 */
@NullMarked
package org.waybill.planner.forecast;

import org.jspecify.annotations.NullMarked;
