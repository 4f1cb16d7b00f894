/**
 * Start at {@link Transfers} and {@link Measurements}: measurements, transfers and the forecasts that were made of
 * them.
 */
@NullMarked
package org.waybill.db.history;

import org.jspecify.annotations.NullMarked;
