/**
 * Start at {@link CircuitReservations}: links, their bookings, and reservations. Admission is decided here, under the links'
 * row locks. See decision 0120.
 */
@NullMarked
package org.waybill.db.reservation;

import org.jspecify.annotations.NullMarked;
