/**
 * Start at {@link CircuitPlanner} and {@link BandwidthCalendar}: circuits under reservations, and quotes exact over the
 * calendar.
 */
@NullMarked
package org.waybill.planner.reservation;

import org.jspecify.annotations.NullMarked;
