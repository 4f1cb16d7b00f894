package org.waybill.db.reservation;

import java.time.Instant;
import java.util.List;

/** How much of a link is booked. */
final class LinkLoad {
    private LinkLoad() {}

    /**
     * The most that is booked at any one time.
     *
     * @param bookings those that overlap the time in question, of any links
     * @param start where that time begins
     */
    static double peak(List<BookingRow> bookings, long link, Instant start) {
        List<BookingRow.Facts> own = bookings.stream()
                .map(BookingRow::facts)
                .filter(booking -> booking.link() == link)
                .toList();
        double peak = level(own, start);
        // the load only rises where a booking begins
        for (BookingRow.Facts booking : own) {
            if (booking.startAt().isAfter(start)) {
                peak = Math.max(peak, level(own, booking.startAt()));
            }
        }
        return peak;
    }

    private static double level(List<BookingRow.Facts> own, Instant at) {
        return own.stream()
                .filter(b -> !b.startAt().isAfter(at) && b.endAt().isAfter(at))
                .mapToDouble(BookingRow.Facts::bitsPerSecond)
                .sum();
    }
}
