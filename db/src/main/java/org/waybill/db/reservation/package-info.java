/** Links, what is booked on them, and reservations. Admission is decided here, under the links' row locks. */
@NullMarked
package org.waybill.db.reservation;

import org.jspecify.annotations.NullMarked;
