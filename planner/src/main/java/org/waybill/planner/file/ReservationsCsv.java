package org.waybill.planner.file;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.BandwidthCalendar.Admission;
import org.waybill.planner.reservation.Reservation;
import org.waybill.planner.routing.Network;

/**
 * Reservations as CSV: {@code start,end,bitsPerSecond,path}, the path as node names with {@code >} between them:
 * {@code 2030-01-01T00:00:00Z,2030-01-01T06:00:00Z,4e9,lbl>sacr>denv}.
 */
public final class ReservationsCsv {
    private ReservationsCsv() {}

    /** Reads reservations into a calendar of {@code network}; one that does not fit is reported and left out. */
    public static Parsed<BandwidthCalendar> read(Reader text, String file, Network network) throws IOException {
        Reading reading = new Reading(BandwidthCalendar.of(network));
        CsvRows rows = new CsvRows(file);
        rows.read(text, List.of("start"), reading::row);
        return new Parsed<>(reading.calendar, rows.problems());
    }

    private static final class Reading {
        private BandwidthCalendar calendar;

        Reading(BandwidthCalendar calendar) {
            this.calendar = calendar;
        }

        void row(CsvRows.Row row) throws CsvRows.BadRow {
            row.expect(4, "a reservation is start,end,bitsPerSecond,path with > between nodes");
            long start = Times.epochMillis(row.fields().get(0), "start");
            long end = Times.epochMillis(row.fields().get(1), "end");
            if (end <= start) {
                throw new CsvRows.BadRow("the end " + row.fields().get(1) + " is not after the start "
                        + row.fields().get(0));
            }
            List<String> path = row.names(3, "path");
            Reservation reservation;
            try {
                reservation = new Reservation("line " + row.line(), start, end, row.number(2, "bitsPerSecond"), path);
            } catch (IllegalArgumentException impossible) {
                throw new CsvRows.BadRow(String.valueOf(impossible.getMessage()));
            }
            switch (calendar.admit(reservation)) {
                case Admission.Admitted admitted -> calendar = admitted.calendar();
                case Admission.Refused refused -> throw new CsvRows.BadRow(refused.reason());
            }
        }
    }
}
